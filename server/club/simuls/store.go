package simuls

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"moyo/server/store"
)

// exhibition is a simultaneous exhibition as it is kept.
type exhibition struct {
	ID      string
	Owner   string // id of the host
	Title   string // "" where the owner's account was deleted
	Phase   string
	Version int // changes so far
	Created time.Time
	Changed time.Time
	Body    []byte // JSON: how it is played, and who takes part
}

// exhibitions are those in the database.
type exhibitions struct{ db store.DB }

// create keeps a new one, of version 1. The error is store.ErrExists where there is one of that id, store.ErrFull where its
// owner has more than each that are not over, or all together more than most, or store.ErrNotFound where the owner's account
// was deleted.
func (e exhibitions) create(ctx context.Context, v exhibition, each, most int) error {
	body := slices.Concat([]byte{}, v.Body)
	return e.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, v.Owner); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrExists, `INSERT INTO simuls (id, owner, title, phase, version, created, changed, body)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			v.ID, v.Owner, v.Title, v.Phase, v.Version, v.Created.UnixMilli(), v.Changed.UnixMilli(), body); err != nil {
			return err
		}
		return store.CheckBounds(ctx, tx, `SELECT count(*), coalesce(sum(CASE WHEN owner = ? THEN 1 ELSE 0 END), 0) FROM simuls
			WHERE phase NOT IN ('`+over+`', '`+cancelled+`')`, v.Owner, each, most)
	})
}

// save replaces an exhibition but for its owner, title and time. The error is store.ErrNotFound, or a *store.Conflict where
// it has not version v.Version-1.
func (e exhibitions) save(ctx context.Context, v exhibition) error {
	body := slices.Concat([]byte{}, v.Body)
	return e.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.CheckVersion(ctx, tx, `SELECT version FROM simuls WHERE id = ?`+tx.Lock(), v.ID, v.Version-1); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `UPDATE simuls SET phase = ?, version = ?, changed = ?, body = ? WHERE id = ?`,
			v.Phase, v.Version, v.Changed.UnixMilli(), body, v.ID)
		return err
	})
}

// columns are what scan reads.
const columns = `id, owner, title, phase, version, created, changed, body`

func scan(row store.Row) (v exhibition, err error) {
	var created, last int64
	err = row.Scan(&v.ID, &v.Owner, &v.Title, &v.Phase, &v.Version, &created, &last, &v.Body)
	v.Created, v.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(last).UTC()
	return v, err
}

// one returns an exhibition, or store.ErrNotFound.
func (e exhibitions) one(ctx context.Context, id string) (exhibition, error) {
	return store.One(ctx, e.db, scan, `SELECT `+columns+` FROM simuls WHERE id = ?`, id)
}

// in returns those in a phase, newest change first.
func (e exhibitions) in(ctx context.Context, phase string, limit int) ([]exhibition, error) {
	return store.List(ctx, e.db, scan, `SELECT `+columns+` FROM simuls WHERE phase = ? ORDER BY changed DESC, id LIMIT ?`, phase, limit)
}

// of returns somebody's that have a title, newest first.
func (e exhibitions) of(ctx context.Context, owner string, limit int) ([]exhibition, error) {
	return store.List(ctx, e.db, scan,
		`SELECT `+columns+` FROM simuls WHERE owner = ? AND title <> '' ORDER BY created DESC, id LIMIT ?`, owner, limit)
}

// forget forgets those that were called off and have not changed since a time, and says how many.
func (e exhibitions) forget(ctx context.Context, before time.Time) (n int64, err error) {
	err = e.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) (err error) {
		n, err = tx.Run(ctx, `DELETE FROM simuls WHERE phase = '`+cancelled+`' AND changed < ?`, before.UnixMilli())
		return err
	})
	return n, err
}

// ofExhibition is how the ids of games begin that are an exhibition's; no other id does.
const ofExhibition = "simul-"

// gameID returns the id of a game of an exhibition, by its number.
func gameID(exhibition string, number int) string {
	return ofExhibition + exhibition + "-" + strconv.Itoa(number)
}

// ofGame returns whose game an id is; ok is false for what is no game of an exhibition.
func ofGame(game string) (exhibition string, ok bool) {
	rest, ok := strings.CutPrefix(game, ofExhibition)
	exhibition, _, _ = strings.Cut(rest, "-")
	return exhibition, ok
}
