// Package store is the contract of what keeps games: a game is a header, which
// lists are made from, and its log of events, which it is rebuilt from. The
// implementations are server/store/sqlite and server/store/postgres;
// all pass server/store/storetest.
//
// Each change is appended with the version that the writer believes the game
// has, so two writers cannot both go on from the same state, and with the id of
// the command that caused it, so a repeated command is found out even after a
// restart.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
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
	Private    bool // listed for its players only
	Estimates  bool // its players may ask how it stands
	Colors     match.Colors
	Partners   int    // how many people play on each side by turns, 0 where one does
	Speed      string // class of the clock, "" for none
	Phase      match.Phase
	Ply        int
	Turn       game.Color // the seat whose turn it is; Empty for nobody's
	Result     string
	Winner     game.Color // the seat that has won, Empty for neither
	Version    int        // number of events
	Created    time.Time
	Updated    time.Time
	Deadline   time.Time // when the flag of the person whose turn it is falls, if nobody's time is credited; zero where no flag can fall
}

// Players returns the ids of those who sit at a game, or for whom a seat is kept.
func (g Game) Players() []string { return append(g.Black.Players(), g.White.Players()...) }

// SideOf returns the seat of a player, or the one that is kept for them; Empty for neither.
func (g Game) SideOf(player string) game.Color {
	switch {
	case g.Black.Has(player):
		return game.Black
	case g.White.Has(player):
		return game.White
	}
	return game.Empty
}

// NameOf returns what a player is called at a game, "" where they have no seat.
func (g Game) NameOf(player string) string { return g.SeatOf(g.SideOf(player)).NameOf(player) }

// SeatOf returns the seat of the player Black or White.
func (g Game) SeatOf(side game.Color) match.Seat {
	if side == game.White {
		return g.White
	}
	return g.Black
}

// Awaited returns the id of the player whose turn it is in a game between
// people, "" for nobody; of a team it is who plays its next turn. A game against a program waits too, but nobody in it.
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

// AllowsEstimates says whether those who play a game may ask how it stands: where that was
// agreed on, and against a program, but never in a rated one.
func (g Game) AllowsEstimates() bool {
	return !g.Rated && (g.Estimates || g.Black.Kind == match.Engine || g.White.Kind == match.Engine)
}

// Entry is one event of a game's log with the id of the command that caused it,
// unique in the game; "" for what the server did of itself.
type Entry struct {
	Command string
	Event   match.Event
}

// Board is a board that somebody brought: its canonical JSON by content hash.
type Board struct {
	Hash    string // what its spec says after "id:"
	Title   string
	JSON    []byte
	Created time.Time
}

// Store keeps games, boards, people and how they train. It is safe for use by several
// goroutines. Times are kept to the millisecond and come back in UTC.
type Store interface {
	// Create keeps a new game with its first events. g.Version must be the
	// number of entries, and no two may carry the same command. The error is
	// ErrExists where there is such a game, or ErrNotFound where its board is one that
	// somebody brought ("id:") and is not there. It returns when everything is on
	// disk; after an error nothing has changed.
	Create(ctx context.Context, g Game, entries ...Entry) error
	// Append adds entries to the log of the game g.ID, which must have
	// g.Version-len(entries) events, and replaces its header by g; without entries it
	// replaces that alone. It returns
	// when everything is on disk; after an error nothing has changed. The error
	// is ErrNotFound, a *Conflict where the game has another version, or a
	// *Repeat where one of the commands is in the log already; two entries with
	// the same command are refused with any error.
	Append(ctx context.Context, g Game, entries ...Entry) error
	// Game returns a game's header, or ErrNotFound.
	Game(ctx context.Context, id string) (Game, error)
	// Games returns the headers of those of some games that there are, each once, in any
	// order.
	Games(ctx context.Context, ids []string) ([]Game, error)
	// Load returns a game with its whole log, or ErrNotFound.
	Load(ctx context.Context, id string) (Game, []Entry, error)
	// List returns headers of games, newest change first.
	List(ctx context.Context, q Query) ([]Game, error)
	// SaveBoard keeps a board and notes that it is one of owner's. A board that
	// is there already stays as it is, but owner knows it by b.Title; what owner
	// has already stays as it is altogether.
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
	Notifications
	Chat
	Relations
	Reports
	Audit
	DB
	Correspondence
	Keeping
	// Ready writes a few bytes to disk and returns when they are there. The error says
	// why no game could be written now.
	Ready(ctx context.Context, at time.Time) error
	// Close waits for what is being written and frees the store.
	Close() error
}

// The errors that callers tell apart.
var (
	ErrNotFound = errors.New("not found")
	ErrExists   = errors.New("exists already")
	ErrClosed   = errors.New("the store is closed")
	ErrFull     = errors.New("there are too many of them")
	ErrTaken    = errors.New("somebody else has it")
	ErrDone     = errors.New("it is done already")
	// ErrUnknown says that the connection to the database was lost while it wrote: all of
	// what was to be written is there, or nothing. Who tries again with the same commands
	// gets a *Repeat where it is.
	ErrUnknown = errors.New("it is not known whether it was written")
	// ErrReadOnly says that the database is damaged, and is not written to.
	ErrReadOnly = errors.New("the database is damaged and is only read")
	// ErrNoSpace says that the disk takes nothing more. Nothing was written.
	ErrNoSpace = errors.New("the disk of the database is full")
)

// Damaged is the error of a game whose log is not what was written.
type Damaged struct {
	Game  string
	Whole int // its first events, which are
}

func (d *Damaged) Error() string {
	return fmt.Sprintf("the log of game %s is damaged after event %d", d.Game, d.Whole)
}

// Record returns a game record that says so, in place of the one that is lost.
func (d *Damaged) Record() string {
	return fmt.Sprintf("(;FF[4]C[Game %s was damaged on the server's disk after its event %d and is left out.])", d.Game, d.Whole)
}

// Conflict is the error of an Append that believes in another version.
type Conflict struct {
	Game       string
	Have, Want int // events in the log, and events that the writer believed in
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("game %s has %d events, not %d", c.Game, c.Have, c.Want)
}

// Repeat is the error of an Append whose command is in the log already.
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

// MilliOrZero returns t as a column has it, in milliseconds since 1970, or 0 for the zero time.
func MilliOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// MilliOrNull returns a time as a column has it that is NULL for the zero time.
func MilliOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// TimeOrZero is the inverse of MilliOrNull.
func TimeOrZero(milli sql.NullInt64) time.Time {
	if !milli.Valid {
		return time.Time{}
	}
	return time.UnixMilli(milli.Int64).UTC()
}

// JSON returns what is kept as JSON, {} where that is nothing.
func JSON(text []byte) json.RawMessage {
	if !json.Valid(text) {
		return json.RawMessage("{}")
	}
	return text
}
