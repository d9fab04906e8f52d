// Package tables is a store in the tables of an SQL database, whichever that is: all
// that [moyo/server/store/sqlite] and [moyo/server/store/postgres] have in common, which
// is nearly everything. They open the database, make its tables, and say in a [Dialect]
// where their SQL differs.
//
// One goroutine writes; it gathers what arrives at once into one transaction, see
// package group. Readers have connections of their own.
package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"moyo/server/store"
	"moyo/server/store/group"
)

// Dialect is how a database differs from others.
type Dialect struct {
	// Place returns a statement with its places as the database has them: ?, or ?1 and so on.
	Place func(text string) string
	// Begin begins a transaction that writes. Only one may be open at a time.
	Begin string
	// End is the statement that ends it, on disk. It is prepared, and so is Begin: reading both
	// costs as much as the tenth part of a commit. "" where Commit ends it.
	End string
	// Commit ends it, on disk, where there is no End. It returns an error where nothing was written, and one that is
	// store.ErrUnknown where that is not known.
	Commit func(ctx context.Context, conn *sql.Conn) error
	// Reading begins a transaction that sees one moment.
	Reading *sql.TxOptions
	// Unique says whether an error is that of a key that is there already.
	Unique func(err error) bool
	// Full says whether an error is that of a disk that takes nothing more.
	Full func(err error) bool
	// Aborts says whether a transaction can do nothing more after an error.
	Aborts bool
	// Again says whether a transaction that failed may succeed when it is tried again.
	Again func(err error) bool
	// Alone says that nobody else writes as long as the store is open.
	Alone bool
	// Free says that a commit costs nothing. Then no commit waits for others to share it.
	Free bool
	// Lock ends a SELECT of rows that nobody may change until the transaction has ended.
	Lock string
	// Guard finds the row that says that a game is owned by (game, node, epoch), and holds
	// it until the transaction has ended. It is "" where nobody owns games.
	Guard string
	// Said is what somebody has typed, as an argument: any bytes.
	Said func(text string) any
	// Public is the condition of games that are not private, as the indexes have it.
	Public string
	// Find is the function for the place of one text in another.
	Find string
	// Counter finds the last number that a table ?1 has given by its column ?2, and Count sets it.
	Counter string
	Count   func(ctx context.Context, conn *sql.Conn, table, column string, last int64) error
	// Unhurried lets the statements of a transaction take their time; "" where they may anyway.
	Unhurried string
	// Size asks how many bytes the database has in use.
	Size string
	// Greatest is the function for the largest of some numbers.
	Greatest string
	// Within is the condition that the octets in body have TEXT in them.
	Within string
	// Drawn is the condition of the index mistakes_drawn: the octets in body say "board":"id:.
	Drawn string
	// Unfinished makes a query go by the index games_unfinished; "" where it does anyway.
	Unfinished string
	// Owned says whether game ?1 belongs to a node at work that is not (?2, ?3), and Disown
	// forgets whose it is; "" where nobody owns games.
	Owned, Disown string
	// WithName and WithRank are the JSON of SEAT with the name ?1, and with the rank RANK as well.
	WithName, WithRank string
}

// Store is a store in tables.
type Store struct {
	dialect Dialect
	readers reader
	queue   *group.Queue[*job]
	close   func() error         // once
	torn    func(err error) bool // whether an error is that of a page that is lost; nil where none should be
}

// Open returns a store on tables that are up to date. writing has one connection, and is
// the store's own. When it is closed it calls free.
func Open(ctx context.Context, d Dialect, writing, reading *sql.DB, free func() error) (*Store, error) {
	c := &committer{dialect: d, db: writing}
	var err error
	if c.writer, err = newWriter(ctx, d, writing); err != nil {
		return nil, err
	}
	return run(d, reading, c.commit, func() error {
		c.end()
		return free()
	}), nil
}

// OpenReadOnly returns a store on a database that is damaged: it is read where it can be, and
// all that is to be written is refused. torn says whether an error is that of a part that cannot.
func OpenReadOnly(d Dialect, reading *sql.DB, torn func(error) bool, free func() error) *Store {
	s := run(d, reading, func(group []*job) {
		for _, j := range group {
			j.done <- store.ErrReadOnly
		}
	}, free)
	s.torn = torn
	return s
}

