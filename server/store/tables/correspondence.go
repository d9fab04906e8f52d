package tables

import (
	"context"
	"slices"
	"strings"
	"time"

	"moyo/server/store"
)

// SavePlan implements store.Correspondence.
func (s *Store) SavePlan(ctx context.Context, p store.Plan) error {
	p.Body = slices.Clone(p.Body)
	owner, owned := store.Writer(ctx)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if owned {
			if err := w.checkOwner(ctx, p.Game, owner); err != nil {
				return err
			}
		}
		if err := w.Present(ctx, p.Player); err != nil {
			return err
		}
		if len(p.Body) == 0 {
			_, err := w.run(ctx, `DELETE FROM plans WHERE game = ? AND player = ?`, p.Game, p.Player)
			return err
		}
		_, err := w.run(ctx, upsert("plans", "game, player", "version, body, changed"),
			p.Game, p.Player, p.Version, p.Body, p.Changed.UnixMilli())
		return err
	})
}

const planColumns = `game, player, version, body, changed`

func scanPlan(row scanner) (p store.Plan, err error) {
	var at int64
	err = row.Scan(&p.Game, &p.Player, &p.Version, &p.Body, &at)
	p.Changed = time.UnixMilli(at).UTC()
	return p, err
}

// Plans implements store.Correspondence.
func (s *Store) Plans(ctx context.Context, game string) ([]store.Plan, error) {
	return list(ctx, s, scanPlan, `SELECT `+planColumns+` FROM plans WHERE game = ? ORDER BY player`, game)
}

// PlansOf implements store.Correspondence.
func (s *Store) PlansOf(ctx context.Context, player string) ([]store.Plan, error) {
	return list(ctx, s, scanPlan, `SELECT `+planColumns+` FROM plans WHERE player = ? ORDER BY game`, player)
}

// PlansDue implements store.Correspondence.
func (s *Store) PlansDue(ctx context.Context, after string, limit int) ([]string, error) {
	return list(ctx, s, store.Value[string],
		`SELECT p.game FROM plans p JOIN games g ON g.id = p.game WHERE p.game > ? AND g.turn_player <> '' AND g.turn_player = p.player
		ORDER BY p.game LIMIT ?`,
		after, limit)
}

// SaveNote implements store.Correspondence.
func (s *Store) SaveNote(ctx context.Context, n store.Note) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.Present(ctx, n.Player); err != nil {
			return err
		}
		if n.Text == "" {
			_, err := w.run(ctx, `DELETE FROM notes WHERE game = ? AND player = ?`, n.Game, n.Player)
			return err
		}
		_, err := w.run(ctx, upsert("notes", "game, player", "body, changed"), n.Game, n.Player, []byte(n.Text), n.Changed.UnixMilli())
		return err
	})
}

const noteColumns = `game, player, body, changed`

func scanNote(row scanner) (n store.Note, err error) {
	var at int64
	var body []byte
	err = row.Scan(&n.Game, &n.Player, &body, &at)
	n.Text, n.Changed = string(body), time.UnixMilli(at).UTC()
	return n, err
}

// Note implements store.Correspondence.
func (s *Store) Note(ctx context.Context, player, game string) (store.Note, error) {
	n, err := one(ctx, s, scanNote, `SELECT `+noteColumns+` FROM notes WHERE game = ? AND player = ?`, game, player)
	if err != nil {
		return store.Note{}, err
	}
	return n, nil
}

// NotesOf implements store.Correspondence.
func (s *Store) NotesOf(ctx context.Context, player string) ([]store.Note, error) {
	return list(ctx, s, scanNote, `SELECT `+noteColumns+` FROM notes WHERE player = ? ORDER BY game`, player)
}

// BeginVacation implements store.Correspondence.
func (s *Store) BeginVacation(ctx context.Context, v store.Vacation, most int) error {
	began := v.Began.UnixMilli()
	year := v.Began.Add(-store.VacationYear).UnixMilli()
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.Present(ctx, v.Player); err != nil {
			return err
		}
		if _, err := w.run(ctx, `DELETE FROM vacations WHERE player = ? AND until <= ?`, v.Player, year); err != nil {
			return err
		}
		var days int
		var until int64
		if err := w.Row(ctx, `
			SELECT coalesce(sum(CASE WHEN began > ? THEN days ELSE 0 END), 0), coalesce(max(until), 0) FROM vacations WHERE player = ?`,
			year, v.Player).Scan(&days, &until); err != nil {
			return err
		}
		switch {
		case until > began:
			return store.ErrExists
		case days+v.Days > most:
			return store.ErrFull
		}
		_, err := w.run(ctx, `INSERT INTO vacations (player, began, until, days, told) VALUES (?, ?, ?, ?, FALSE)`,
			v.Player, began, v.Until.UnixMilli(), v.Days)
		return err
	})
}

// EndVacation implements store.Correspondence.
func (s *Store) EndVacation(ctx context.Context, player string, at time.Time, days int) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, `UPDATE vacations SET until = ?, days = ?, told = FALSE WHERE player = ? AND until > ?`,
			at.UnixMilli(), days, player, at.UnixMilli()))(store.ErrNotFound)
	})
}

const vacationColumns = `player, began, until, days`

func scanVacation(row scanner) (v store.Vacation, err error) {
	var began, until int64
	err = row.Scan(&v.Player, &began, &until, &v.Days)
	v.Began, v.Until = time.UnixMilli(began).UTC(), time.UnixMilli(until).UTC()
	return v, err
}

// Vacations implements store.Correspondence.
func (s *Store) Vacations(ctx context.Context, player string) ([]store.Vacation, error) {
	return list(ctx, s, scanVacation, `SELECT `+vacationColumns+` FROM vacations WHERE player = ? ORDER BY began`, player)
}

// VacationsAt implements store.Correspondence.
func (s *Store) VacationsAt(ctx context.Context, players []string, at time.Time) ([]store.Vacation, error) {
	found := []store.Vacation{}
	for some := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(players))), gamesAtOnce) {
		part, err := list(ctx, s, scanVacation, `
			SELECT `+vacationColumns+` FROM vacations WHERE player IN (?`+strings.Repeat(`, ?`, len(some)-1)+`) AND until > ? ORDER BY player`,
			append(anys(some), at.UnixMilli())...)
		if err != nil {
			return nil, err
		}
		found = append(found, part...)
	}
	return found, nil
}

// VacationsUntold implements store.Correspondence.
func (s *Store) VacationsUntold(ctx context.Context, after store.Vacation, limit int) ([]store.Vacation, error) {
	return list(ctx, s, scanVacation, `
		SELECT `+vacationColumns+` FROM vacations WHERE NOT told AND (began, player) > (?, ?) ORDER BY began, player LIMIT ?`,
		store.MilliOrZero(after.Began), after.Player, limit)
}

// VacationTold implements store.Correspondence.
func (s *Store) VacationTold(ctx context.Context, v store.Vacation) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, `UPDATE vacations SET told = TRUE WHERE player = ? AND began = ? AND until = ?`,
			v.Player, v.Began.UnixMilli(), v.Until.UnixMilli())
		return err
	})
}
