package tables

import (
	"context"
	"strconv"
	"strings"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

// InsertNotice writes a notice with a kind and a time for the game with an id that it ends.
// It comes before [UpdateGame], so that a game ends once.
const InsertNotice = `INSERT INTO outbox (kind, game, at) SELECT CAST(? AS TEXT), id, CAST(? AS BIGINT) FROM games
	WHERE id = ? AND phase <> '` + string(match.Finished) + `'`

// tell writes the notice of an Append that ends a game.
func (w *writer) tell(ctx context.Context, g store.Game) error {
	if g.Phase != match.Finished {
		return nil
	}
	_, err := w.run(ctx, InsertNotice, string(store.GameEnded), g.Updated.UnixMilli(), g.ID)
	return err
}

// hear records what a subscriber has handled, reports whether that is new, and deletes the notices
// that all have handled.
func (w *writer) hear(ctx context.Context, subscriber string, number int64) (news bool, err error) {
	res, err := w.run(ctx, `INSERT INTO outbox_heard (subscriber, number) VALUES (?, ?)
			ON CONFLICT (subscriber) DO UPDATE SET number = excluded.number WHERE excluded.number > outbox_heard.number`, subscriber, number)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return false, err
	}
	names := store.Subscribers()
	_, err = w.run(ctx, `DELETE FROM outbox WHERE number <= (SELECT CASE count(*) WHEN `+strconv.Itoa(len(names))+` THEN min(number) ELSE 0 END
			FROM outbox_heard WHERE subscriber IN ('`+strings.Join(names, `', '`)+`'))`)
	return n > 0, err
}

// Heard implements store.Tx.
func (w *writer) Heard(ctx context.Context, subscriber string, number int64) error {
	_, err := w.hear(ctx, subscriber, number)
	return err
}

// Heard implements store.Outbox.
func (s *Store) Heard(ctx context.Context, subscriber string, number int64) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error { return w.Heard(ctx, subscriber, number) })
}

// Notices implements store.Outbox.
func (s *Store) Notices(ctx context.Context, subscriber string, limit int) ([]store.Notice, error) {
	return list(ctx, s, func(row scanner) (n store.Notice, err error) {
		var at int64
		err = row.Scan(&n.Number, &n.Kind, &n.Game, &at)
		n.At = time.UnixMilli(at).UTC()
		return n, err
	}, `SELECT number, kind, game, at FROM outbox
		WHERE number > coalesce((SELECT number FROM outbox_heard WHERE subscriber = ?), 0) ORDER BY number LIMIT ?`, subscriber, limit)
}
