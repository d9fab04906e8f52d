package store

import (
	"context"
	"time"
)

// Tournaments keeps tournaments: a header, which lists are made from, and a log of events,
// which a tournament is rebuilt from. What events and summaries say means nothing to the
// store.
type Tournaments interface {
	// CreateTournament keeps a new tournament with its first events; t.Version is their
	// number. The error is ErrExists where there is such a tournament, ErrFull where its owner
	// has as many that are not over as b says, or all together have, or ErrNotFound where the
	// owner's account was deleted.
	CreateTournament(ctx context.Context, t Tournament, events [][]byte, b TournamentBounds) error
	// ChangeTournament adds events to the log and replaces the header but for its Owner,
	// Title and Created. The error is ErrNotFound, or a *Conflict where the log has not
	// t.Version-len(events) events. It returns when everything is on disk; after an error
	// nothing has changed.
	ChangeTournament(ctx context.Context, t Tournament, events [][]byte) error
	// Tournament returns the header of a tournament, or ErrNotFound.
	Tournament(ctx context.Context, id string) (Tournament, error)
	// TournamentEvents returns the events of a log behind a version.
	TournamentEvents(ctx context.Context, id string, after int) ([][]byte, error)
	// TournamentsIn returns those in a phase, newest change first.
	TournamentsIn(ctx context.Context, phase string, limit int) ([]Tournament, error)
}

// TournamentOver is the phase of those that do not count for [TournamentBounds].
const TournamentOver = "over"

// Tournament is the header of a tournament.
type Tournament struct {
	ID      string
	Owner   string // id of the player who directs it
	Title   string // "" where its owner's account was deleted
	Phase   string
	Version int // number of events
	Created time.Time
	Changed time.Time
	Summary []byte // what lists show
}

// TournamentBounds bound how many are not over.
type TournamentBounds struct {
	Each int // of one owner
	All  int
}