// run returns a store whose jobs are written by write, until free is called.
func run(d Dialect, reading *sql.DB, write func([]*job), free func() error) *Store {
	s := &Store{dialect: d, readers: reader{reading, d.Place}, queue: group.New[*job](d.Free)}
	var writer sync.WaitGroup
	writer.Go(func() { s.queue.Run(write) })
	s.close = sync.OnceValue(func() error {
		s.queue.Close()
		writer.Wait()
		return free()
	})
	return s
}

// Close implements store.Store.
func (s *Store) Close() error { return s.close() }

// orClosed names the error of a store that was closed as such, and that of a part that is lost.
func (s *Store) orClosed(err error) error {
	if s.isTorn(err) {
		return fmt.Errorf("%w: %w", store.ErrReadOnly, err)
	}
	if err != nil && s.queue.Closing() {
		return store.ErrClosed
	}
	return err
}

// isTorn says whether an error is that of a page that is lost.
func (s *Store) isTorn(err error) bool { return err != nil && s.torn != nil && s.torn(err) }

// OrNoSpace names the error of a disk that is full as such.
func (d Dialect) OrNoSpace(err error) error {
	if err != nil && d.Full(err) {
		return fmt.Errorf("%w: %w", store.ErrNoSpace, err)
	}
	return err
}

// Querier is a database or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
}

// reader is where statements are read from.
type reader struct {
	db    *sql.DB
	place func(string) string
}

func (r reader) query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	return r.db.QueryContext(ctx, r.place(text), args...)
}

func (r reader) row(ctx context.Context, text string, args ...any) *sql.Row {
	return r.db.QueryRowContext(ctx, r.place(text), args...)
}

// moment calls read with a transaction that sees one moment.
func (s *Store) moment(ctx context.Context, read func(tx *sql.Tx) error) error {
	tx, err := s.readers.db.BeginTx(ctx, s.dialect.Reading)
	if err != nil {
		return s.orClosed(err)
	}
	defer func() { _ = tx.Rollback() }()
	err = read(tx)
	if s.isTorn(err) {
		return s.orClosed(err)
	}
	return err
}

// scanner is a *sql.Row or *sql.Rows.
type scanner = store.Row

// one returns what a query finds, or store.ErrNotFound.
func one[T any](ctx context.Context, s *Store, scan func(scanner) (T, error), query string, args ...any) (T, error) {
	found, err := scan(s.readers.row(ctx, query, args...))
	if errors.Is(err, sql.ErrNoRows) {
		var nothing T
		return nothing, store.ErrNotFound
	}
	return found, s.orClosed(err)
}

// list returns what a query finds, never nil without an error.
func list[T any](ctx context.Context, s *Store, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := s.readers.query(ctx, query, args...)
	if err != nil {
		return nil, s.orClosed(err)
	}
	found, err := collect(rows, scan)
	return found, s.orClosed(err)
}

// collect returns what is in rows, never nil without an error, and closes them.
func collect[T any](rows *sql.Rows, scan func(scanner) (T, error)) ([]T, error) {
	defer rows.Close()
	found := []T{}
	for rows.Next() {
		one, err := scan(rows)
		if isDamaged(err) {
			continue // it is refused alone, where it is asked for
		}
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	return found, rows.Err()
}

// upsert returns the statement that keeps a row in place of what has the same keys.
func upsert(table, keys, columns string) string {
	all := strings.Split(keys+", "+columns, ", ")
	var set []string
	for _, c := range strings.Split(columns, ", ") {
		set = append(set, c+` = excluded.`+c)
	}
	return `INSERT INTO ` + table + ` (` + strings.Join(all, ", ") + `)
		VALUES (` + strings.Join(slices.Repeat([]string{"?"}, len(all)), ", ") +
		`) ON CONFLICT (` + keys + `) DO UPDATE SET ` + strings.Join(set, ", ")
}
