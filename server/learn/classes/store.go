package classes

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"moyo/server/store"
)

// class is a teacher's class as it is kept.
type class struct {
	ID      string
	Owner   string // id of the teacher
	Code    string // with which one joins; none is like another
	Version int    // changes so far
	Created time.Time
	Used    time.Time // when anybody of it was last here
	Body    []byte    // JSON: its title, what there is to do, and so on
}

// schoolchild is a pupil of a class as they are kept: a player without an account, of whom nothing is known but a first name.
type schoolchild struct {
	Player  string // id
	Class   string
	Version int    // changes so far
	Name    string // first name
	Body    []byte // JSON: what they have done, and how they come back
	Created time.Time
}

// classes are those in the database, with their pupils.
type classes struct{ db store.DB }

func versionOf(tx store.Tx) string { return `SELECT version FROM classes WHERE id = ?` + tx.Lock() }

// create keeps a new one; c.Version is 1. The error is store.ErrExists where there is a class of that id or code,
// store.ErrFull where its owner has more than each, or all together more than most, or store.ErrNotFound where the owner's
// account was deleted.
func (a classes) create(ctx context.Context, c class, each, most int) error {
	body := slices.Concat([]byte{}, c.Body)
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, c.Owner); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrExists, `
			INSERT INTO classes (id, owner, code, version, created, used, body) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			c.ID, c.Owner, c.Code, c.Version, c.Created.UnixMilli(), c.Used.UnixMilli(), body); err != nil {
			return err
		}
		return store.CheckBounds(ctx, tx, `SELECT count(*), coalesce(sum(CASE WHEN owner = ? THEN 1 ELSE 0 END), 0) FROM classes`,
			c.Owner, each, most)
	})
}

// save replaces a class but for its owner and time. The error is store.ErrNotFound, a *store.Conflict where it has not
// version c.Version-1, or store.ErrExists where another has that code.
func (a classes) save(ctx context.Context, c class) error {
	body := slices.Concat([]byte{}, c.Body)
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.CheckVersion(ctx, tx, versionOf(tx), c.ID, c.Version-1); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `UPDATE classes SET code = ?, version = ?, used = ?, body = ? WHERE id = ?`,
			c.Code, c.Version, c.Used.UnixMilli(), body, c.ID)
		return tx.OrExists(err)
	})
}

// use notes when a class was last used, where that is later than what is known.
func (a classes) use(ctx context.Context, id string, at time.Time) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `UPDATE classes SET used = ?1 WHERE id = ?2 AND used < ?1`, at.UnixMilli(), id)
		return err
	})
}

// columns are what scan reads.
const columns = `id, owner, code, version, created, used, body`

func scan(row store.Row) (c class, err error) {
	var created, used int64
	err = row.Scan(&c.ID, &c.Owner, &c.Code, &c.Version, &created, &used, &c.Body)
	c.Created, c.Used = time.UnixMilli(created).UTC(), time.UnixMilli(used).UTC()
	return c, err
}

// one returns a class, or store.ErrNotFound.
func (a classes) one(ctx context.Context, id string) (class, error) {
	return store.One(ctx, a.db, scan, `SELECT `+columns+` FROM classes WHERE id = ?`, id)
}

// byCode returns the class that one joins by a code, or store.ErrNotFound.
func (a classes) byCode(ctx context.Context, code string) (class, error) {
	return store.One(ctx, a.db, scan, `SELECT `+columns+` FROM classes WHERE code = ?`, code)
}

// of returns somebody's classes, oldest first.
func (a classes) of(ctx context.Context, owner string) ([]class, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM classes WHERE owner = ? ORDER BY created, id`, owner)
}

// unused returns at most limit classes that were last used before a time.
func (a classes) unused(ctx context.Context, before time.Time, limit int) ([]class, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM classes WHERE used < ? ORDER BY created, id LIMIT ?`,
		before.UnixMilli(), limit)
}

// remove forgets a class. The error is store.ErrNotFound, or store.ErrTaken where it has pupils.
func (a classes) remove(ctx context.Context, id string) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.RunOrElse(ctx, tx, store.ErrNotFound, `DELETE FROM classes WHERE id = ?`, id); err != nil {
			return err
		}
		var pupils int
		if err := tx.Row(ctx, pupilsHave, id).Scan(&pupils); err != nil {
			return err
		}
		if pupils > 0 {
			return store.ErrTaken
		}
		return nil
	})
}

const pupilsHave = `SELECT count(*) FROM class_pupils WHERE class = ?`

// addPupil makes a player with the role [store.Pupil] and brings them into a class. The error is store.ErrNotFound where
// there is no such class, store.ErrFull where it has most pupils, or store.ErrExists where there is such a player.
func (a classes) addPupil(ctx context.Context, p schoolchild, most int) error {
	body := slices.Concat([]byte{}, p.Body)
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		var version, pupils int
		err := tx.Row(ctx, versionOf(tx), p.Class).Scan(&version)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		if err != nil {
			return err
		}
		var role store.Role
		if err := tx.Row(ctx, `SELECT role FROM players WHERE id = ?`+tx.Lock(), p.Player).Scan(&role); err == nil {
			return store.ErrExists
		} else if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := tx.Row(ctx, pupilsHave, p.Class).Scan(&pupils); err != nil {
			return err
		}
		if pupils >= most {
			return store.ErrFull
		}
		if _, err := tx.Run(ctx, `INSERT INTO class_pupils (player, class, version, name, created, body) VALUES (?, ?, ?, ?, ?, ?)`,
			p.Player, p.Class, p.Version, p.Name, p.Created.UnixMilli(), body); err != nil {
			return err
		}
		return tx.SavePlayer(ctx, store.Player{ID: p.Player, Role: store.Pupil, Created: p.Created})
	})
}

// savePupil replaces what is kept of a pupil but for their class and time. The error is store.ErrNotFound, or a
// *store.Conflict where it has not version p.Version-1.
func (a classes) savePupil(ctx context.Context, p schoolchild) error {
	body := slices.Concat([]byte{}, p.Body)
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.CheckVersion(ctx, tx, `SELECT version FROM class_pupils WHERE player = ?`+tx.Lock(), p.Player, p.Version-1); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `UPDATE class_pupils SET version = ?, name = ?, body = ? WHERE player = ?`, p.Version, p.Name, body, p.Player)
		return err
	})
}

// pupilColumns are what scanPupil reads.
const pupilColumns = `player, class, version, name, created, body`

func scanPupil(row store.Row) (p schoolchild, err error) {
	var created int64
	err = row.Scan(&p.Player, &p.Class, &p.Version, &p.Name, &created, &p.Body)
	p.Created = time.UnixMilli(created).UTC()
	return p, err
}

// pupil returns a pupil by the id of the player, or store.ErrNotFound.
func (a classes) pupil(ctx context.Context, player string) (schoolchild, error) {
	return store.One(ctx, a.db, scanPupil, `SELECT `+pupilColumns+` FROM class_pupils WHERE player = ?`, player)
}

// pupils returns those of a class, in the order in which they came.
func (a classes) pupils(ctx context.Context, class string) ([]schoolchild, error) {
	return store.List(ctx, a.db, scanPupil, `SELECT `+pupilColumns+` FROM class_pupils WHERE class = ? ORDER BY created, player`, class)
}

// OfPupil returns the class of a pupil in a database and their first name. The error is store.ErrNotFound for who is in none.
func OfPupil(ctx context.Context, db store.DB, player string) (class, name string, err error) {
	p, err := classes{db}.pupil(ctx, player)
	return p.Class, p.Name, err
}
