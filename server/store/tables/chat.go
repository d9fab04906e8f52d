package tables

import (
	"context"
	"math"
	"slices"
	"time"

	"moyo/server/store"
)

// AddLine implements store.Chat.
func (s *Store) AddLine(ctx context.Context, l store.Line) (id int64, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) (err error) {
		id, err = inserted(w.Row(ctx, `INSERT INTO chat (game, room, player, seat, text, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
			l.Game, l.Room, l.Player, l.Seat, w.dialect.Said(l.Text), l.At.UnixMilli()))
		return err
	})
	return id, err
}

// inserted returns the id of the row that a statement has inserted.
func inserted(row scanner) (id int64, err error) {
	err = row.Scan(&id)
	return id, err
}

const lineColumns = `id, game, room, player, seat, text, at, removed`

// Line implements store.Chat.
func (s *Store) Line(ctx context.Context, id int64) (store.Line, error) {
	return one(ctx, s, scanLine, `SELECT `+lineColumns+` FROM chat WHERE id = ?`, id)
}

// Lines implements store.Chat.
func (s *Store) Lines(ctx context.Context, q store.LineQuery) ([]store.Line, error) {
	where := `SELECT ` + lineColumns + ` FROM chat WHERE game = ? AND room = ? AND id > ? AND id < ? ORDER BY id `
	before := q.Before
	if before == 0 {
		before = math.MaxInt64
	}
	args := []any{q.Game, q.Room, q.After, before, q.Limit}
	if q.After > 0 {
		return list(ctx, s, scanLine, where+`LIMIT ?`, args...)
	}
	lines, err := list(ctx, s, scanLine, where+`DESC LIMIT ?`, args...)
	slices.Reverse(lines)
	return lines, err
}

// LinesBy implements store.Chat.
func (s *Store) LinesBy(ctx context.Context, player string, after int64, limit int) ([]store.Line, error) {
	return list(ctx, s, scanLine, `SELECT `+lineColumns+` FROM chat WHERE player = ? AND id > ? ORDER BY id LIMIT ?`, player, after, limit)
}

// CountLines implements store.Chat.
func (s *Store) CountLines(ctx context.Context, game, room string) (n int, err error) {
	err = s.readers.row(ctx, `SELECT count(*) FROM chat WHERE game = ? AND room = ?`, game, room).Scan(&n)
	return n, s.orClosed(err)
}

func scanLine(row scanner) (l store.Line, err error) {
	var at int64
	err = row.Scan(&l.ID, &l.Game, &l.Room, &l.Player, &l.Seat, &l.Text, &at, &l.Removed)
	l.At = time.UnixMilli(at).UTC()
	return l, err
}
