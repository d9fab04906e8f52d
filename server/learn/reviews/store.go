package reviews

import (
	"context"
	"time"

	"moyo/server/store"
)

// keptReview is a stored review.
type keptReview struct {
	Game string
	At   time.Time
	Body []byte // a [wire.Review] as JSON
}

// archive stores the reviews of finished games in a database.
type archive struct{ db store.DB }

// save stores the review of a game, replacing an earlier one. It deletes the oldest reviews of other games while the total exceeds
// most bytes. The error is store.ErrNotFound if the game does not exist, or store.ErrFull if the review alone exceeds most.
func (a archive) save(ctx context.Context, r keptReview, most int64) error {
	if int64(len(r.Body)) > most {
		return store.ErrFull
	}
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if _, err := store.One(ctx, tx, store.Value[int], `SELECT version FROM games WHERE id = ?`, r.Game); err != nil {
			return err
		}
		if _, err := tx.Run(ctx, `
			INSERT INTO reviews (game, at, bytes, body) VALUES (?, ?, ?, ?)
			ON CONFLICT (game) DO UPDATE SET at = excluded.at, bytes = excluded.bytes, body = excluded.body`,
			r.Game, r.At.UnixMilli(), len(r.Body), r.Body); err != nil {
			return err
		}
		return bound(ctx, tx, r.Game, most)
	})
}

// bound deletes the oldest reviews while the total is too large, except that of one game.
func bound(ctx context.Context, tx store.Tx, but string, most int64) error {
	for {
		var have int64
		if err := tx.Row(ctx, `SELECT coalesce(sum(bytes), 0) FROM reviews`).Scan(&have); err != nil || have <= most {
			return err
		}
		if _, err := tx.Run(ctx, `DELETE FROM reviews WHERE game = (SELECT game FROM reviews WHERE game <> ? ORDER BY at, game LIMIT 1)`,
			but); err != nil {
			return err
		}
	}
}

// one returns the review of a game, or store.ErrNotFound.
func (a archive) one(ctx context.Context, game string) (keptReview, error) {
	return store.One(ctx, a.db, func(row store.Row) (r keptReview, err error) {
		var at int64
		err = row.Scan(&r.Game, &at, &r.Body)
		r.At = time.UnixMilli(at).UTC()
		return r, err
	}, `SELECT game, at, body FROM reviews WHERE game = ?`, game)
}
