package tables

import (
	"context"
	"time"

	"moyo/server/store"
)

// Due implements store.Clocks.
func (s *Store) Due(ctx context.Context, upTo time.Time, after store.Due, limit int) ([]store.Due, error) {
	rows, err := s.readers.query(ctx, `SELECT deadline, id FROM games
		WHERE deadline > 0 AND deadline <= ? AND (deadline, id) > (?, ?) ORDER BY deadline, id LIMIT ?`,
		upTo.UnixMilli(), store.MilliOrZero(after.At), after.Game, limit)
	if err != nil {
		return nil, s.orClosed(err)
	}
	defer rows.Close()
	due := []store.Due{}
	for rows.Next() {
		var d store.Due
		var at int64
		if err := rows.Scan(&at, &d.Game); err != nil {
			return nil, err
		}
		d.At = time.UnixMilli(at).UTC()
		due = append(due, d)
	}
	return due, rows.Err()
}

// SaveRun implements store.Clocks.
func (s *Store) SaveRun(ctx context.Context, r store.Run) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if _, err := w.run(ctx, `DELETE FROM runs WHERE seen < ?`, r.Began.Add(-store.RunsKept).UnixMilli()); err != nil {
			return err
		}
		_, err := w.run(ctx, `INSERT INTO runs (began, seen) VALUES (?, ?) ON CONFLICT (began) DO UPDATE SET seen = excluded.seen`,
			r.Began.UnixMilli(), r.Seen.UnixMilli())
		return err
	})
}

// Runs implements store.Clocks.
func (s *Store) Runs(ctx context.Context, since time.Time) ([]store.Run, error) {
	rows, err := s.readers.query(ctx, `SELECT began, seen FROM runs WHERE seen >= ? ORDER BY began`, since.UnixMilli())
	if err != nil {
		return nil, s.orClosed(err)
	}
	defer rows.Close()
	runs := []store.Run{}
	for rows.Next() {
		var began, seen int64
		if err := rows.Scan(&began, &seen); err != nil {
			return nil, err
		}
		runs = append(runs, store.Run{Began: time.UnixMilli(began).UTC(), Seen: time.UnixMilli(seen).UTC()})
	}
	return runs, rows.Err()
}
