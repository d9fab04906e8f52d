package tables

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/store"
)

// Invite implements store.Invitations.
func (s *Store) Invite(ctx context.Context, i store.Invitation) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if _, err := w.run(ctx, `DELETE FROM invitations WHERE player = ?`, i.Player); err != nil {
			return err
		}
		_, err := w.run(ctx, `INSERT INTO invitations (hash, player, created, expires) VALUES (?, ?, ?, ?)`,
			i.Hash, i.Player, i.Created.UnixMilli(), i.Expires.UnixMilli())
		return err
	})
}

// Redeem implements store.Invitations.
func (s *Store) Redeem(ctx context.Context, hash string, now time.Time) (player string, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		err := w.Row(ctx, `DELETE FROM invitations WHERE hash = ? AND expires > ? RETURNING player`, hash, now.UnixMilli()).Scan(&player)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		return err
	})
	return player, err
}
