package chat

import (
	"context"
	"math"
	"slices"
	"time"

	"moyo/server/store"
)

// Line is one line of a chat.
type Line struct {
	ID      int64 // ascending in time
	Game    string
	Room    string
	Player  string // id of the speaker
	Seat    string // the speaker's seat in the game, "" for a spectator
	Text    string
	At      time.Time
	Removed bool // by a moderator; the text stays in the database
}

// Query selects lines of a room next to an id.
type Query struct {
	Game, Room string
	After      int64 // 0: the last lines before Before; otherwise the first lines after this id
	Before     int64 // 0 for no bound
	Limit      int
}

// Kept is what people say in games and studies, in a database. It is separate from the games' logs.
type Kept struct{ DB store.DB }

func (cfg Config) kept() Kept { return Kept{cfg.Store} }

// Add stores a line under the next id and returns the id.
func (k Kept) Add(ctx context.Context, l Line) (id int64, err error) {
	err = k.DB.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return tx.Row(ctx, `INSERT INTO chat (game, room, player, seat, text, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
			l.Game, l.Room, l.Player, l.Seat, tx.Said(l.Text), l.At.UnixMilli()).Scan(&id)
	})
	return id, err
}

const columns = `id, game, room, player, seat, text, at, removed`

func scan(row store.Row) (l Line, err error) {
	var at int64
	err = row.Scan(&l.ID, &l.Game, &l.Room, &l.Player, &l.Seat, &l.Text, &at, &l.Removed)
	l.At = time.UnixMilli(at).UTC()
	return l, err
}

// One returns a line by its id, or store.ErrNotFound.
func (k Kept) One(ctx context.Context, id int64) (Line, error) {
	return store.One(ctx, k.DB, scan, `SELECT `+columns+` FROM chat WHERE id = ?`, id)
}

// Lines returns lines of a room in the order of their ids.
func (k Kept) Lines(ctx context.Context, q Query) ([]Line, error) {
	where := `SELECT ` + columns + ` FROM chat WHERE game = ? AND room = ? AND id > ? AND id < ? ORDER BY id `
	before := q.Before
	if before == 0 {
		before = math.MaxInt64
	}
	args := []any{q.Game, q.Room, q.After, before, q.Limit}
	if q.After > 0 {
		return store.List(ctx, k.DB, scan, where+`LIMIT ?`, args...)
	}
	lines, err := store.List(ctx, k.DB, scan, where+`DESC LIMIT ?`, args...)
	slices.Reverse(lines)
	return lines, err
}

// By returns the lines of a player in all rooms, by id: at most limit lines with larger ids than after.
func (k Kept) By(ctx context.Context, player string, after int64, limit int) ([]Line, error) {
	return store.List(ctx, k.DB, scan,
		`SELECT `+columns+` FROM chat WHERE player = ? AND id > ? ORDER BY id LIMIT ?`, player, after, limit)
}

// Count returns how many lines a room has.
func (k Kept) Count(ctx context.Context, game, room string) (int, error) {
	return store.One(ctx, k.DB, store.Value[int],
		`SELECT count(*) FROM chat WHERE game = ? AND room = ?`, game, room)
}

// Removing returns the change of a deed that removes a line. The error is store.ErrNotFound if there is no such line.
func Removing(id int64) store.Also {
	return func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound, `UPDATE chat SET removed = TRUE WHERE id = ?`, id)
	}
}

// Erasure deletes the texts of a player's lines, which others may have answered or reported.
var Erasure = []string{`UPDATE chat SET text = '', removed = TRUE WHERE player = ?`}
