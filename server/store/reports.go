package store

import (
	"context"
	"time"
)

// ReportKind is what a report is about.
type ReportKind string

// The kinds of reports.
const (
	OfLine   ReportKind = "line"   // something that was said
	OfGame   ReportKind = "game"   // how somebody behaved in a game
	OfPlayer ReportKind = "player" // somebody, their name for example
	OfBoard  ReportKind = "board"  // a board that somebody shares
)

// ReportState says how far moderators are with a report.
type ReportState string

// The states of reports.
const (
	ReportOpen   ReportState = "open"
	ReportClosed ReportState = "closed"
)

// Report is what somebody tells moderators about somebody.
type Report struct {
	ID        int64
	Kind      ReportKind
	Reporter  string // id of the player
	Guest     bool   // whether the reporter has no account
	Target    string // id of the player whom it is about
	Game      string // "" for none
	Line      int64  // 0 for none
	Board     string // hash of a shared one, "" for none
	Reason    string // one of a list that means nothing to the store
	Text      string // the reporter's words
	Created   time.Time
	State     ReportState
	Moderator string    // id of who has it in hand, or has closed it; "" for nobody
	Claimed   time.Time // since when they have; zero for never
	Outcome   DeedKind  // of a closed one
}

// ReportBounds bound what AddReport keeps.
type ReportBounds struct {
	Since time.Time // the beginning of the time that Each counts
	Each  int       // reports of one player since then
	Open  int       // open reports, those of guests and those of accounts each
}

// ReportQuery says which reports are meant, newest first. Zero fields do not
// restrict.
type ReportQuery struct {
	State    ReportState
	Target   string
	Reporter string
	Before   int64 // ids below this one
	Limit    int
}

// Reports keeps what moderators are told.
type Reports interface {
	// AddReport keeps a report under the next id, which it returns. The error is
	// ErrExists where the reporter has an open one about the same target, game,
	// line and board, or ErrFull where a bound is reached.
	AddReport(ctx context.Context, r Report, most ReportBounds) (int64, error)
	// Report returns a report by its id, or ErrNotFound.
	Report(ctx context.Context, id int64) (Report, error)
	// Reports returns reports.
	Reports(ctx context.Context, q ReportQuery) ([]Report, error)
	// ClaimReport notes that a moderator has an open report in hand, or that nobody
	// has ("" for moderator). The error is ErrDone where it is closed, ErrTaken where
	// another one has had it since a time not before stale, or ErrNotFound.
	ClaimReport(ctx context.Context, id int64, moderator string, at, stale time.Time) error
}
