package invitation

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/store"
)

// New makes a code with which a player signs in, once and until a time, and keeps its hash in a database in place of all others
// of that player.
func New(ctx context.Context, db store.DB, player string, now time.Time) (code string, until time.Time, err error) {
	code, until = newCode(), now.Add(lifetime)
	return code, until, invite(ctx, db, hashOf(code), player, now, until)
}

// invite keeps the hash of a code of a player in place of all others of theirs.
func invite(ctx context.Context, db store.DB, hash, player string, created, expires time.Time) error {
	return db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if _, err := tx.Run(ctx, `DELETE FROM invitations WHERE player = ?`, player); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `INSERT INTO invitations (hash, player, created, expires) VALUES (?, ?, ?, ?)`,
			hash, player, created.UnixMilli(), expires.UnixMilli())
		return err
	})
}

// redeem forgets the code of a hash and returns its player. The error is store.ErrNotFound where there is none, or it has
// expired by now.
func redeem(ctx context.Context, db store.DB, hash string, now time.Time) (player string, err error) {
	err = db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		err := tx.Row(ctx, `DELETE FROM invitations WHERE hash = ? AND expires > ? RETURNING player`, hash, now.UnixMilli()).Scan(&player)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		return err
	})
	return player, err
}
