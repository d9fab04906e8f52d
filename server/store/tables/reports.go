package tables

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/store"
)

// AddReport implements store.Reports.
func (s *Store) AddReport(ctx context.Context, r store.Report, most store.ReportBounds) (id int64, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) (err error) {
		var n int
		err = w.Row(ctx, `SELECT 1 FROM reports WHERE reporter = ? AND target = ? AND game = ? AND line = ? AND board = ? AND state = 'open'`,
			r.Reporter, r.Target, r.Game, r.Line, r.Board).Scan(&n)
		if err == nil {
			return store.ErrExists
		} else if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := w.Row(ctx, `SELECT count(*) FROM reports WHERE reporter = ? AND created >= ?`,
			r.Reporter, most.Since.UnixMilli()).Scan(&n); err != nil {
			return err
		} else if n >= most.Each {
			return store.ErrFull
		}
		if err := w.Row(ctx, `SELECT count(*) FROM reports WHERE state = 'open' AND guest = ?`, r.Guest).Scan(&n); err != nil {
			return err
		} else if n >= most.Open {
			return store.ErrFull
		}
		id, err = inserted(w.Row(ctx, `INSERT INTO reports (kind, reporter, guest, target, game, line, board, reason, text, created, state)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open') RETURNING id`,
			string(r.Kind), r.Reporter, r.Guest, r.Target, r.Game, r.Line, r.Board, r.Reason, w.dialect.Said(r.Text), r.Created.UnixMilli()))
		return err
	})
	return id, err
}

const reportColumns = `id, kind, reporter, guest, target, game, line, board, reason, text, created, state, moderator, claimed, outcome`

// Report implements store.Reports.
func (s *Store) Report(ctx context.Context, id int64) (store.Report, error) {
	return one(ctx, s, scanReport, `SELECT `+reportColumns+` FROM reports WHERE id = ?`, id)
}

// Reports implements store.Reports.
func (s *Store) Reports(ctx context.Context, q store.ReportQuery) ([]store.Report, error) {
	var c store.Conditions
	for _, f := range []struct{ text, value string }{{`state = ?`, string(q.State)}, {`target = ?`, q.Target}, {`reporter = ?`, q.Reporter}} {
		if f.value != "" {
			c.Add(f.text, f.value)
		}
	}
	if q.Before != 0 {
		c.Add(`id < ?`, q.Before)
	}
	return list(ctx, s, scanReport, `SELECT `+reportColumns+` FROM reports WHERE `+c.String()+` ORDER BY id DESC LIMIT ?`,
		append(c.Args, q.Limit)...)
}

// ClaimReport implements store.Reports.
func (s *Store) ClaimReport(ctx context.Context, id int64, moderator string, at, stale time.Time) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		r, err := w.reportInHand(ctx, id)
		switch {
		case err != nil:
			return err
		case r.Moderator != "" && r.Moderator != moderator && moderator != "" && !r.Claimed.Before(store.Milli(stale)):
			return store.ErrTaken
		case moderator == "":
			at = time.Time{}
		}
		_, err = w.run(ctx, `UPDATE reports SET moderator = ?, claimed = ? WHERE id = ?`, moderator, store.MilliOrNull(at), id)
		return err
	})
}

// reportInHand returns an open report with its moderator; the error is
// store.ErrNotFound, or store.ErrDone if it is closed.
func (w *writer) reportInHand(ctx context.Context, id int64) (r store.Report, err error) {
	var claimed sql.NullInt64
	err = w.Row(ctx, `SELECT state, moderator, claimed FROM reports WHERE id = ?`, id).Scan(&r.State, &r.Moderator, &claimed)
	if errors.Is(err, sql.ErrNoRows) {
		return r, store.ErrNotFound
	}
	if err == nil && r.State != store.ReportOpen {
		err = store.ErrDone
	}
	r.Claimed = store.TimeOrZero(claimed)
	return r, err
}

func scanReport(row scanner) (r store.Report, err error) {
	var created int64
	var claimed sql.NullInt64
	err = row.Scan(&r.ID, &r.Kind, &r.Reporter, &r.Guest, &r.Target, &r.Game, &r.Line, &r.Board, &r.Reason, &r.Text,
		&created, &r.State, &r.Moderator, &claimed, &r.Outcome)
	r.Created, r.Claimed = time.UnixMilli(created).UTC(), store.TimeOrZero(claimed)
	return r, err
}
