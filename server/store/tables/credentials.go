package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

const (
	rename = `UPDATE games SET black = ?, white = ?, names = ? WHERE id = ?`
)

func (d Dialect) roleOf() string { return `SELECT role FROM players WHERE id = ?` + d.Lock }

// eraseOwn are the statements that delete a player's rows in tables that belong to no feature.
var eraseOwn = []string{
	`DELETE FROM sessions WHERE player = ?`, `DELETE FROM tokens WHERE player = ?`, `DELETE FROM credentials WHERE player = ?`,
	`DELETE FROM passkeys WHERE player = ?`, `DELETE FROM links WHERE player = ?`, `DELETE FROM board_owners WHERE owner = ?`,
	`DELETE FROM silences WHERE player = ?`, `DELETE FROM warnings WHERE player = ?`,
}

// Enroll implements store.Accounts.
func (s *Store) Enroll(ctx context.Context, p store.Player, c store.Credentials) error {
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return s.calling(ctx, p.ID, p.Name, func(ctx context.Context, w *writer) (more bool, err error) {
		if err := w.SavePlayer(ctx, p); err != nil {
			return false, err
		}
		if err := w.saveCredentials(ctx, c, body); err != nil {
			return false, err
		}
		return w.callSeats(ctx, p.ID, p.Name)
	})
}

// SaveCredentials implements store.Accounts.
func (s *Store) SaveCredentials(ctx context.Context, c store.Credentials) error {
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error { return w.saveCredentials(ctx, c, body) })
}

func (w *writer) saveCredentials(ctx context.Context, c store.Credentials, body []byte) error {
	want := c.Version - 1
	text := `UPDATE credentials SET body = ?, version = version + 1 WHERE player = ? AND version = ?`
	if want == 0 {
		text = `INSERT INTO credentials (body, player, version) VALUES (?, ?, 1 + ?) ON CONFLICT DO NOTHING`
	}
	res, err := w.run(ctx, text, string(body), c.Player, want)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		have := 0
		if err := w.Row(ctx, `SELECT version FROM credentials WHERE player = ?`,
			c.Player).Scan(&have); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		return &store.Conflict{Game: "credentials", Have: have, Want: want}
	}
	return w.index(ctx, c)
}

// unindex deletes the search keys of a player's credentials.
func (w *writer) unindex(ctx context.Context, player string) error {
	return store.RunAll(ctx, w, []string{`DELETE FROM passkeys WHERE player = ?`, `DELETE FROM links WHERE player = ?`}, player)
}

