// Package store is the interface of what stores games: a game is a header, for
// lists, and a log of events, from which the game is rebuilt. The
// implementations are server/store/sqlite and server/store/postgres;
// both pass server/store/storetest.
//
// An Append names the version that the writer expects, so that two writers
// cannot both continue from the same state. It also names the command that
// caused the change, so that a repeated command is recognised even after a
// restart.
package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"moyo/game"
	"moyo/game/match"
)

// Game is the header of a game: what a list of games shows.
type Game struct {
	ID         string
	Board      string // spec
	BoardTitle string
	Rules      string // canonical id
	Black      match.Seat
	White      match.Seat
	Clock      string // spec, "" for none
	Rated      bool
	Private    bool // only its players see it in lists
	Estimates  bool // its players may ask for an estimate of the score
	Colors     match.Colors
	Partners   int    // how many people play alternately on each side, 0 for a single player
	Speed      string // class of the clock, "" for none
	Phase      match.Phase
	Ply        int
	Turn       game.Color // the seat whose turn it is; Empty for neither
	Result     string
	Winner     game.Color // the seat that has won, Empty for neither
	Version    int        // number of events
	Created    time.Time
	Updated    time.Time
	Deadline   time.Time // when the flag of the person to move falls without time credits; zero if no flag can fall
}

// Players returns the ids of the players at a game, including players for whom a seat is kept.
func (g Game) Players() []string { return append(g.Black.Players(), g.White.Players()...) }

// SideOf returns the seat of a player, taken or kept for them; Empty for neither.
func (g Game) SideOf(player string) game.Color {
	switch {
	case g.Black.Has(player):
		return game.Black
	case g.White.Has(player):
		return game.White
	}
	return game.Empty
}

// NameOf returns the name of a player at a game, "" without a seat.
func (g Game) NameOf(player string) string { return g.SeatOf(g.SideOf(player)).NameOf(player) }

// SeatOf returns the seat of the player Black or White.
func (g Game) SeatOf(side game.Color) match.Seat {
	if side == game.White {
		return g.White
	}
	return g.Black
}

// Awaited returns the id of the player to move in a game between people, "" for none;
// for a team, the player who plays its next turn. A game against a program returns "".
func (g Game) Awaited() string {
	switch {
	case g.Black.Player == "" || g.White.Player == "":
		return ""
	case g.Turn == game.Black:
		return g.Black.Player
	case g.Turn == game.White:
		return g.White.Player
	}
	return ""
}

// AllowsEstimates reports whether the players may ask for an estimate of the score: if they
// agreed on it, and against a program, but never in a rated game.
func (g Game) AllowsEstimates() bool {
	return !g.Rated && (g.Estimates || g.Black.Kind == match.Engine || g.White.Kind == match.Engine)
}

// Entry is one event of a game's log with the id of the command that caused it,
// unique in the game; "" for the server's own events.
type Entry struct {
	Command string
	Event   match.Event
}

// Board is an uploaded board: its canonical JSON by content hash.
type Board struct {
	Hash    string // the part of its spec after "id:"
	Title   string
	JSON    []byte
	Created time.Time
}

// Store stores games, boards, players and their training. It is safe for concurrent
// use. Times are stored to the millisecond and returned in UTC.
type Store interface {
	// Create stores a new game with its first events. g.Version must be the number of
	// entries, and no two entries may have the same command. The error is ErrExists if
	// the game exists, or ErrNotFound if its board is an uploaded one ("id:") that does
	// not exist. Create returns when everything is on disk; after an error nothing
	// has changed.
	Create(ctx context.Context, g Game, entries ...Entry) error
	// Append adds entries to the log of the game g.ID, which must have g.Version-len(entries)
	// events, and replaces its header by g; without entries it replaces only the
	// header. It returns when everything is on disk; after an error nothing has
	// changed. The error is ErrNotFound, a *Conflict if the game has another
	// version, or a *Repeat if the log contains one of the commands. If two entries
	// have the same command, it returns any error.
	Append(ctx context.Context, g Game, entries ...Entry) error
	// Game returns a game's header, or ErrNotFound.
	Game(ctx context.Context, id string) (Game, error)
	// Games returns the headers of those games that exist, each once, in any
	// order.
	Games(ctx context.Context, ids []string) ([]Game, error)
	// Load returns a game with its whole log, or ErrNotFound.
	Load(ctx context.Context, id string) (Game, []Entry, error)
	// List returns headers of games, newest change first.
	List(ctx context.Context, q Query) ([]Game, error)
	// SaveBoard stores a board and records owner as an owner. A board that exists stays
	// unchanged, but owner sees it under b.Title; a board that owner already has stays
	// entirely unchanged.
	SaveBoard(ctx context.Context, owner string, b Board) error
	// LoadBoard returns a board by its hash, with its first owner's title, or
	// ErrNotFound.
	LoadBoard(ctx context.Context, hash string) (Board, error)
	// Boards returns owner's boards without their JSON, newest first.
	Boards(ctx context.Context, owner string, limit int) ([]Board, error)
	Players
	Tokens
	Accounts
	Outbox
	Ratings
	Clocks
	Audit
	DB
	Keeping
	// Ready writes a few bytes to disk and returns when they are on disk. The error
	// explains why games cannot be written now.
	Ready(ctx context.Context, at time.Time) error
	// Close waits for pending writes and frees the store.
	Close() error
}

// Errors that callers distinguish.
var (
	ErrNotFound = errors.New("not found")
	ErrExists   = errors.New("exists already")
	ErrClosed   = errors.New("the store is closed")
	ErrFull     = errors.New("the limit is reached")
	ErrTaken    = errors.New("it belongs to another owner")
	ErrDone     = errors.New("already done")
	// ErrUnknown means that the connection to the database was lost during a write: either all
	// of it was written, or nothing. If it was, a retry with the same commands returns a
	// *Repeat.
	ErrUnknown = errors.New("unknown whether the write succeeded")
	// ErrReadOnly means that the database is damaged and accepts no writes.
	ErrReadOnly = errors.New("the database is damaged and read-only")
	// ErrNoSpace means that the disk is full. Nothing was written.
	ErrNoSpace = errors.New("the disk of the database is full")
)

// Damaged is the error of a game whose log differs from what was written.
type Damaged struct {
	Game  string
	Whole int // number of intact events at its start
}

func (d *Damaged) Error() string {
	return fmt.Sprintf("the log of game %s is damaged after event %d", d.Game, d.Whole)
}

// Record returns a game record with a note about the damage, in place of the lost game.
func (d *Damaged) Record() string {
	return fmt.Sprintf("(;FF[4]C[Game %s is missing: the server's disk damaged it after event %d.])", d.Game, d.Whole)
}

// Conflict is the error of an Append that expects another version.
type Conflict struct {
	Game       string
	Have, Want int // events in the log, and events that the writer expected
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("game %s has %d events, not %d", c.Game, c.Have, c.Want)
}

// Repeat is the error of an Append whose command is already in the log.
type Repeat struct {
	Game    string
	Command string
	Version int // of the event that the command caused
}

func (r *Repeat) Error() string {
	return fmt.Sprintf("game %s: command %q was carried out as event %d", r.Game, r.Command, r.Version)
}

// Milli returns t as a store keeps it: in UTC, to the millisecond.
func Milli(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
