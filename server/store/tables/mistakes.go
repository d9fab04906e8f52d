package tables

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"moyo/server/store"
)

const mistakeColumns = `owner, game, number, created, tried, solved, last, step, lapses, due, body`

// AddMistakes implements store.Mistakes.
func (s *Store) AddMistakes(ctx context.Context, owner string, add []store.Mistake) (added int, err error) {
	add = slices.Clone(add)
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		added = 0 // also where this is carried out again
		if err := w.Present(ctx, owner); err != nil {
			return err
		}
		for _, m := range add {
			res, err := w.run(ctx, `INSERT INTO mistakes (`+mistakeColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
				owner, m.Game, m.Number, m.Created.UnixMilli(), m.Tried, m.Solved, milliOrNull(m.Last),
				m.Step, m.Lapses, milliOrNull(m.Due), append([]byte{}, m.Body...))
			if err != nil {
				return err
			}
			n, err := res.RowsAffected()
			if err != nil {
				return err
			}
			added += int(n)
		}
		var have int
		if err := w.Row(ctx, `SELECT count(*) FROM mistakes WHERE owner = ?`, owner).Scan(&have); err != nil {
			return err
		}
		if have > store.MaxMistakes {
			return store.ErrFull
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return added, nil
}

// SaveMistake implements store.Mistakes.
func (s *Store) SaveMistake(ctx context.Context, m store.Mistake) error {
	m.Body = append([]byte{}, m.Body...)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, `
			UPDATE mistakes SET tried = ?, solved = ?, last = ?, step = ?, lapses = ?, due = ?, body = ?
			WHERE owner = ? AND game = ? AND number = ?`,
			m.Tried, m.Solved, milliOrNull(m.Last), m.Step, m.Lapses, milliOrNull(m.Due), m.Body, m.Owner, m.Game, m.Number))(store.ErrNotFound)
	})
}

// DeleteMistake implements store.Mistakes.
func (s *Store) DeleteMistake(ctx context.Context, owner, game string, number int) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, `DELETE FROM mistakes WHERE owner = ? AND game = ? AND number = ?`, owner, game, number))(store.ErrNotFound)
	})
}

// Mistakes implements store.Mistakes.
func (s *Store) Mistakes(ctx context.Context, owner string) ([]store.Mistake, error) {
	return list(ctx, s, scanMistake, `SELECT `+mistakeColumns+` FROM mistakes WHERE owner = ? ORDER BY created DESC, game, number`, owner)
}

// Mistake implements store.Mistakes.
func (s *Store) Mistake(ctx context.Context, owner, game string, number int) (store.Mistake, error) {
	return one(ctx, s, scanMistake, `SELECT `+mistakeColumns+` FROM mistakes WHERE owner = ? AND game = ? AND number = ?`, owner, game, number)
}

func scanMistake(row scanner) (m store.Mistake, err error) {
	var created int64
	var last, due sql.NullInt64
	err = row.Scan(&m.Owner, &m.Game, &m.Number, &created, &m.Tried, &m.Solved, &last, &m.Step, &m.Lapses, &due, &m.Body)
	m.Created, m.Last, m.Due = time.UnixMilli(created).UTC(), timeOrZero(last), timeOrZero(due)
	return m, err
}
