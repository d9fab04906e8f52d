package tables

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/store"
)

// invitations are the writer's statements for the codes that operators give out.
type invitations struct {
	uninvite *stmt
	invite   *stmt
	redeem   *stmt
}

func (i *invitations) statements() []statement {
	return []statement{
		{&i.uninvite, `DELETE FROM invitations WHERE player = ?`},
		{&i.invite, `INSERT INTO invitations (hash, player, created, expires) VALUES (?, ?, ?, ?)`},
		{&i.redeem, `DELETE FROM invitations WHERE hash = ? AND expires > ? RETURNING player`},
	}
}

// Invite implements store.Invitations.
func (s *Store) Invite(ctx context.Context, i store.Invitation) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if _, err := w.invitations.uninvite.ExecContext(ctx, i.Player); err != nil {
			return err
		}
		_, err := w.invitations.invite.ExecContext(ctx, i.Hash, i.Player, i.Created.UnixMilli(), i.Expires.UnixMilli())
		return err
	})
}

// Redeem implements store.Invitations.
func (s *Store) Redeem(ctx context.Context, hash string, now time.Time) (player string, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		err := w.invitations.redeem.QueryRowContext(ctx, hash, now.UnixMilli()).Scan(&player)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		return err
	})
	return player, err
}
