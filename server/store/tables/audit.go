package tables

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/store"
)

// Act implements store.Audit.
func (s *Store) Act(ctx context.Context, d store.Deed, c store.Change) (id int64, err error) {
	err = s.calling(ctx, d.Target, c.Name, func(ctx context.Context, w *writer) (more bool, err error) {
		if id, err = w.act(ctx, d, c); err != nil || c.Name == "" {
			return false, err
		}
		return w.callSeats(ctx, d.Target, c.Name)
	})
	return id, err
}

func (w *writer) act(ctx context.Context, d store.Deed, c store.Change) (id int64, err error) {
	err = w.Row(ctx, `
		INSERT INTO audit (at, by, kind, target, report, line, board, until, why, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		d.At.UnixMilli(), d.By, string(d.Kind), d.Target, d.Report, d.Line, d.Board, store.MilliOrNull(d.Until), d.Why, d.Note).Scan(&id)
	if err != nil {
		return 0, err
	}
	if err := w.changePlayer(ctx, d, c); err != nil {
		return 0, err
	}
	if c.Silenced != nil {
		if _, err := w.run(ctx, store.Upsert("silences", "player", "until, why"), d.Target, store.MilliOrNull(*c.Silenced), d.Why); err != nil {
			return 0, err
		}
	}
	if c.Warning {
		if _, err := w.run(ctx, `INSERT INTO warnings (player, deed) VALUES (?, ?)`, d.Target, id); err != nil {
			return 0, err
		}
	}
	if c.EndSessions {
		if err := store.RunAll(ctx, w, []string{
			`DELETE FROM sessions WHERE player = ?`, `DELETE FROM tokens WHERE player = ?`,
		}, d.Target); err != nil {
			return 0, err
		}
	}
	if c.EndWays {
		if _, err := w.run(ctx, `DELETE FROM credentials WHERE player = ?`, d.Target); err != nil {
			return 0, err
		}
		if err := w.unindex(ctx, d.Target); err != nil {
			return 0, err
		}
	}
	for _, also := range c.Also {
		if err := also(ctx, w); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// changePlayer applies a deed to its target.
func (w *writer) changePlayer(ctx context.Context, d store.Deed, c store.Change) error {
	if p := c.Create; p != nil {
		_, err := w.run(ctx, `
			INSERT INTO players (id, role, name, skeleton, created, suspended, why, settings) VALUES (?, ?, ?, ?, ?, NULL, '', ?)`,
			p.ID, string(p.Role), p.Name, p.Skeleton, p.Created.UnixMilli(), store.Blob(p.Settings))
		if err := w.OrExists(err); err != nil {
			return err
		}
	}
	if c.Role != "" {
		if err := changed(w.run(ctx, `UPDATE players SET role = ? WHERE id = ? AND role <> '`+string(store.Deleted)+`'`,
			string(c.Role), d.Target))(store.ErrNotFound); err != nil {
			return err
		}
	}
	if c.Name != "" {
		err := changed(w.run(ctx, `UPDATE players SET name = ?, skeleton = ? WHERE id = ? AND role <> '`+string(store.Deleted)+`'`,
			c.Name, c.Skeleton, d.Target))(store.ErrNotFound)
		if err := w.OrExists(err); err != nil {
			return err
		}
	}
	if c.Suspended == nil {
		return nil
	}
	if _, err := w.run(ctx, `
		INSERT INTO players (id, role, name, skeleton, created, suspended, why, settings) VALUES (?, 'guest', '', '', ?, NULL, '', ?)
		ON CONFLICT (id) DO NOTHING`,
		d.Target, d.At.UnixMilli(), []byte{}); err != nil {
		return err
	}
	_, err := w.run(ctx, `UPDATE players SET suspended = ?, why = ? WHERE id = ?`, store.MilliOrNull(*c.Suspended), d.Why, d.Target)
	return err
}

const deedColumns = `id, at, by, kind, target, report, line, board, until, why, note`

// Deeds implements store.Audit.
func (s *Store) Deeds(ctx context.Context, q store.DeedQuery) ([]store.Deed, error) {
	var c store.Conditions
	if q.Target != "" {
		c.Add(`target = ?`, q.Target)
	}
	if q.Before != 0 {
		c.Add(`id < ?`, q.Before)
	}
	return list(ctx, s, scanDeed, `SELECT `+deedColumns+` FROM audit WHERE `+c.String()+` ORDER BY id DESC LIMIT ?`,
		append(c.Args, q.Limit)...)
}

// Silence implements store.Audit.
func (s *Store) Silence(ctx context.Context, player string) (quiet store.Silence, err error) {
	var until sql.NullInt64
	err = s.readers.row(ctx, `SELECT until, why FROM silences WHERE player = ?`, player).Scan(&until, &quiet.Why)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Silence{}, nil
	}
	quiet.Until = store.TimeOrZero(until)
	return quiet, s.orClosed(err)
}

// Warnings implements store.Audit.
func (s *Store) Warnings(ctx context.Context, player string) ([]store.Deed, error) {
	return list(ctx, s, scanDeed, `SELECT `+deedColumns+` FROM audit WHERE id IN (SELECT deed FROM warnings WHERE player = ?) ORDER BY id`,
		player)
}

// ReadWarning implements store.Audit.
func (s *Store) ReadWarning(ctx context.Context, player string, deed int64) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, `DELETE FROM warnings WHERE player = ? AND deed = ?`, player, deed)
		return err
	})
}

func scanDeed(row scanner) (d store.Deed, err error) {
	var at int64
	var until sql.NullInt64
	err = row.Scan(&d.ID, &at, &d.By, &d.Kind, &d.Target, &d.Report, &d.Line, &d.Board, &until, &d.Why, &d.Note)
	d.At, d.Until = time.UnixMilli(at).UTC(), store.TimeOrZero(until)
	return d, err
}
