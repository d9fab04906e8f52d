package store

import (
	"context"
	"time"
)

// Chat stores what people say in games, separately from the games' logs.
type Chat interface {
	// AddLine stores a line under the next id and returns the id.
	AddLine(ctx context.Context, l Line) (int64, error)
	// Line returns a line by its id, or ErrNotFound.
	Line(ctx context.Context, id int64) (Line, error)
	// Lines returns lines of a room in the order of their ids.
	Lines(ctx context.Context, q LineQuery) ([]Line, error)
	// LinesBy returns the lines of a player in all rooms, by id: at most limit lines
	// with larger ids than after.
	LinesBy(ctx context.Context, player string, after int64, limit int) ([]Line, error)
	// CountLines returns how many lines a room has.
	CountLines(ctx context.Context, game, room string) (int, error)
}

// Line is one line of a chat.
type Line struct {
	ID      int64 // ascending in time
	Game    string
	Room    string // opaque to the store
	Player  string // id of the speaker
	Seat    string // the speaker's seat in the game, "" for a spectator
	Text    string
	At      time.Time
	Removed bool // by a moderator; the text stays in the store
}

// LineQuery selects lines of a room next to an id.
type LineQuery struct {
	Game, Room string
	After      int64 // 0: the last lines before Before; otherwise the first lines after this id
	Before     int64 // 0 for no bound
	Limit      int
}