// index writes the search keys of credentials.
func (w *writer) index(ctx context.Context, c store.Credentials) error {
	if err := w.unindex(ctx, c.Player); err != nil {
		return err
	}
	for _, k := range c.Passkeys {
		if err := changed(w.run(ctx, `INSERT INTO passkeys (player, id) VALUES (?, ?) ON CONFLICT DO NOTHING`,
			c.Player, k.ID))(store.ErrExists); err != nil {
			return err
		}
	}
	for _, l := range c.Links {
		if err := changed(w.run(ctx, `INSERT INTO links (player, issuer, subject) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
			c.Player, l.Issuer, l.Subject))(store.ErrExists); err != nil {
			return err
		}
	}
	return nil
}

// Credentials implements store.Accounts.
func (s *Store) Credentials(ctx context.Context, player string) (store.Credentials, error) {
	c := store.Credentials{Player: player}
	var body string
	err := s.readers.row(ctx, `SELECT version, body FROM credentials WHERE player = ?`, player).Scan(&c.Version, &body)
	if errors.Is(err, sql.ErrNoRows) {
		return c, nil
	}
	if err != nil {
		return c, s.orClosed(err)
	}
	err = json.Unmarshal([]byte(body), &c)
	return c, err
}

// PasskeyOwner implements store.Accounts.
func (s *Store) PasskeyOwner(ctx context.Context, id string) (string, error) {
	return s.owner(ctx, `SELECT player FROM passkeys WHERE id = ?`, id)
}

// LinkOwner implements store.Accounts.
func (s *Store) LinkOwner(ctx context.Context, issuer, subject string) (string, error) {
	return s.owner(ctx, `SELECT player FROM links WHERE issuer = ? AND subject = ?`, issuer, subject)
}

func (s *Store) owner(ctx context.Context, query string, args ...any) (player string, err error) {
	err = s.readers.row(ctx, query, args...).Scan(&player)
	if errors.Is(err, sql.ErrNoRows) {
		return "", store.ErrNotFound
	}
	return player, s.orClosed(err)
}

// RenameSeats implements store.Accounts.
func (s *Store) RenameSeats(ctx context.Context, game, player, name string) error {
	return s.submitInOrder(ctx, Order(store.Game{ID: game}), 1, func(ctx context.Context, w *writer) error {
		var texts [2]string
		err := w.Row(ctx, `SELECT black, white FROM games WHERE id = ?`+w.dialect.Lock, game).Scan(&texts[0], &texts[1])
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		if err != nil {
			return err
		}
		as := func(s match.Seat) match.Seat { return store.WithName(s, player, name) }
		if err := w.rewriteSeats(ctx, seatedGame{game, texts[0], texts[1]}, as); err != nil {
			return err
		}
		if _, err := w.run(ctx, `UPDATE game_partners SET name = ? WHERE game_id = ? AND person = ?`, name, game, player); err != nil {
			return err
		}
		return w.renameInLog(ctx, game, as)
	})
}

// renameInLog changes the events with seats.
func (w *writer) renameInLog(ctx context.Context, game string, as func(match.Seat) match.Seat) error {
	rows, err := w.rows(ctx, `SELECT version, body FROM events WHERE game = ? AND (body LIKE '%"setup":%' OR body LIKE '%"seat":%')`, game)
	if err != nil {
		return err
	}
	defer rows.Close()
	changed := map[int]string{}
	for rows.Next() {
		var version int
		var body string
		if err := rows.Scan(&version, &body); err != nil {
			return err
		}
		event, err := decode(body)
		if err != nil {
			return err
		}
		if event.Seat != nil {
			*event.Seat = as(*event.Seat)
		}
		if event.Setup != nil {
			event.Setup.Black, event.Setup.White = as(event.Setup.Black), as(event.Setup.White)
		}
		text, err := json.Marshal(event)
		if err != nil {
			return err
		}
		changed[version] = string(text)
	}
	if err := rows.Close(); err != nil {
		return err
	}
	first := 0
	for version, body := range changed {
		if _, err := w.run(ctx, `UPDATE events SET body = ? WHERE game = ? AND version = ?`, body, game, version); err != nil {
			return err
		}
		if first == 0 || version < first {
			first = version
		}
	}
	if first == 0 {
		return nil
	}
	return w.sumAgain(ctx, game, first)
}

// Erase implements store.Accounts.
func (s *Store) Erase(ctx context.Context, p store.Player, features ...string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.Present(ctx, p.ID); err != nil && !errors.Is(err, store.ErrNotFound) { // others' writes for them wait from now on
			return err
		}
		if err := store.RunAll(ctx, w, slices.Concat(features, eraseOwn), p.ID); err != nil {
			return err
		}
		return w.SavePlayer(ctx, p)
	})
}

// Present returns store.ErrNotFound if the account was deleted. The account cannot be deleted before the
// transaction ends, so a long operation may store its result after checking.
func (w *writer) Present(ctx context.Context, player string) error {
	var role store.Role
	err := w.Row(ctx, w.dialect.roleOf(), player).Scan(&role)
	switch {
	case errors.Is(err, sql.ErrNoRows): // a guest
		return nil
	case err == nil && role == store.Deleted:
		return store.ErrNotFound
	}
	return err
}

// Try implements store.Accounts.
func (s *Store) Try(ctx context.Context, at time.Time, tries ...store.Try) (wait time.Duration, err error) {
	for _, t := range tries { // attempts that have to wait do not occupy the writer
		f, err := failures(s.readers.row(ctx, `SELECT count, last FROM failures WHERE key = ?`, t.Key))
		if err != nil {
			return 0, s.orClosed(err)
		}
		wait = max(wait, t.Wait(f, at))
	}
	if wait > 0 {
		return wait, nil
	}
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		wait = 0 // this function may run again
		if _, err := w.run(ctx, `DELETE FROM failures WHERE forgotten <= ?`, at.UnixMilli()); err != nil {
			return err
		}
		before := make([]store.Failures, len(tries))
		for i, t := range tries {
			if before[i], err = failures(w.Row(ctx, `SELECT count, last FROM failures WHERE key = ?`, t.Key)); err != nil {
				return err
			}
			wait = max(wait, t.Wait(before[i], at))
		}
		if wait > 0 {
			return nil
		}
		for i, t := range tries {
			f := t.After(before[i], at)
			if _, err := w.run(ctx, store.Upsert("failures", "key", "count, last, forgotten"),
				t.Key, f.Count, f.Last.UnixMilli(), at.Add(t.Forget).UnixMilli()); err != nil {
				return err
			}
		}
		return nil
	})
	return wait, err
}

func failures(row scanner) (f store.Failures, err error) {
	var last int64
	err = row.Scan(&f.Count, &last)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Failures{}, nil
	}
	f.Last = time.UnixMilli(last).UTC()
	return f, err
}

// Forgive implements store.Accounts.
func (s *Store) Forgive(ctx context.Context, key string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, `DELETE FROM failures WHERE key = ?`, key)
		return err
	})
}

// Excuse implements store.Accounts.
func (s *Store) Excuse(ctx context.Context, key string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, `UPDATE failures SET count = count - 1 WHERE key = ? AND count > 0`, key)
		return err
	})
}
