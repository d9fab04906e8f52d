package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// DB is the database for features that keep tables of their own. Their statements are SQL that every database of
// the server has; places for arguments are ?, or ?1 and so on. The tables themselves are made by the migrations of
// each database.
type DB interface {
	Reader
	// Write carries out write in a transaction, together with what others write at the same time, and returns when
	// everything is on disk; after an error nothing has changed. rows is how many rows it writes, about. write may run more
	// than once: what it did before is rolled back first, so it must change nothing outside the transaction that the next
	// run does not set again. Statements are prepared and kept for good: use a few fixed texts.
	Write(ctx context.Context, rows int, write func(ctx context.Context, tx Tx) error) error
	// Moment calls read with the database as it is at one moment.
	Moment(ctx context.Context, read func(Reader) error) error
}

// Reader is what is read from.
type Reader interface {
	// Each calls scan with each row that a query finds.
	Each(ctx context.Context, scan func(Row) error, query string, args ...any) error
	// Find is the function for the place of one text in another.
	Find() string
}

// Tx is a transaction of [DB.Write].
type Tx interface {
	Reader
	// Run carries out a statement and says how many rows it has changed.
	Run(ctx context.Context, text string, args ...any) (rows int64, err error)
	// Row asks for one row.
	Row(ctx context.Context, query string, args ...any) Row
	// Lock ends a query of a row that no other transaction may change until this one has ended.
	Lock() string
	// OrExists returns ErrExists for the error of a statement that would have repeated a key, and any other as it is.
	OrExists(err error) error
	// SavePlayer keeps a player as [Players] does.
	SavePlayer(ctx context.Context, p Player) error
	// Present returns ErrNotFound where the account of a player was deleted. None is deleted before the transaction has
	// ended.
	Present(ctx context.Context, player string) error
}

// Row is what a query has found. The error of Scan is sql.ErrNoRows where that is nothing.
type Row interface{ Scan(dest ...any) error }

// NoLimit is a LIMIT that is none: databases do not agree about what is.
const NoLimit = `9223372036854775807`

// One returns what a query finds, or ErrNotFound.
func One[T any](ctx context.Context, db Reader, scan func(Row) (T, error), query string, args ...any) (found T, err error) {
	all, err := List(ctx, db, scan, query, args...)
	switch {
	case err != nil:
		return found, err
	case len(all) == 0:
		return found, ErrNotFound
	}
	return all[0], nil
}

// List returns what a query finds, never nil without an error.
func List[T any](ctx context.Context, db Reader, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	all := []T{}
	err := db.Each(ctx, func(row Row) error {
		one, err := scan(row)
		if err == nil {
			all = append(all, one)
		}
		return err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Conditions of a query are joined by AND.
type Conditions struct {
	Texts []string
	Args  []any
}

// Add adds one with its arguments.
func (c *Conditions) Add(text string, args ...any) {
	c.Texts, c.Args = append(c.Texts, text), append(c.Args, args...)
}

// String returns them as SQL.
func (c *Conditions) String() string {
	if len(c.Texts) == 0 {
		return `true`
	}
	return strings.Join(c.Texts, ` AND `)
}

// RunAll carries out several statements with the same arguments.
func RunAll(ctx context.Context, tx Tx, texts []string, args ...any) error {
	for _, text := range texts {
		if _, err := tx.Run(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}

// CheckVersion returns ErrNotFound where a query for the version of an id finds none, or a *Conflict where that is
// another one than is wanted.
func CheckVersion(ctx context.Context, tx Tx, query, id string, want int) error {
	var have int
	err := tx.Row(ctx, query, id).Scan(&have)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	case err == nil && have != want:
		return &Conflict{Game: id, Have: have, Want: want}
	}
	return err
}

// CheckBounds returns ErrFull where a query for how many there are in all, and of an owner, finds more than most or each.
func CheckBounds(ctx context.Context, tx Tx, query, owner string, each, most int) error {
	var all, own int
	if err := tx.Row(ctx, query, owner).Scan(&all, &own); err != nil {
		return err
	}
	if all > most || own > each {
		return ErrFull
	}
	return nil
}

// maxTries is how often a change is tried again because another writer was faster.
const maxTries = 20

// Retry calls change, which reads something, changes it and saves it. A *Conflict says that another writer has saved first:
// then change is called again, up to 20 times.
func Retry(change func() error) error {
	for try := 0; ; try++ {
		err := change()
		if _, late := errors.AsType[*Conflict](err); !late || try >= maxTries {
			return err
		}
	}
}

// RunOrElse carries out a statement, and returns nothing where it changes no row.
func RunOrElse(ctx context.Context, tx Tx, nothing error, text string, args ...any) error {
	n, err := tx.Run(ctx, text, args...)
	if err == nil && n == 0 {
		err = nothing
	}
	return err
}
