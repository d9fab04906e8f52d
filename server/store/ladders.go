package store

import (
	"context"
	"time"
)

// MaxLadderEvents is how many events of a ladder are kept at most: the oldest go.
const MaxLadderEvents = 500

// SomebodyGone is when a ladder is due of which somebody's account was deleted, longer than by anything else.
var SomebodyGone = time.UnixMilli(1).UTC()

// Ladders keeps club ladders: a header with what a ladder is now, who is on it, and its last events.
// What states and events say means nothing to the store.
type Ladders interface {
	// CreateLadder keeps a new ladder that nobody is on; l.Version is 1. The error is ErrExists
	// where there is one of that id or with those games, ErrFull where its owner has made as many
	// as b says, or there are as many of all together, or ErrNotFound where the owner's account was deleted.
	CreateLadder(ctx context.Context, l Ladder, b LadderBounds) error
	// ChangeLadder replaces a ladder but for its Owner, Games and Created, keeps an event, and
	// notes who has come and gone. The error is ErrNotFound where there is no such ladder or the
	// account of somebody who comes was deleted, a *Conflict where it has not version
	// c.Ladder.Version-1, or ErrFull where somebody who comes is on as many as b says. It
	// returns when everything is on disk; after an error nothing has changed.
	ChangeLadder(ctx context.Context, c LadderChange, b LadderBounds) error
	// Ladder returns a ladder, or ErrNotFound.
	Ladder(ctx context.Context, id string) (Ladder, error)
	// LadderOfGames returns the ladder whose games' ids begin so, or ErrNotFound.
	LadderOfGames(ctx context.Context, games string) (Ladder, error)
	// LadderEvents returns the events that are kept of a ladder, oldest first.
	LadderEvents(ctx context.Context, id string) ([][]byte, error)
	// LadderPlayers returns who is on a ladder, by id. Whose account was deleted is not.
	LadderPlayers(ctx context.Context, id string) ([]string, error)
	// Ladders returns those that are listed and not closed, newest change first.
	Ladders(ctx context.Context, limit int) ([]Ladder, error)
	// LaddersOf returns those that somebody made or is on, newest change first.
	LaddersOf(ctx context.Context, player string) ([]Ladder, error)
	// LaddersDue returns at most limit ladders that are due by a time, longest due first.
	LaddersDue(ctx context.Context, by time.Time, limit int) ([]Ladder, error)
	// DeleteLadder forgets a ladder that has a version; its games stay. The error is ErrNotFound,
	// or a *Conflict where it has another one.
	DeleteLadder(ctx context.Context, id string, version int) error
}

// Ladder is a club ladder as it is now.
type Ladder struct {
	ID      string
	Owner   string // id of the player who made it
	Title   string // "" where its owner's account was deleted
	Games   string // with which the ids of its games begin
	Listed  bool
	Closed  bool
	Version int // changes so far
	Created time.Time
	Changed time.Time
	Due     time.Time // when there is something to do in it, the zero time for never
	State   []byte    // JSON
}

// LadderChange is a change of a ladder.
type LadderChange struct {
	Ladder Ladder
	Event  []byte   // nil for none
	Joined []string // ids of those who come
	Left   []string // ids of those who go
}

// LadderBounds bound how many ladders there are.
type LadderBounds struct {
	Each   int // made by one player
	All    int
	Joined int // that one player is on
}
