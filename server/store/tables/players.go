package tables

import (
	"context"
	"database/sql"
	"time"

	"moyo/server/store"
)

// SavePlayer implements store.Players.
func (s *Store) SavePlayer(ctx context.Context, p store.Player) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error { return w.SavePlayer(ctx, p) })
}

func (w *writer) SavePlayer(ctx context.Context, p store.Player) error {
	res, err := w.run(ctx, `INSERT INTO players (id, role, name, skeleton, created, suspended, why, settings) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET role = excluded.role, name = excluded.name, skeleton = excluded.skeleton,
			created = excluded.created, suspended = excluded.suspended, why = excluded.why, settings = excluded.settings
			WHERE excluded.role <> 'guest' OR players.role = 'guest'`, p.ID, string(p.Role), p.Name, p.Skeleton, p.Created.UnixMilli(),
		store.MilliOrNull(p.Suspended), p.Why, store.Blob(p.Settings))
	return changed(res, w.OrExists(err))(store.ErrExists)
}

// SaveSession implements store.Players.
func (s *Store) SaveSession(ctx context.Context, v store.Session) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, store.Upsert("sessions", "hash", "player, device, address, created, seen, expires"),
			v.Hash, v.Player, v.Device, v.Address, v.Created.UnixMilli(), v.Seen.UnixMilli(), v.Expires.UnixMilli())
		return err
	})
}

// TouchSession implements store.Players.
func (s *Store) TouchSession(ctx context.Context, v store.Session) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, `UPDATE sessions SET seen = ?, expires = ?, address = ? WHERE hash = ?`,
			v.Seen.UnixMilli(), v.Expires.UnixMilli(), v.Address, v.Hash))(store.ErrNotFound)
	})
}

// EndSession implements store.Players.
func (s *Store) EndSession(ctx context.Context, player, hash string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, `DELETE FROM sessions WHERE player = ? AND hash = ?`, player, hash))(store.ErrNotFound)
	})
}

const playerColumns = `id, role, name, skeleton, created, suspended, why, settings`

// Player implements store.Players.
func (s *Store) Player(ctx context.Context, id string) (store.Player, error) {
	return s.playerBy(ctx, `id = ?`, id)
}

// PlayerNamed implements store.Players.
func (s *Store) PlayerNamed(ctx context.Context, skeleton string) (store.Player, error) {
	return s.playerBy(ctx, `skeleton = ? AND skeleton <> ''`, skeleton)
}

func (s *Store) playerBy(ctx context.Context, where string, arg any) (store.Player, error) {
	return one(ctx, s, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE `+where, arg)
}

// Members implements store.Players.
func (s *Store) Members(ctx context.Context, after string, limit int) ([]store.Player, error) {
	return list(ctx, s, scanPlayer, `
		SELECT `+playerColumns+` FROM players WHERE skeleton > ? AND skeleton <> '' AND name <> '' ORDER BY skeleton LIMIT ?`,
		after, limit)
}

func scanPlayer(row scanner) (p store.Player, err error) {
	var created int64
	var suspended sql.NullInt64
	err = row.Scan(&p.ID, &p.Role, &p.Name, &p.Skeleton, &created, &suspended, &p.Why, &p.Settings)
	p.Created, p.Suspended = time.UnixMilli(created).UTC(), store.TimeOrZero(suspended)
	return p, err
}

const sessionColumns = `hash, player, device, address, created, seen, expires`

// Session implements store.Players.
func (s *Store) Session(ctx context.Context, hash string) (store.Session, error) {
	return one(ctx, s, scanSession, `SELECT `+sessionColumns+` FROM sessions WHERE hash = ?`, hash)
}

// Sessions implements store.Players.
func (s *Store) Sessions(ctx context.Context, player string) ([]store.Session, error) {
	return list(ctx, s, scanSession, `SELECT `+sessionColumns+` FROM sessions WHERE player = ? ORDER BY seen DESC, hash`, player)
}

func scanSession(row scanner) (v store.Session, err error) {
	var created, seen, expires int64
	err = row.Scan(&v.Hash, &v.Player, &v.Device, &v.Address, &created, &seen, &expires)
	v.Created, v.Seen, v.Expires = time.UnixMilli(created).UTC(), time.UnixMilli(seen).UTC(), time.UnixMilli(expires).UTC()
	return v, err
}
