package simuls

import (
	"context"
	"strconv"
	"strings"
	"time"

	"moyo/server/store"
)

// exhibition is a simultaneous exhibition as stored.
type exhibition struct {
	ID      string
	Owner   string // id of the host
	Title   string // "" if the owner's account was deleted
	Phase   string
	Version int // changes so far
	Created time.Time
	Changed time.Time
	Body    []byte // JSON of the setup and the players
}

// exhibitions are the exhibitions in the database.
type exhibitions struct{ db store.DB }

// create stores an exhibition with version 1. The error is store.ErrExists if the id exists, store.ErrFull if its owner has
// more than each unfinished exhibitions, or there are more than most in total, or store.ErrNotFound if the owner's account
// was deleted.
func (e exhibitions) create(ctx context.Context, v exhibition, each, most int) error {
	return e.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, v.Owner); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrExists, `INSERT INTO simuls (id, owner, title, phase, version, created, changed, body)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			v.ID, v.Owner, v.Title, v.Phase, v.Version, v.Created.UnixMilli(), v.Changed.UnixMilli(), store.Blob(v.Body)); err != nil {
			return err
		}
		return store.CheckBounds(ctx, tx, `SELECT count(*), coalesce(sum(CASE WHEN owner = ? THEN 1 ELSE 0 END), 0) FROM simuls
			WHERE phase NOT IN ('`+over+`', '`+cancelled+`')`, v.Owner, each, most)
	})
}

// save replaces an exhibition, except owner, title and creation time. The error is store.ErrNotFound, or a *store.Conflict if
// the stored version is not v.Version-1.
func (e exhibitions) save(ctx context.Context, v exhibition) error {
	return e.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.CheckVersion(ctx, tx, `SELECT version FROM simuls WHERE id = ?`+tx.Lock(), v.ID, v.Version-1); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `UPDATE simuls SET phase = ?, version = ?, changed = ?, body = ? WHERE id = ?`,
			v.Phase, v.Version, v.Changed.UnixMilli(), store.Blob(v.Body), v.ID)
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

// in returns the exhibitions in a phase, newest change first.
func (e exhibitions) in(ctx context.Context, phase string, limit int) ([]exhibition, error) {
	return store.List(ctx, e.db, scan, `SELECT `+columns+` FROM simuls WHERE phase = ? ORDER BY changed DESC, id LIMIT ?`, phase, limit)
}

// of returns a player's exhibitions with a title, newest first.
func (e exhibitions) of(ctx context.Context, owner string, limit int) ([]exhibition, error) {
	return store.List(ctx, e.db, scan,
		`SELECT `+columns+` FROM simuls WHERE owner = ? AND title <> '' ORDER BY created DESC, id LIMIT ?`, owner, limit)
}

// forget deletes exhibitions that were called off and have not changed since a time, and returns how many.
func (e exhibitions) forget(ctx context.Context, before time.Time) (n int64, err error) {
	err = e.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) (err error) {
		n, err = tx.Run(ctx, `DELETE FROM simuls WHERE phase = '`+cancelled+`' AND changed < ?`, before.UnixMilli())
		return err
	})
	return n, err
}

// ofExhibition is the prefix of the ids of games in exhibitions; no other id has it.
const ofExhibition = "simul-"

// gameID returns the id of an exhibition's game with a number.
func gameID(exhibition string, number int) string {
	return ofExhibition + exhibition + "-" + strconv.Itoa(number)
}

// ofGame returns the exhibition of a game; ok is false for other games.
func ofGame(game string) (exhibition string, ok bool) {
	rest, ok := strings.CutPrefix(game, ofExhibition)
	exhibition, _, _ = strings.Cut(rest, "-")
	return exhibition, ok
}

// Erasure deletes the titles of a player's exhibitions.
var Erasure = []string{`UPDATE simuls SET title = '' WHERE owner = ?`}
