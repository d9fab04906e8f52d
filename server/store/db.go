package store

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// DB is the database for features with their own tables. Their SQL statements must work in every supported
// database; placeholders are ?, or ?1 and so on. The migrations of each database create the
// tables.
type DB interface {
	Reader
	// Write calls write in a transaction, which may combine the writes of several callers, and returns when everything is
	// on disk; after an error nothing has changed. rows is the approximate number of rows written. write may run more
	// than once: earlier runs are rolled back, so outside of the transaction it must only change what the next run sets
	// again. Statements are prepared and cached permanently: use a few fixed texts.
	Write(ctx context.Context, rows int, write func(ctx context.Context, tx Tx) error) error
	// Moment calls read with a consistent view of the database.
	Moment(ctx context.Context, read func(Reader) error) error
}

// Reader runs queries.
type Reader interface {
	// Each calls scan with each row that a query finds.
	Each(ctx context.Context, scan func(Row) error, query string, args ...any) error
	// Find is the SQL function for the position of one text in another.
	Find() string
}

// Tx is a transaction of [DB.Write].
type Tx interface {
	Reader
	// Run executes a statement and returns how many rows it has changed.
	Run(ctx context.Context, text string, args ...any) (rows int64, err error)
	// Row queries one row.
	Row(ctx context.Context, query string, args ...any) Row
	// Lock is the end of a query for a row that no other transaction may change before this one ends.
	Lock() string
	// CheckOwner returns a *[Fenced] if the game has another owner by now.
	CheckOwner(ctx context.Context, game string, owner Owner) error
	// Heard records that a subscriber has handled all notices up to a number; see [Outbox].
	Heard(ctx context.Context, subscriber string, number int64) error
	// Said converts text typed by users, with any bytes, to an argument.
	Said(text string) any
	// OrExists returns ErrExists for an error caused by a duplicate key, and any other error unchanged.
	OrExists(err error) error
	// SavePlayer stores a player; see [Players].
	SavePlayer(ctx context.Context, p Player) error
	// Present returns ErrNotFound if the player's account was deleted. The account cannot be deleted before the transaction
	// ends.
	Present(ctx context.Context, player string) error
}

// Row is the result of a query. Scan returns sql.ErrNoRows for an empty result.
type Row interface{ Scan(dest ...any) error }

// NoLimit is a LIMIT without effect, for which databases have no common syntax.
const NoLimit = `9223372036854775807`

// One returns the result of a query, or ErrNotFound.
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

// List returns the results of a query, never nil without an error.
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

// Value scans a row of one column.
func Value[T any](row Row) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}

// Conditions are the conditions of a query, joined by AND.
type Conditions struct {
	Texts []string
	Args  []any
}

// Add adds a condition with its arguments.
func (c *Conditions) Add(text string, args ...any) {
	c.Texts, c.Args = append(c.Texts, text), append(c.Args, args...)
}

// String returns the conditions as SQL.
func (c *Conditions) String() string {
	if len(c.Texts) == 0 {
		return `true`
	}
	return strings.Join(c.Texts, ` AND `)
}

// RunAll executes several statements with the same arguments.
func RunAll(ctx context.Context, tx Tx, texts []string, args ...any) error {
	for _, text := range texts {
		if _, err := tx.Run(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}

// CheckVersion returns ErrNotFound if the query for the version of an id finds no row, or a *Conflict if the version
// differs from want.
func CheckVersion(ctx context.Context, tx Tx, query, id string, want int) error {
	have, err := One(ctx, tx, Value[int], query, id)
	if err == nil && have != want {
		return &Conflict{Game: id, Have: have, Want: want}
	}
	return err
}

// CheckBounds returns ErrFull if the query counts more than most rows in total, or more than each rows of an owner.
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

// maxRetries is the maximum number of retries after conflicts.
const maxRetries = 20

// Retry calls change, which reads something, changes it and saves it. A *Conflict means that another writer has saved first:
// then Retry calls change again, at most 20 times.
func Retry(change func() error) error {
	for try := 0; ; try++ {
		err := change()
		if _, late := errors.AsType[*Conflict](err); !late || try >= maxRetries {
			return err
		}
	}
}

// RunOrElse executes a statement, and returns the error nothing if it changes no row.
func RunOrElse(ctx context.Context, tx Tx, nothing error, text string, args ...any) error {
	n, err := tx.Run(ctx, text, args...)
	if err == nil && n == 0 {
		err = nothing
	}
	return err
}

// Upsert returns the statement that inserts a row or replaces the one with the same keys.
func Upsert(table, keys, columns string) string {
	all := strings.Split(keys+", "+columns, ", ")
	var set []string
	for _, c := range strings.Split(columns, ", ") {
		set = append(set, c+` = excluded.`+c)
	}
	return `INSERT INTO ` + table + ` (` + strings.Join(all, ", ") + `)
		VALUES (` + strings.Join(slices.Repeat([]string{"?"}, len(all)), ", ") +
		`) ON CONFLICT (` + keys + `) DO UPDATE SET ` + strings.Join(set, ", ")
}

// Secret returns the server's secret with a name. If it does not exist, it becomes fresh.
func Secret(ctx context.Context, db DB, name string, fresh []byte) (secret []byte, err error) {
	err = db.Write(ctx, 1, func(ctx context.Context, tx Tx) error {
		if _, err := tx.Run(ctx, `INSERT INTO secrets (name, body) VALUES (?, ?) ON CONFLICT DO NOTHING`, name, fresh); err != nil {
			return err
		}
		return tx.Row(ctx, `SELECT body FROM secrets WHERE name = ?`, name).Scan(&secret)
	})
	return secret, err
}
