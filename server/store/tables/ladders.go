package tables

import (
	"context"
	"slices"
	"time"

	"moyo/server/store"
)

// ladderErase is what is done where an account is deleted, before its rows go.
var ladderErase = []string{
	`UPDATE ladders SET title = '', version = version + 1 WHERE owner = ?`,
	`UPDATE ladders SET due = 1, version = version + 1 WHERE id IN (SELECT ladder FROM ladder_players WHERE player = ?)`,
}

func (d Dialect) ladderHas() string { return `SELECT version FROM ladders WHERE id = ?` + d.Lock }

// CreateLadder implements store.Ladders.
func (s *Store) CreateLadder(ctx context.Context, l store.Ladder, b store.LadderBounds) error {
	l.State = slices.Clone(l.State)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.isThere(ctx, l.Owner); err != nil {
			return err
		}
		res, err := w.run(ctx, `
			INSERT INTO ladders (id, owner, title, games, listed, closed, version, created, changed, due, state)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			l.ID, l.Owner, l.Title, l.Games, l.Listed, l.Closed, l.Version, l.Created.UnixMilli(), l.Changed.UnixMilli(),
			milliOrZero(l.Due), octetsOf(l.State))
		if err := changed(res, err)(store.ErrExists); err != nil {
			return err
		}
		var all, own int
		if err := w.row(ctx, `SELECT count(*), coalesce(sum(CASE WHEN owner = ? THEN 1 ELSE 0 END), 0) FROM ladders`,
			l.Owner).Scan(&all, &own); err != nil {
			return err
		}
		if all > b.All || own > b.Each {
			return store.ErrFull
		}
		return nil
	})
}

// ChangeLadder implements store.Ladders.
func (s *Store) ChangeLadder(ctx context.Context, c store.LadderChange, b store.LadderBounds) error {
	l := c.Ladder
	l.State, c.Event = slices.Clone(l.State), slices.Clone(c.Event)
	return s.submit(ctx, 1+len(c.Joined)+len(c.Left), func(ctx context.Context, w *writer) error {
		if err := store.CheckVersion(ctx, w, w.dialect.ladderHas(), l.ID, l.Version-1); err != nil {
			return err
		}
		if _, err := w.run(ctx, `UPDATE ladders SET title = ?, listed = ?, closed = ?, version = ?, changed = ?, due = ?, state = ? WHERE id = ?`,
			l.Title, l.Listed, l.Closed, l.Version, l.Changed.UnixMilli(), milliOrZero(l.Due), octetsOf(l.State), l.ID); err != nil {
			return err
		}
		if err := w.keepLadderEvent(ctx, l, c.Event); err != nil {
			return err
		}
		for _, player := range c.Left {
			if _, err := w.run(ctx, `DELETE FROM ladder_players WHERE ladder = ? AND player = ?`, l.ID, player); err != nil {
				return err
			}
		}
		for _, player := range c.Joined {
			if err := w.joinLadder(ctx, l.ID, player, b.Joined); err != nil {
				return err
			}
		}
		return nil
	})
}

// keepLadderEvent keeps an event, if there is one, and forgets the oldest.
func (w *writer) keepLadderEvent(ctx context.Context, l store.Ladder, event []byte) error {
	if event == nil {
		return nil
	}
	if _, err := w.run(ctx, `INSERT INTO ladder_events (ladder, version, body) VALUES (?, ?, ?)`,
		l.ID, l.Version, octetsOf(event)); err != nil {
		return err
	}
	_, err := w.run(ctx, `
		DELETE FROM ladder_events WHERE ladder = ?1 AND version <=
			(SELECT version FROM ladder_events WHERE ladder = ?1 ORDER BY version DESC LIMIT 1 OFFSET ?2)`,
		l.ID, store.MaxLadderEvents)
	return err
}

// joinLadder notes that somebody has come to a ladder, who may be on most.
func (w *writer) joinLadder(ctx context.Context, ladder, player string, most int) error {
	if err := w.isThere(ctx, player); err != nil {
		return err
	}
	if _, err := w.run(ctx, `INSERT INTO ladder_players (ladder, player) VALUES (?, ?) ON CONFLICT DO NOTHING`, ladder, player); err != nil {
		return err
	}
	var joined int
	if err := w.row(ctx, `SELECT count(*) FROM ladder_players WHERE player = ?`, player).Scan(&joined); err != nil {
		return err
	}
	if joined > most {
		return store.ErrFull
	}
	return nil
}

// DeleteLadder implements store.Ladders.
func (s *Store) DeleteLadder(ctx context.Context, id string, version int) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := store.CheckVersion(ctx, w, w.dialect.ladderHas(), id, version); err != nil {
			return err
		}
		return w.each(ctx, []string{
			`DELETE FROM ladder_events WHERE ladder = ?`, `DELETE FROM ladder_players WHERE ladder = ?`, `DELETE FROM ladders WHERE id = ?`,
		}, id)
	})
}

// ladderColumns are what scanLadder reads.
const ladderColumns = `id, owner, title, games, listed, closed, version, created, changed, due, state`

func scanLadder(row scanner) (l store.Ladder, err error) {
	var created, last, due int64
	err = row.Scan(&l.ID, &l.Owner, &l.Title, &l.Games, &l.Listed, &l.Closed, &l.Version, &created, &last, &due, &l.State)
	l.Created, l.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(last).UTC()
	if due != 0 {
		l.Due = time.UnixMilli(due).UTC()
	}
	return l, err
}

// Ladder implements store.Ladders.
func (s *Store) Ladder(ctx context.Context, id string) (store.Ladder, error) {
	return one(ctx, s, scanLadder, `SELECT `+ladderColumns+` FROM ladders WHERE id = ?`, id)
}

// LadderOfGames implements store.Ladders.
func (s *Store) LadderOfGames(ctx context.Context, games string) (store.Ladder, error) {
	return one(ctx, s, scanLadder, `SELECT `+ladderColumns+` FROM ladders WHERE games = ?`, games)
}

// LadderEvents implements store.Ladders.
func (s *Store) LadderEvents(ctx context.Context, id string) ([][]byte, error) {
	return list(ctx, s, func(row scanner) (body []byte, err error) { return body, row.Scan(&body) },
		`SELECT body FROM ladder_events WHERE ladder = ? ORDER BY version`, id)
}

// LadderPlayers implements store.Ladders.
func (s *Store) LadderPlayers(ctx context.Context, id string) ([]string, error) {
	return list(ctx, s, func(row scanner) (player string, err error) { return player, row.Scan(&player) },
		`SELECT player FROM ladder_players WHERE ladder = ? ORDER BY player`, id)
}

// Ladders implements store.Ladders.
func (s *Store) Ladders(ctx context.Context, limit int) ([]store.Ladder, error) {
	return list(ctx, s, scanLadder, `SELECT `+ladderColumns+` FROM ladders WHERE listed = ? AND closed = ? ORDER BY changed DESC, id LIMIT ?`,
		true, false, limit)
}

// LaddersOf implements store.Ladders.
func (s *Store) LaddersOf(ctx context.Context, player string) ([]store.Ladder, error) {
	return list(ctx, s, scanLadder, `
		SELECT `+ladderColumns+` FROM ladders WHERE owner = ?1 OR id IN (SELECT ladder FROM ladder_players WHERE player = ?1)
		ORDER BY changed DESC, id`,
		player)
}

// LaddersDue implements store.Ladders.
func (s *Store) LaddersDue(ctx context.Context, by time.Time, limit int) ([]store.Ladder, error) {
	return list(ctx, s, scanLadder, `SELECT `+ladderColumns+` FROM ladders WHERE due > 0 AND due <= ? ORDER BY due, id LIMIT ?`,
		by.UnixMilli(), limit)
}
