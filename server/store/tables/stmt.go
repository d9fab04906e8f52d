package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"moyo/server/store"
)

// run carries out a statement of a transaction. Its places are those of [Dialect.Place].
// A statement is prepared when it is first used, and kept: reading it again costs as much as the tenth part of a commit.
// Its text must therefore be one of few.
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

// failed is the row of a statement that could not be prepared.
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

// changed returns what gives a statement's error, or the one that says that it
// has changed nothing.
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

// close ends the connection. With a statement left, SQLite would not take what is in
// the write-ahead log into the main file.
func (w *writer) close() error {
	var errs []error
	for _, stmt := range w.prepared {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}
