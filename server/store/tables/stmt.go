package tables

import (
	"context"
	"database/sql"
	"fmt"
)

// stmt is a statement of the writer. It is prepared when the writer begins, or when it is first used.
type stmt struct {
	conn *sql.Conn
	text string
	kept *sql.Stmt
}

func (s *stmt) prepare(ctx context.Context) (err error) {
	if s.kept == nil {
		if s.kept, err = s.conn.PrepareContext(ctx, s.text); err != nil {
			return fmt.Errorf("%s: %w", s.text, err)
		}
	}
	return nil
}

// ExecContext carries the statement out.
func (s *stmt) ExecContext(ctx context.Context, args ...any) (sql.Result, error) {
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	return s.kept.ExecContext(ctx, args...)
}

// QueryContext asks for rows.
func (s *stmt) QueryContext(ctx context.Context, args ...any) (*sql.Rows, error) {
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	return s.kept.QueryContext(ctx, args...)
}

// QueryRowContext asks for one row.
func (s *stmt) QueryRowContext(ctx context.Context, args ...any) *sql.Row {
	if s.prepare(ctx) != nil {
		return s.conn.QueryRowContext(ctx, s.text, args...) // which says why
	}
	return s.kept.QueryRowContext(ctx, args...)
}

func (s *stmt) close() error {
	if s.kept == nil {
		return nil
	}
	return s.kept.Close()
}
