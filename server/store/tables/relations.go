package tables

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/store"
)

// Relate implements store.Relations.
func (s *Store) Relate(ctx context.Context, r store.Relation, most int) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		var n int
		err := w.Row(ctx, `SELECT 1 FROM relations WHERE player = ? AND kind = ? AND other = ?`, r.Player, string(r.Kind), r.Other).Scan(&n)
		if !errors.Is(err, sql.ErrNoRows) {
			return err // nil if it exists already
		}
		if err := w.Row(ctx, `SELECT count(*) FROM relations WHERE player = ? AND kind = ?`, r.Player, string(r.Kind)).Scan(&n); err != nil {
			return err
		}
		if n >= most {
			return store.ErrFull
		}
		_, err = w.run(ctx, `INSERT INTO relations (player, kind, other, created) VALUES (?, ?, ?, ?)`,
			r.Player, string(r.Kind), r.Other, r.Created.UnixMilli())
		return err
	})
}

// Unrelate implements store.Relations.
func (s *Store) Unrelate(ctx context.Context, player string, kind store.RelationKind, other string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, `DELETE FROM relations WHERE player = ? AND kind = ? AND other = ?`, player, string(kind), other)
		return err
	})
}

// Related implements store.Relations.
func (s *Store) Related(ctx context.Context, player string, kind store.RelationKind) ([]store.Relation, error) {
	return list(ctx, s, scanRelation, `SELECT player, kind, other, created FROM relations
		WHERE player = ? AND kind = ? ORDER BY created DESC, other`, player, string(kind))
}

// HasRelation implements store.Relations.
func (s *Store) HasRelation(ctx context.Context, player string, kind store.RelationKind, other string) (has bool, err error) {
	err = s.readers.row(ctx, `SELECT EXISTS (SELECT 1 FROM relations WHERE player = ? AND kind = ? AND other = ?)`,
		player, string(kind), other).Scan(&has)
	return has, s.orClosed(err)
}

func scanRelation(row scanner) (r store.Relation, err error) {
	var created int64
	err = row.Scan(&r.Player, &r.Kind, &r.Other, &created)
	r.Created = time.UnixMilli(created).UTC()
	return r, err
}
