package tables

import (
	"context"
	"slices"
	"time"

	"moyo/server/store"
)

// CreateSimul implements store.Simuls.
func (s *Store) CreateSimul(ctx context.Context, v store.Simul, b store.SimulBounds) error {
	v.Body = slices.Clone(v.Body)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.isThere(ctx, v.Owner); err != nil {
			return err
		}
		res, err := w.run(ctx, `INSERT INTO simuls (id, owner, title, phase, version, created, changed, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, v.ID, v.Owner, v.Title, v.Phase, v.Version, v.Created.UnixMilli(), v.Changed.UnixMilli(), octetsOf(v.Body))
		if err := changed(res, err)(store.ErrExists); err != nil {
			return err
		}
		return w.withinBounds(ctx, `SELECT count(*), coalesce(sum(CASE WHEN owner = ? THEN 1 ELSE 0 END), 0) FROM simuls WHERE phase NOT IN ('`+store.SimulOver+`', '`+store.SimulCancelled+`')`, v.Owner, b.Each, b.All)
	})
}

// withinBounds returns store.ErrFull where all together, or an owner, have more than they may.
func (w *writer) withinBounds(ctx context.Context, have, owner string, each, most int) error {
	var all, own int
	if err := w.row(ctx, have, owner).Scan(&all, &own); err != nil {
		return err
	}
	if all > most || own > each {
		return store.ErrFull
	}
	return nil
}

// SaveSimul implements store.Simuls.
func (s *Store) SaveSimul(ctx context.Context, v store.Simul) error {
	v.Body = slices.Clone(v.Body)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.versionBefore(ctx, `SELECT version FROM simuls WHERE id = ?`+w.dialect.Lock, v.ID, v.ID, v.Version-1); err != nil {
			return err
		}
		_, err := w.run(ctx, `UPDATE simuls SET phase = ?, version = ?, changed = ?, body = ? WHERE id = ?`, v.Phase, v.Version, v.Changed.UnixMilli(), octetsOf(v.Body), v.ID)
		return err
	})
}

// simulColumns are what scanSimul reads.
const simulColumns = `id, owner, title, phase, version, created, changed, body`

func scanSimul(row scanner) (v store.Simul, err error) {
	var created, last int64
	err = row.Scan(&v.ID, &v.Owner, &v.Title, &v.Phase, &v.Version, &created, &last, &v.Body)
	v.Created, v.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(last).UTC()
	return v, err
}

// Simul implements store.Simuls.
func (s *Store) Simul(ctx context.Context, id string) (store.Simul, error) {
	return one(ctx, s, scanSimul, `SELECT `+simulColumns+` FROM simuls WHERE id = ?`, id)
}

// SimulsIn implements store.Simuls.
func (s *Store) SimulsIn(ctx context.Context, phase string, limit int) ([]store.Simul, error) {
	return list(ctx, s, scanSimul, `SELECT `+simulColumns+` FROM simuls WHERE phase = ? ORDER BY changed DESC, id LIMIT ?`, phase, limit)
}

// SimulsOf implements store.Simuls.
func (s *Store) SimulsOf(ctx context.Context, owner string, limit int) ([]store.Simul, error) {
	return list(ctx, s, scanSimul, `SELECT `+simulColumns+` FROM simuls WHERE owner = ? AND title <> '' ORDER BY created DESC, id LIMIT ?`, owner, limit)
}

// ForgetSimuls implements store.Simuls.
func (s *Store) ForgetSimuls(ctx context.Context, before time.Time) (n int, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		res, err := w.run(ctx, `DELETE FROM simuls WHERE phase = '`+store.SimulCancelled+`' AND changed < ?`, before.UnixMilli())
		if err != nil {
			return err
		}
		gone, err := res.RowsAffected()
		n = int(gone)
		return err
	})
	return n, err
}
