package invitation

import (
	"context"
	"time"

	"moyo/server/store"
)

// New creates a code that signs a player in once, until a given time. It stores the code's hash in a database, replacing all
// earlier codes of the player.
func New(ctx context.Context, db store.DB, player string, now time.Time) (code string, until time.Time, err error) {
	code, until = newCode(), now.Add(lifetime)
	return code, until, invite(ctx, db, hashOf(code), player, now, until)
}

// invite stores the hash of a player's code, replacing all earlier ones.
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

// redeem deletes the code with a hash and returns its player. The error is store.ErrNotFound if the code does not exist or has
// expired.
func redeem(ctx context.Context, db store.DB, hash string, now time.Time) (player string, err error) {
	err = db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) (err error) {
		player, err = store.One(ctx, tx, store.Value[string],
			`DELETE FROM invitations WHERE hash = ? AND expires > ? RETURNING player`, hash, now.UnixMilli())
		return err
	})
	return player, err
}

// Erasure deletes the codes of a player.
var Erasure = []string{
	`DELETE FROM invitations WHERE player = ?`,
}
