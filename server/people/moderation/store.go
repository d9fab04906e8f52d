package moderation

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/store"
)

// reportKind is what a report is about.
type reportKind string

// The kinds of reports.
const (
	ofLine   reportKind = "line"   // a line of chat
	ofGame   reportKind = "game"   // a player's behaviour in a game
	ofPlayer reportKind = "player" // a player, for example their name
	ofBoard  reportKind = "board"  // a shared board
)

// reportState is how far moderators are with a report.
type reportState string

// The states of reports.
const (
	isOpen   reportState = "open"
	isClosed reportState = "closed"
)

// keptReport is what a player tells moderators about another, as stored.
type keptReport struct {
	ID        int64
	Kind      reportKind
	Reporter  string // id of the player
	Guest     bool   // whether the reporter has no account
	Target    string // id of the reported player
	Game      string // "" for none
	Line      int64  // 0 for none
	Board     string // hash of a shared board, "" for none
	Reason    string // one of a list
	Text      string // the reporter's words
	Created   time.Time
	State     reportState
	Moderator string         // id of the moderator who handles it or has closed it; "" for none
	Claimed   time.Time      // when they took it; zero for never
	Outcome   store.DeedKind // of a closed report
}

// bounds bound what add stores.
type bounds struct {
	Since time.Time // the start of the period for Each
	Each  int       // most reports of one player in the period
	Open  int       // most open reports, separately for guests and accounts
}

// reportQuery selects reports, newest first. Zero fields do not restrict.
type reportQuery struct {
	State    reportState
	Target   string
	Reporter string
	Before   int64 // ids below this one
	Limit    int
}

// kept are the reports to moderators in a database.
type kept struct{ db store.DB }

func (cfg Config) kept() kept { return kept{cfg.Store} }

// add stores a report under the next id and returns the id. The error is store.ErrExists if the reporter has an open one about the
// same target, game, line and board, or store.ErrFull if a bound is reached.
func (k kept) add(ctx context.Context, r keptReport, most bounds) (id int64, err error) {
	err = k.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		var n int
		err := tx.Row(ctx, `SELECT 1 FROM reports WHERE reporter = ? AND target = ? AND game = ? AND line = ? AND board = ? AND state = 'open'`,
			r.Reporter, r.Target, r.Game, r.Line, r.Board).Scan(&n)
		if err == nil {
			return store.ErrExists
		} else if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := tx.Row(ctx, `SELECT count(*) FROM reports WHERE reporter = ? AND created >= ?`,
			r.Reporter, most.Since.UnixMilli()).Scan(&n); err != nil {
			return err
		} else if n >= most.Each {
			return store.ErrFull
		}
		if err := tx.Row(ctx, `SELECT count(*) FROM reports WHERE state = 'open' AND guest = ?`, r.Guest).Scan(&n); err != nil {
			return err
		} else if n >= most.Open {
			return store.ErrFull
		}
		return tx.Row(ctx, `INSERT INTO reports (kind, reporter, guest, target, game, line, board, reason, text, created, state)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open') RETURNING id`,
			string(r.Kind), r.Reporter, r.Guest, r.Target, r.Game, r.Line, r.Board, r.Reason, tx.Said(r.Text), r.Created.UnixMilli()).Scan(&id)
	})
	return id, err
}

const reportColumns = `id, kind, reporter, guest, target, game, line, board, reason, text, created, state, moderator, claimed, outcome`

const withID = `SELECT ` + reportColumns + ` FROM reports WHERE id = ?`

// one returns a report by its id, or store.ErrNotFound.
func (k kept) one(ctx context.Context, id int64) (keptReport, error) {
	return store.One(ctx, k.db, scanReport, withID, id)
}

// list returns reports.
func (k kept) list(ctx context.Context, q reportQuery) ([]keptReport, error) {
	var c store.Conditions
	for _, f := range []struct{ text, value string }{{`state = ?`, string(q.State)}, {`target = ?`, q.Target}, {`reporter = ?`, q.Reporter}} {
		if f.value != "" {
			c.Add(f.text, f.value)
		}
	}
	if q.Before != 0 {
		c.Add(`id < ?`, q.Before)
	}
	return store.List(ctx, k.db, scanReport, `SELECT `+reportColumns+` FROM reports WHERE `+c.String()+` ORDER BY id DESC LIMIT ?`,
		append(c.Args, q.Limit)...)
}

// claim records that a moderator handles an open report, or that no moderator does ("" for moderator). The error is store.ErrDone if
// it is closed, store.ErrTaken if another moderator has handled it since stale or later, or store.ErrNotFound.
func (k kept) claim(ctx context.Context, id int64, moderator string, at, stale time.Time) error {
	return k.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		r, err := inHandOf(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case r.Moderator != "" && r.Moderator != moderator && moderator != "" && !r.Claimed.Before(store.Milli(stale)):
			return store.ErrTaken
		case moderator == "":
			at = time.Time{}
		}
		_, err = tx.Run(ctx, `UPDATE reports SET moderator = ?, claimed = ? WHERE id = ?`, moderator, store.MilliOrNull(at), id)
		return err
	})
}

// inHandOf returns an open report. The error is store.ErrNotFound, or store.ErrDone if it is closed.
func inHandOf(ctx context.Context, tx store.Tx, id int64) (keptReport, error) {
	r, err := store.One(ctx, tx, scanReport, withID, id)
	if err == nil && r.State != isOpen {
		err = store.ErrDone
	}
	return r, err
}

func scanReport(row store.Row) (r keptReport, err error) {
	var created int64
	var claimed sql.NullInt64
	err = row.Scan(&r.ID, &r.Kind, &r.Reporter, &r.Guest, &r.Target, &r.Game, &r.Line, &r.Board, &r.Reason, &r.Text,
		&created, &r.State, &r.Moderator, &claimed, &r.Outcome)
	r.Created, r.Claimed = time.UnixMilli(created).UTC(), store.TimeOrZero(claimed)
	return r, err
}

// closing returns the change of a deed that closes its report, which must be open.
func closing(d store.Deed) store.Also {
	return func(ctx context.Context, tx store.Tx) error {
		if _, err := inHandOf(ctx, tx, d.Report); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `UPDATE reports SET state = 'closed', outcome = ?, moderator = ? WHERE id = ?`, string(d.Kind), d.By, d.Report)
		return err
	}
}
