package tables

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"moyo/server/store"
)

// CreateTournament implements store.Tournaments.
func (s *Store) CreateTournament(ctx context.Context, t store.Tournament, events [][]byte, b store.TournamentBounds) error {
	t.Summary, events = slices.Clone(t.Summary), slices.Clone(events)
	return s.submit(ctx, len(events), func(ctx context.Context, w *writer) error {
		if err := w.isThere(ctx, t.Owner); err != nil {
			return err
		}
		res, err := w.run(ctx, `
			INSERT INTO tournaments (id, owner, title, phase, version, created, changed, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			t.ID, t.Owner, t.Title, t.Phase, t.Version, t.Created.UnixMilli(), t.Changed.UnixMilli(), octetsOf(t.Summary))
		if err := changed(res, err)(store.ErrExists); err != nil {
			return err
		}
		if err := store.CheckBounds(ctx, w, `
			SELECT count(*), coalesce(sum(CASE WHEN owner = ? THEN 1 ELSE 0 END), 0) FROM tournaments WHERE phase <> '`+store.TournamentOver+`'`,
			t.Owner, b.Each, b.All); err != nil {
			return err
		}
		return w.keepTournamentEvents(ctx, t, events)
	})
}

// ChangeTournament implements store.Tournaments.
func (s *Store) ChangeTournament(ctx context.Context, t store.Tournament, events [][]byte) error {
	t.Summary, events = slices.Clone(t.Summary), slices.Clone(events)
	return s.submit(ctx, len(events), func(ctx context.Context, w *writer) error {
		var have int
		err := w.row(ctx, `SELECT version FROM tournaments WHERE id = ?`+w.dialect.Lock, t.ID).Scan(&have)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		if err != nil {
			return err
		}
		if want := t.Version - len(events); have != want {
			return &store.Conflict{Game: t.ID, Have: have, Want: want}
		}
		if _, err := w.run(ctx, `UPDATE tournaments SET phase = ?, version = ?, changed = ?, summary = ? WHERE id = ?`,
			t.Phase, t.Version, t.Changed.UnixMilli(), octetsOf(t.Summary), t.ID); err != nil {
			return err
		}
		return w.keepTournamentEvents(ctx, t, events)
	})
}

// keepTournamentEvents keeps the last events of a log.
func (w *writer) keepTournamentEvents(ctx context.Context, t store.Tournament, events [][]byte) error {
	for i, body := range events {
		if _, err := w.run(ctx, `INSERT INTO tournament_events (tournament, version, body) VALUES (?, ?, ?)`,
			t.ID, t.Version-len(events)+i+1, octetsOf(body)); err != nil {
			return err
		}
	}
	return nil
}

// tournamentColumns are what scanTournament reads.
const tournamentColumns = `id, owner, title, phase, version, created, changed, summary`

func scanTournament(row scanner) (t store.Tournament, err error) {
	var created, last int64
	err = row.Scan(&t.ID, &t.Owner, &t.Title, &t.Phase, &t.Version, &created, &last, &t.Summary)
	t.Created, t.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(last).UTC()
	return t, err
}

// Tournament implements store.Tournaments.
func (s *Store) Tournament(ctx context.Context, id string) (store.Tournament, error) {
	return one(ctx, s, scanTournament, `SELECT `+tournamentColumns+` FROM tournaments WHERE id = ?`, id)
}

// TournamentEvents implements store.Tournaments.
func (s *Store) TournamentEvents(ctx context.Context, id string, after int) ([][]byte, error) {
	return list(ctx, s, func(row scanner) (body []byte, err error) { return body, row.Scan(&body) },
		`SELECT body FROM tournament_events WHERE tournament = ? AND version > ? ORDER BY version`, id, after)
}

// TournamentsIn implements store.Tournaments.
func (s *Store) TournamentsIn(ctx context.Context, phase string, limit int) ([]store.Tournament, error) {
	return list(ctx, s, scanTournament, `SELECT `+tournamentColumns+` FROM tournaments WHERE phase = ? ORDER BY changed DESC, id LIMIT ?`,
		phase, limit)
}
