package tables

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"moyo/server/store"
)

const (
	pupilsHave = `SELECT count(*) FROM class_pupils WHERE class = ?`
)

func (d Dialect) classHas() string { return `SELECT version FROM classes WHERE id = ?` + d.Lock }

// CreateClass implements store.Classes.
func (s *Store) CreateClass(ctx context.Context, c store.Class, b store.ClassBounds) error {
	c.Body = slices.Clone(c.Body)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.isThere(ctx, c.Owner); err != nil {
			return err
		}
		res, err := w.run(ctx, `
			INSERT INTO classes (id, owner, code, version, created, used, body) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			c.ID, c.Owner, c.Code, c.Version, c.Created.UnixMilli(), c.Used.UnixMilli(), octetsOf(c.Body))
		if err := changed(res, err)(store.ErrExists); err != nil {
			return err
		}
		return store.CheckBounds(ctx, w, `SELECT count(*), coalesce(sum(CASE WHEN owner = ? THEN 1 ELSE 0 END), 0) FROM classes`,
			c.Owner, b.Each, b.All)
	})
}

// SaveClass implements store.Classes.
func (s *Store) SaveClass(ctx context.Context, c store.Class) error {
	c.Body = slices.Clone(c.Body)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := store.CheckVersion(ctx, w, w.dialect.classHas(), c.ID, c.Version-1); err != nil {
			return err
		}
		_, err := w.run(ctx, `UPDATE classes SET code = ?, version = ?, used = ?, body = ? WHERE id = ?`,
			c.Code, c.Version, c.Used.UnixMilli(), octetsOf(c.Body), c.ID)
		return w.orExists(err)
	})
}

// UseClass implements store.Classes.
func (s *Store) UseClass(ctx context.Context, id string, at time.Time) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, `UPDATE classes SET used = ?1 WHERE id = ?2 AND used < ?1`, at.UnixMilli(), id)
		return err
	})
}

// classColumns are what scanClass reads.
const classColumns = `id, owner, code, version, created, used, body`

func scanClass(row scanner) (c store.Class, err error) {
	var created, used int64
	err = row.Scan(&c.ID, &c.Owner, &c.Code, &c.Version, &created, &used, &c.Body)
	c.Created, c.Used = time.UnixMilli(created).UTC(), time.UnixMilli(used).UTC()
	return c, err
}

// Class implements store.Classes.
func (s *Store) Class(ctx context.Context, id string) (store.Class, error) {
	return one(ctx, s, scanClass, `SELECT `+classColumns+` FROM classes WHERE id = ?`, id)
}

// ClassByCode implements store.Classes.
func (s *Store) ClassByCode(ctx context.Context, code string) (store.Class, error) {
	return one(ctx, s, scanClass, `SELECT `+classColumns+` FROM classes WHERE code = ?`, code)
}

// ClassesOf implements store.Classes.
func (s *Store) ClassesOf(ctx context.Context, owner string) ([]store.Class, error) {
	return list(ctx, s, scanClass, `SELECT `+classColumns+` FROM classes WHERE owner = ? ORDER BY created, id`, owner)
}

// UnusedClasses implements store.Classes.
func (s *Store) UnusedClasses(ctx context.Context, before time.Time, limit int) ([]store.Class, error) {
	return list(ctx, s, scanClass, `SELECT `+classColumns+` FROM classes WHERE used < ? ORDER BY created, id LIMIT ?`,
		before.UnixMilli(), limit)
}

// DeleteClass implements store.Classes.
func (s *Store) DeleteClass(ctx context.Context, id string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := changed(w.run(ctx, `DELETE FROM classes WHERE id = ?`, id))(store.ErrNotFound); err != nil {
			return err
		}
		var n int
		if err := w.row(ctx, pupilsHave, id).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return store.ErrTaken
		}
		return nil
	})
}

// AddPupil implements store.Classes.
func (s *Store) AddPupil(ctx context.Context, p store.Schoolchild, most int) error {
	p.Body = slices.Clone(p.Body)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		var version, n int
		err := w.row(ctx, w.dialect.classHas(), p.Class).Scan(&version)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		if err != nil {
			return err
		}
		var role store.Role
		if err := w.row(ctx, w.dialect.roleOf(), p.Player).Scan(&role); err == nil {
			return store.ErrExists
		} else if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := w.row(ctx, pupilsHave, p.Class).Scan(&n); err != nil {
			return err
		}
		if n >= most {
			return store.ErrFull
		}
		if _, err := w.run(ctx, `INSERT INTO class_pupils (player, class, version, name, created, body) VALUES (?, ?, ?, ?, ?, ?)`,
			p.Player, p.Class, p.Version, p.Name, p.Created.UnixMilli(), octetsOf(p.Body)); err != nil {
			return err
		}
		return w.savePlayer(ctx, store.Player{ID: p.Player, Role: store.Pupil, Created: p.Created})
	})
}

// SavePupil implements store.Classes.
func (s *Store) SavePupil(ctx context.Context, p store.Schoolchild) error {
	p.Body = slices.Clone(p.Body)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := store.CheckVersion(ctx, w, `SELECT version FROM class_pupils WHERE player = ?`+w.dialect.Lock,
			p.Player, p.Version-1); err != nil {
			return err
		}
		_, err := w.run(ctx, `UPDATE class_pupils SET version = ?, name = ?, body = ? WHERE player = ?`,
			p.Version, p.Name, octetsOf(p.Body), p.Player)
		return err
	})
}

// pupilColumns are what scanPupil reads.
const pupilColumns = `player, class, version, name, created, body`

func scanPupil(row scanner) (p store.Schoolchild, err error) {
	var created int64
	err = row.Scan(&p.Player, &p.Class, &p.Version, &p.Name, &created, &p.Body)
	p.Created = time.UnixMilli(created).UTC()
	return p, err
}

// Pupil implements store.Classes.
func (s *Store) Pupil(ctx context.Context, player string) (store.Schoolchild, error) {
	return one(ctx, s, scanPupil, `SELECT `+pupilColumns+` FROM class_pupils WHERE player = ?`, player)
}

// Pupils implements store.Classes.
func (s *Store) Pupils(ctx context.Context, class string) ([]store.Schoolchild, error) {
	return list(ctx, s, scanPupil, `SELECT `+pupilColumns+` FROM class_pupils WHERE class = ? ORDER BY created, player`, class)
}
