package tables

import (
	"context"
	"database/sql"

	"moyo/server/store"
)

// Write implements store.DB.
func (s *Store) Write(ctx context.Context, rows int, write func(context.Context, store.Tx) error) error {
	return s.submit(ctx, rows, func(ctx context.Context, w *writer) error { return write(ctx, w) })
}

// Each implements store.DB.
func (s *Store) Each(ctx context.Context, scan func(store.Row) error, query string, args ...any) error {
	rows, err := s.readers.query(ctx, query, args...)
	return s.orClosed(each(rows, err, scan))
}

// Moment implements store.DB.
func (s *Store) Moment(ctx context.Context, read func(store.Reader) error) error {
	return s.orClosed(s.moment(ctx, func(tx *sql.Tx) error { return read(snapshot{s, tx}) }))
}

// snapshot is a consistent view of the database in a transaction.
type snapshot struct {
	store *Store
	tx    *sql.Tx
}

// Each implements store.Reader.
func (m snapshot) Each(ctx context.Context, scan func(store.Row) error, query string, args ...any) error {
	rows, err := m.tx.QueryContext(ctx, m.store.dialect.Place(query), args...)
	return each(rows, err, scan)
}

// each calls scan with each row, if there is no error.
func each(rows *sql.Rows, err error, scan func(store.Row) error) error {
	if err != nil {
		return err
	}
	_, err = collect(rows, func(row scanner) (struct{}, error) { return struct{}{}, scan(row) })
	return err
}

// Find implements store.Reader.
func (m snapshot) Find() string { return m.store.dialect.Find }

// Find implements store.Reader.
func (s *Store) Find() string { return s.dialect.Find }

// Find implements store.Reader.
func (w *writer) Find() string { return w.dialect.Find }

// Each implements store.Reader.
func (w *writer) Each(ctx context.Context, scan func(store.Row) error, query string, args ...any) error {
	rows, err := w.rows(ctx, query, args...)
	return each(rows, err, scan)
}

var _ store.Tx = (*writer)(nil)

// Run implements store.Tx.
func (w *writer) Run(ctx context.Context, text string, args ...any) (int64, error) {
	res, err := w.run(ctx, text, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Said implements store.Tx.
func (w *writer) Said(text string) any { return w.dialect.Said(text) }

// Lock implements store.Tx.
func (w *writer) Lock() string { return w.dialect.Lock }
