package tables

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"moyo/server/store"
)

// SaveReview implements store.Reviews.
func (s *Store) SaveReview(ctx context.Context, r store.Review, most int64) error {
	if int64(len(r.Body)) > most {
		return store.ErrFull
	}
	body := slices.Clone(r.Body)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		var version int
		err := w.Row(ctx, versionOf, r.Game).Scan(&version)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		if err != nil {
			return err
		}
		if _, err := w.run(ctx, upsert("reviews", "game", "at, bytes, body"), r.Game, r.At.UnixMilli(), len(body), body); err != nil {
			return err
		}
		return w.boundReviews(ctx, r.Game, most)
	})
}

// boundReviews forgets the oldest reviews while there are too many, but that of one game.
func (w *writer) boundReviews(ctx context.Context, but string, most int64) error {
	for {
		var have int64
		if err := w.Row(ctx, `SELECT coalesce(sum(bytes), 0) FROM reviews`).Scan(&have); err != nil || have <= most {
			return err
		}
		if _, err := w.run(ctx, `DELETE FROM reviews WHERE game = (SELECT game FROM reviews WHERE game <> ? ORDER BY at, game LIMIT 1)`,
			but); err != nil {
			return err
		}
	}
}

// Review implements store.Reviews.
func (s *Store) Review(ctx context.Context, game string) (store.Review, error) {
	return one(ctx, s, func(row scanner) (r store.Review, err error) {
		var at int64
		err = row.Scan(&r.Game, &at, &r.Body)
		r.At = time.UnixMilli(at).UTC()
		return r, err
	}, `SELECT game, at, body FROM reviews WHERE game = ?`, game)
}
