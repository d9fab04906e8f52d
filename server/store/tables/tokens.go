package tables

import (
	"context"
	"database/sql"
	"time"

	"moyo/server/store"
)

// AddToken implements store.Tokens.
func (s *Store) AddToken(ctx context.Context, t store.Token, most int) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.Present(ctx, t.Player); err != nil {
			return err
		}
		var n int
		if err := w.Row(ctx, `SELECT count(*) FROM tokens WHERE player = ?`, t.Player).Scan(&n); err != nil {
			return err
		}
		if n >= most {
			return store.ErrFull
		}
		_, err := w.run(ctx, `INSERT INTO tokens (hash, player, title, scopes, created, used) VALUES (?, ?, ?, ?, ?, ?)`,
			t.Hash, t.Player, t.Title, t.Scopes, t.Created.UnixMilli(), store.MilliOrNull(t.Used))
		return w.OrExists(err)
	})
}

// UseToken implements store.Tokens.
func (s *Store) UseToken(ctx context.Context, hash string, at time.Time) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, `UPDATE tokens SET used = ? WHERE hash = ?`, at.UnixMilli(), hash))(store.ErrNotFound)
	})
}

// EndToken implements store.Tokens.
func (s *Store) EndToken(ctx context.Context, player, hash string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, `DELETE FROM tokens WHERE player = ? AND hash = ?`, player, hash))(store.ErrNotFound)
	})
}

const tokenColumns = `hash, player, title, scopes, created, used`

// Token implements store.Tokens.
func (s *Store) Token(ctx context.Context, hash string) (store.Token, error) {
	return one(ctx, s, scanToken, `SELECT `+tokenColumns+` FROM tokens WHERE hash = ?`, hash)
}

// Tokens implements store.Tokens.
func (s *Store) Tokens(ctx context.Context, player string) ([]store.Token, error) {
	return list(ctx, s, scanToken, `SELECT `+tokenColumns+` FROM tokens WHERE player = ? ORDER BY created DESC, hash`, player)
}

func scanToken(row scanner) (t store.Token, err error) {
	var created int64
	var used sql.NullInt64
	err = row.Scan(&t.Hash, &t.Player, &t.Title, &t.Scopes, &created, &used)
	t.Created, t.Used = time.UnixMilli(created).UTC(), store.TimeOrZero(used)
	return t, err
}
