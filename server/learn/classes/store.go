package classes

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/store"
)

// class is a stored class.
type class struct {
	ID      string
	Owner   string // id of the teacher
	Code    string // for joining; unique
	Version int    // number of changes so far
	Created time.Time
	Used    time.Time // last visit of its teacher or a pupil
	Body    []byte    // JSON: its title, its tasks and so on
}

// schoolchild is a stored pupil: a player without an account, of whom only a first name is known.
type schoolchild struct {
	Player  string // id
	Class   string
	Version int    // number of changes so far
	Name    string // first name
	Body    []byte // JSON: progress, and the code to come back
	Created time.Time
}

// classes stores classes and their pupils in a database.
type classes struct{ db store.DB }

func versionOf(tx store.Tx) string { return `SELECT version FROM classes WHERE id = ?` + tx.Lock() }

// create stores a new class; c.Version is 1. The error is store.ErrExists if its id or code is taken, store.ErrFull if its owner
// has more than each classes or the server more than most, or store.ErrNotFound if the owner's account was deleted.
func (a classes) create(ctx context.Context, c class, each, most int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, c.Owner); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrExists, `
			INSERT INTO classes (id, owner, code, version, created, used, body) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			c.ID, c.Owner, c.Code, c.Version, c.Created.UnixMilli(), c.Used.UnixMilli(), store.Blob(c.Body)); err != nil {
			return err
		}
		return store.CheckBounds(ctx, tx, `SELECT count(*), coalesce(sum(CASE WHEN owner = ? THEN 1 ELSE 0 END), 0) FROM classes`,
			c.Owner, each, most)
	})
}

// save replaces a class except for its owner and time. The error is store.ErrNotFound, a *store.Conflict if the stored version is
// not c.Version-1, or store.ErrExists if another class has its code.
func (a classes) save(ctx context.Context, c class) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.CheckVersion(ctx, tx, versionOf(tx), c.ID, c.Version-1); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `UPDATE classes SET code = ?, version = ?, used = ?, body = ? WHERE id = ?`,
			c.Code, c.Version, c.Used.UnixMilli(), store.Blob(c.Body), c.ID)
		return tx.OrExists(err)
	})
}

// use stores when a class was last used, if that is later than the stored time.
func (a classes) use(ctx context.Context, id string, at time.Time) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `UPDATE classes SET used = ?1 WHERE id = ?2 AND used < ?1`, at.UnixMilli(), id)
		return err
	})
}

// columns are the columns for scan.
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

// byCode returns the class with a code, or store.ErrNotFound.
func (a classes) byCode(ctx context.Context, code string) (class, error) {
	return store.One(ctx, a.db, scan, `SELECT `+columns+` FROM classes WHERE code = ?`, code)
}

// of returns the classes of an owner, oldest first.
func (a classes) of(ctx context.Context, owner string) ([]class, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM classes WHERE owner = ? ORDER BY created, id`, owner)
}

// unused returns at most limit classes that were last used before a time.
func (a classes) unused(ctx context.Context, before time.Time, limit int) ([]class, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM classes WHERE used < ? ORDER BY created, id LIMIT ?`,
		before.UnixMilli(), limit)
}

// remove deletes a class. The error is store.ErrNotFound, or store.ErrTaken if it has pupils.
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

// addPupil creates a player with the role [store.Pupil] in a class. The error is store.ErrNotFound if the class does not exist,
// store.ErrFull if it has most pupils, or store.ErrExists if the player exists.
func (a classes) addPupil(ctx context.Context, p schoolchild, most int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if _, err := store.One(ctx, tx, store.Value[int], versionOf(tx), p.Class); err != nil {
			return err
		}
		var pupils int
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
			p.Player, p.Class, p.Version, p.Name, p.Created.UnixMilli(), store.Blob(p.Body)); err != nil {
			return err
		}
		return tx.SavePlayer(ctx, store.Player{ID: p.Player, Role: store.Pupil, Created: p.Created})
	})
}

// savePupil replaces a pupil except for their class and time. The error is store.ErrNotFound, or a *store.Conflict if the stored
// version is not p.Version-1.
func (a classes) savePupil(ctx context.Context, p schoolchild) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.CheckVersion(ctx, tx, `SELECT version FROM class_pupils WHERE player = ?`+tx.Lock(), p.Player, p.Version-1); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `UPDATE class_pupils SET version = ?, name = ?, body = ? WHERE player = ?`,
			p.Version, p.Name, store.Blob(p.Body), p.Player)
		return err
	})
}

// pupilColumns are the columns for scanPupil.
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

// pupils returns the pupils of a class, in the order of joining.
func (a classes) pupils(ctx context.Context, class string) ([]schoolchild, error) {
	return store.List(ctx, a.db, scanPupil, `SELECT `+pupilColumns+` FROM class_pupils WHERE class = ? ORDER BY created, player`, class)
}

// OfPupil returns the class of a pupil in a database and their first name. The error is store.ErrNotFound if the player is not a pupil.
func OfPupil(ctx context.Context, db store.DB, player string) (class, name string, err error) {
	p, err := classes{db}.pupil(ctx, player)
	return p.Class, p.Name, err
}

// Erasure deletes the classes and the place in a class of a player.
var Erasure = []string{
	`DELETE FROM classes WHERE owner = ?`,
	`DELETE FROM class_pupils WHERE player = ?`,
}
