package store

import (
	"context"
	"time"
)

// Chat keeps what people say in games. A game's log knows nothing of it.
type Chat interface {
	// AddLine keeps a line under the next id, which it returns.
	AddLine(ctx context.Context, l Line) (int64, error)
	// Line returns a line by its id, or ErrNotFound.
	Line(ctx context.Context, id int64) (Line, error)
	// Lines returns lines of a room in the order of their ids.
	Lines(ctx context.Context, q LineQuery) ([]Line, error)
	// LinesBy returns what somebody has said in all rooms, in the order of the ids: at
	// most limit lines after an id.
	LinesBy(ctx context.Context, player string, after int64, limit int) ([]Line, error)
	// CountLines returns how many lines a room has.
	CountLines(ctx context.Context, game, room string) (int, error)
}

// Line is something that somebody said.
type Line struct {
	ID      int64 // ascending in time
	Game    string
	Room    string // means nothing to the store
	Player  string // id of who said it
	Seat    string // theirs in the game, "" for one who watched
	Text    string
	At      time.Time
	Removed bool // by a moderator; the text is kept
}

// LineQuery says which lines of a room are meant: those next to an id.
type LineQuery struct {
	Game, Room string
	After      int64 // 0: the last lines before Before; else the first ones after this id
	Before     int64 // 0 for no bound
	Limit      int
}
