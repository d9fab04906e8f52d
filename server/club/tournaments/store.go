package tournaments

import (
	"context"
	"time"

	"moyo/contest/tournament"
	"moyo/server/store"
)

// header is the part for lists; the tournament itself is rebuilt from the log of its events.
type header struct {
	ID      string
	Owner   string // id of the director
	Title   string // "" if the owner's account was deleted
	Phase   string
	Version int // number of events
	Created time.Time
	Changed time.Time
	Summary []byte // what lists show
}

// tournaments are the tournaments in the database: a header and a log each.
type tournaments struct{ db store.DB }

// create stores a tournament with its first events; h.Version is their number. The error is store.ErrExists if the id
// exists, store.ErrFull if its owner has more than each unfinished tournaments, or there are more than most in total, or
// store.ErrNotFound if the owner's account was deleted.
func (t tournaments) create(ctx context.Context, h header, events [][]byte, each, most int) error {
	return t.db.Write(ctx, len(events), func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, h.Owner); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrExists, `
			INSERT INTO tournaments (id, owner, title, phase, version, created, changed, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			h.ID, h.Owner, h.Title, h.Phase, h.Version, h.Created.UnixMilli(), h.Changed.UnixMilli(), store.Blob(h.Summary)); err != nil {
			return err
		}
		if err := store.CheckBounds(ctx, tx, `
			SELECT count(*), coalesce(sum(CASE WHEN owner = ? THEN 1 ELSE 0 END), 0) FROM tournaments WHERE phase <> '`+string(tournament.Over)+`'`,
			h.Owner, each, most); err != nil {
			return err
		}
		return addEvents(ctx, tx, h, events)
	})
}

// change adds events to the log and replaces the header, except owner, title and creation time. The error is
// store.ErrNotFound, or a *store.Conflict if the log does not have h.Version-len(events) events.
func (t tournaments) change(ctx context.Context, h header, events [][]byte) error {
	return t.db.Write(ctx, len(events), func(ctx context.Context, tx store.Tx) error {
		have := `SELECT version FROM tournaments WHERE id = ?` + tx.Lock()
		if err := store.CheckVersion(ctx, tx, have, h.ID, h.Version-len(events)); err != nil {
			return err
		}
		if _, err := tx.Run(ctx, `UPDATE tournaments SET phase = ?, version = ?, changed = ?, summary = ? WHERE id = ?`,
			h.Phase, h.Version, h.Changed.UnixMilli(), store.Blob(h.Summary), h.ID); err != nil {
			return err
		}
		return addEvents(ctx, tx, h, events)
	})
}

// addEvents stores the last events of a log.
func addEvents(ctx context.Context, tx store.Tx, h header, events [][]byte) error {
	for i, body := range events {
		if _, err := tx.Run(ctx, `INSERT INTO tournament_events (tournament, version, body) VALUES (?, ?, ?)`,
			h.ID, h.Version-len(events)+i+1, store.Blob(body)); err != nil {
			return err
		}
	}
	return nil
}

// columns are what scanHeader reads.
const columns = `id, owner, title, phase, version, created, changed, summary`

func scanHeader(row store.Row) (h header, err error) {
	var created, last int64
	err = row.Scan(&h.ID, &h.Owner, &h.Title, &h.Phase, &h.Version, &created, &last, &h.Summary)
	h.Created, h.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(last).UTC()
	return h, err
}

// header returns the header of a tournament, or store.ErrNotFound.
func (t tournaments) header(ctx context.Context, id string) (header, error) {
	return store.One(ctx, t.db, scanHeader, `SELECT `+columns+` FROM tournaments WHERE id = ?`, id)
}

// events returns the events of a log after a version.
func (t tournaments) events(ctx context.Context, id string, after int) ([][]byte, error) {
	return store.List(ctx, t.db, store.Value[[]byte],
		`SELECT body FROM tournament_events WHERE tournament = ? AND version > ? ORDER BY version`, id, after)
}

// in returns the headers of the tournaments in a phase, newest change first.
func (t tournaments) in(ctx context.Context, phase tournament.Phase, limit int) ([]header, error) {
	return store.List(ctx, t.db, scanHeader,
		`SELECT `+columns+` FROM tournaments WHERE phase = ? ORDER BY changed DESC, id LIMIT ?`, string(phase), limit)
}

// Erasure deletes the titles of a player's tournaments.
var Erasure = []string{`UPDATE tournaments SET title = '' WHERE owner = ?`}
