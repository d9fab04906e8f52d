package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"moyo/server/store"
)

// run executes a statement of a transaction, with placeholders as in [Dialect.Place]. It prepares a statement at
// its first use and caches it: parsing it again costs a tenth of a commit. There must
// therefore be only few different texts.
func (w *writer) run(ctx context.Context, text string, args ...any) (sql.Result, error) {
	stmt, err := w.prepare(ctx, text)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

// rows is run for a query.
func (w *writer) rows(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	stmt, err := w.prepare(ctx, text)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// Row implements store.Tx: it is run for a query of one row.
func (w *writer) Row(ctx context.Context, text string, args ...any) store.Row {
	stmt, err := w.prepare(ctx, text)
	if err != nil {
		return failed{err}
	}
	return stmt.QueryRowContext(ctx, args...)
}

// failed is the row of a statement whose preparation failed.
type failed struct{ err error }

func (f failed) Scan(...any) error { return f.err }

func (w *writer) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	stmt := w.prepared[text]
	if stmt == nil {
		var err error
		if stmt, err = w.conn.PrepareContext(ctx, w.dialect.Place(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		w.prepared[text] = stmt
	}
	return stmt, nil
}

// changed returns a function that returns the statement's error, or the error nothing
// if no row has changed.
func changed(res sql.Result, err error) func(nothing error) error {
	return func(nothing error) error {
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return nothing
	}
}

// close closes the connection. With an open statement, SQLite would not copy the
// write-ahead log into the main file.
func (w *writer) close() error {
	var errs []error
	for _, stmt := range w.prepared {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}
