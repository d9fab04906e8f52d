package tables

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"moyo/server/store"
)

// SaveNotification implements store.Notifications.
func (s *Store) SaveNotification(ctx context.Context, n store.Notification) (id int64, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		id, err = w.saveNotification(ctx, n)
		return err
	})
	return id, err
}

// saveNotification stores one notification, or returns store.ErrExists.
func (w *writer) saveNotification(ctx context.Context, v store.Notification) (id int64, err error) {
	id, err = inserted(w.Row(ctx, `
		INSERT INTO notifications (player, sender, kind, key, text, path, created, read) VALUES (?, ?, ?, ?, ?, ?, ?, FALSE)
		ON CONFLICT (player, key) DO NOTHING RETURNING id`,
		v.Player, v.Sender, string(v.Kind), v.Key, v.Text, v.Path, v.Created.UnixMilli()))
	if errors.Is(err, sql.ErrNoRows) {
		return 0, store.ErrExists
	}
	if err != nil {
		return 0, err
	}
	_, err = w.run(ctx, `DELETE FROM notifications WHERE id IN
			(SELECT id FROM notifications WHERE player = ? ORDER BY id DESC LIMIT `+store.NoLimit+` OFFSET ?)`, v.Player, store.MaxNotifications)
	return id, err
}

// NotifyOf implements store.Notifications.
func (s *Store) NotifyOf(ctx context.Context, number int64, list []store.Notification) (kept []store.Notification, err error) {
	list = slices.Clone(list)
	err = s.submit(ctx, len(list), func(ctx context.Context, w *writer) error {
		kept = nil // this function may run again
		for _, n := range list {
			id, err := w.saveNotification(ctx, n)
			if errors.Is(err, store.ErrExists) {
				continue
			}
			if err != nil {
				return err
			}
			n.ID, n.Created, n.Read = id, store.Milli(n.Created), false
			kept = append(kept, n)
		}
		_, err := w.hear(ctx, store.SubscriberNotify, number)
		return err
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

// Notifications implements store.Notifications.
func (s *Store) Notifications(ctx context.Context, player string) ([]store.Notification, error) {
	return list(ctx, s, scanNotification, `SELECT id, player, sender, kind, key, text, path, created, read
		FROM notifications WHERE player = ? ORDER BY id DESC`, player)
}

func scanNotification(row scanner) (n store.Notification, err error) {
	var created int64
	err = row.Scan(&n.ID, &n.Player, &n.Sender, &n.Kind, &n.Key, &n.Text, &n.Path, &created, &n.Read)
	n.Created = time.UnixMilli(created).UTC()
	return n, err
}

// ReadNotifications implements store.Notifications.
func (s *Store) ReadNotifications(ctx context.Context, player string, upTo int64) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, `UPDATE notifications SET read = TRUE WHERE player = ? AND id <= ? AND NOT read`, player, upTo)
		return err
	})
}

// SaveWishes implements store.Notifications.
func (s *Store) SaveWishes(ctx context.Context, player string, wishes []byte, at time.Time) error {
	body := append([]byte{}, wishes...)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, store.Upsert("wishes", "player", "body, updated"), player, body, at.UnixMilli())
		return err
	})
}

// Wishes implements store.Notifications.
func (s *Store) Wishes(ctx context.Context, player string) (wishes []byte, err error) {
	err = s.readers.row(ctx, `SELECT body FROM wishes WHERE player = ?`, player).Scan(&wishes)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, store.ErrNotFound
	}
	return wishes, s.orClosed(err)
}

// SaveSubscription implements store.Notifications.
func (s *Store) SaveSubscription(ctx context.Context, v store.Subscription) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if _, err := w.run(ctx, store.Upsert("subscriptions", "endpoint", "player, session, key, auth, seen"),
			v.Endpoint, v.Player, v.Session, v.Key, v.Auth, v.Seen.UnixMilli()); err != nil {
			return err
		}
		_, err := w.run(ctx, `DELETE FROM subscriptions WHERE endpoint IN
			(SELECT endpoint FROM subscriptions WHERE player = ? ORDER BY seen DESC, endpoint LIMIT `+store.NoLimit+` OFFSET ?)`,
			v.Player, store.MaxSubscriptions)
		return err
	})
}

// Subscriptions implements store.Notifications.
func (s *Store) Subscriptions(ctx context.Context, player string) ([]store.Subscription, error) {
	return list(ctx, s, scanSubscription, `SELECT endpoint, player, session, key, auth, seen
		FROM subscriptions WHERE player = ? ORDER BY seen DESC, endpoint`, player)
}

func scanSubscription(row scanner) (v store.Subscription, err error) {
	var seen int64
	err = row.Scan(&v.Endpoint, &v.Player, &v.Session, &v.Key, &v.Auth, &seen)
	v.Seen = time.UnixMilli(seen).UTC()
	return v, err
}

// EndSubscription implements store.Notifications.
func (s *Store) EndSubscription(ctx context.Context, player, endpoint string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, `DELETE FROM subscriptions WHERE player = ? AND endpoint = ?`, player, endpoint))(store.ErrNotFound)
	})
}

// EndSubscriptions implements store.Notifications.
func (s *Store) EndSubscriptions(ctx context.Context, session string, before time.Time) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, `DELETE FROM subscriptions WHERE session = ? OR seen < ?`, session, before.UnixMilli())
		return err
	})
}

// WantDigest implements store.Notifications.
func (s *Store) WantDigest(ctx context.Context, player string, since time.Time) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, `
			INSERT INTO digests (player, since, sent) VALUES (?, ?, 0)
			ON CONFLICT (player) DO UPDATE SET since = coalesce(digests.since, excluded.since)`,
			player, since.UnixMilli())
		return err
	})
}

// Digests implements store.Notifications.
func (s *Store) Digests(ctx context.Context, since, sent time.Time, limit int) ([]string, error) {
	return list(ctx, s, store.Value[string],
		`SELECT player FROM digests WHERE since IS NOT NULL AND since <= ? AND sent <= ? ORDER BY since, player LIMIT ?`,
		since.UnixMilli(), sent.UnixMilli(), limit)
}

// TakeDigest implements store.Notifications.
func (s *Store) TakeDigest(ctx context.Context, player string, last, at time.Time) (mine bool, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		res, err := w.run(ctx, `UPDATE digests SET since = NULL, sent = ? WHERE player = ? AND since IS NOT NULL AND sent <= ?`,
			at.UnixMilli(), player, last.UnixMilli())
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		mine = n > 0
		return err
	})
	return mine && err == nil, err
}

// Secret implements store.Notifications.
func (s *Store) Secret(ctx context.Context, name string, fresh []byte) (secret []byte, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if _, err := w.run(ctx, `INSERT INTO secrets (name, body) VALUES (?, ?) ON CONFLICT DO NOTHING`, name, fresh); err != nil {
			return err
		}
		return w.Row(ctx, `SELECT body FROM secrets WHERE name = ?`, name).Scan(&secret)
	})
	return secret, err
}
