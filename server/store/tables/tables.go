// Package tables is a store in an SQL database: the common part of
// [moyo/server/store/sqlite] and [moyo/server/store/postgres]. These packages open the
// database, create its tables, and describe the differences of their SQL in a
// [Dialect].
//
// One goroutine writes; it combines concurrent writes into one transaction, see
// package group. Readers have their own connections.
package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"moyo/server/store"
	"moyo/server/store/group"
)

// Dialect describes a database's differences.
type Dialect struct {
	// Place returns a statement with the placeholders of the database: ?, or ?1 and so on.
	Place func(text string) string
	// Begin starts a writing transaction. Only one may be open at a time.
	Begin string
	// End is the statement that commits to disk, "" to use Commit. End and Begin are prepared:
	// parsing both costs a tenth of a commit.
	End string
	// Commit commits to disk, if End is "". It returns an error if nothing was written, and store.ErrUnknown
	// if that is unknown.
	Commit func(ctx context.Context, conn *sql.Conn) error
	// Reading describes a transaction with a consistent view.
	Reading *sql.TxOptions
	// Unique reports whether an error is a duplicate key.
	Unique func(err error) bool
	// Full reports whether an error means that the disk is full.
	Full func(err error) bool
	// Aborts means that a transaction accepts no more statements after an error.
	Aborts bool
	// Again reports whether a failed transaction may succeed when retried.
	Again func(err error) bool
	// Alone means that the store has no other writer while it is open.
	Alone bool
	// Free means that a commit costs nothing, so that commits are not grouped.
	Free bool
	// Lock is the end of a SELECT of rows that others may not change before the transaction ends.
	Lock string
	// Guard finds the row of a game's owner (game, node, epoch), and locks it until the
	// transaction ends. It is "" in a store without owners.
	Guard string
	// Said converts text typed by users, with any bytes, to an argument.
	Said func(text string) any
	// Public is the condition for games that are not private, as written in the indexes.
	Public string
	// Find is the function for the position of one text in another.
	Find string
	// Counter finds the last number that the column ?2 of table ?1 was given, and Count sets it.
	Counter string
	Count   func(ctx context.Context, conn *sql.Conn, table, column string, last int64) error
	// NoTimeout removes the time limit of a transaction's statements; "" without such a limit.
	NoTimeout string
	// Size queries how many bytes of the database are in use.
	Size string
	// Greatest is the function for the maximum of its arguments.
	Greatest string
	// Within is the condition that the octets in body contain TEXT.
	Within string
	// Drawn is the condition of the index mistakes_drawn: the octets in body contain "board":"id:.
	Drawn string
	// Unfinished makes a query use the index games_unfinished; "" if no hint is needed.
	Unfinished string
	// Owned queries whether game ?1 belongs to a node with a valid lease that is not (?2, ?3), and Disown
	// deletes the ownership; "" in a store without owners.
	Owned, Disown string
	// WithName and WithRank are the JSON of SEAT with the name ?1, and with the rank RANK as well.
	WithName, WithRank string
}

// Store is a store in SQL tables.
type Store struct {
	dialect Dialect
	readers reader
	queue   *group.Queue[*job]
	close   func() error         // runs once
	torn    func(err error) bool // whether an error means a lost page; nil if none is expected
}

// Open returns a store on migrated tables. The store owns writing, which has one
// connection. The store calls free when it is closed.
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

// OpenReadOnly returns a store on a damaged database: it reads what is readable, and
// refuses all writes. torn reports whether an error is caused by an unreadable part.
func OpenReadOnly(d Dialect, reading *sql.DB, torn func(error) bool, free func() error) *Store {
	s := run(d, reading, func(group []*job) {
		for _, j := range group {
			j.done <- store.ErrReadOnly
		}
	}, free)
	s.torn = torn
	return s
}

// run returns a store whose jobs write writes, until free is called.
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

// orClosed returns store.ErrClosed for an error of a closed store, and a matching error for a lost page.
func (s *Store) orClosed(err error) error {
	if s.isTorn(err) {
		return fmt.Errorf("%w: %w", store.ErrReadOnly, err)
	}
	if err != nil && s.queue.Closing() {
		return store.ErrClosed
	}
	return err
}

// isTorn reports whether an error means a lost page.
func (s *Store) isTorn(err error) bool { return err != nil && s.torn != nil && s.torn(err) }

// OrNoSpace returns store.ErrNoSpace for the error of a full disk, and other errors unchanged.
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

// reader runs queries.
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

// moment calls read in a transaction with a consistent view.
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

// one returns the result of a query, or store.ErrNotFound.
func one[T any](ctx context.Context, s *Store, scan func(scanner) (T, error), query string, args ...any) (T, error) {
	found, err := scan(s.readers.row(ctx, query, args...))
	if errors.Is(err, sql.ErrNoRows) {
		var nothing T
		return nothing, store.ErrNotFound
	}
	return found, s.orClosed(err)
}

// list returns the results of a query, never nil without an error.
func list[T any](ctx context.Context, s *Store, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := s.readers.query(ctx, query, args...)
	if err != nil {
		return nil, s.orClosed(err)
	}
	found, err := collect(rows, scan)
	return found, s.orClosed(err)
}

// collect returns the content of rows, never nil without an error, and closes rows.
func collect[T any](rows *sql.Rows, scan func(scanner) (T, error)) ([]T, error) {
	defer rows.Close()
	found := []T{}
	for rows.Next() {
		one, err := scan(rows)
		if isDamaged(err) {
			continue // only a request for this row fails
		}
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	return found, rows.Err()
}
