package store

import (
	"context"
	"time"
)

// ReportKind is what a report is about.
type ReportKind string

// The kinds of reports.
const (
	OfLine   ReportKind = "line"   // a line of chat
	OfGame   ReportKind = "game"   // a player's behaviour in a game
	OfPlayer ReportKind = "player" // a player, for example their name
	OfBoard  ReportKind = "board"  // a shared board
)

// ReportState is how far moderators are with a report.
type ReportState string

// The states of reports.
const (
	ReportOpen   ReportState = "open"
	ReportClosed ReportState = "closed"
)

// Report is what a player tells moderators about another.
type Report struct {
	ID        int64
	Kind      ReportKind
	Reporter  string // id of the player
	Guest     bool   // whether the reporter has no account
	Target    string // id of the reported player
	Game      string // "" for none
	Line      int64  // 0 for none
	Board     string // hash of a shared board, "" for none
	Reason    string // one of a list; opaque to the store
	Text      string // the reporter's words
	Created   time.Time
	State     ReportState
	Moderator string    // id of the moderator who handles it or has closed it; "" for none
	Claimed   time.Time // when they took it; zero for never
	Outcome   DeedKind  // of a closed report
}

// ReportBounds bound what AddReport stores.
type ReportBounds struct {
	Since time.Time // the start of the period for Each
	Each  int       // most reports of one player in the period
	Open  int       // most open reports, separately for guests and accounts
}

// ReportQuery selects reports, newest first. Zero fields do not
// restrict.
type ReportQuery struct {
	State    ReportState
	Target   string
	Reporter string
	Before   int64 // ids below this one
	Limit    int
}

// Reports stores reports to moderators.
type Reports interface {
	// AddReport stores a report under the next id and returns the id. The error is
	// ErrExists if the reporter has an open one about the same target, game,
	// line and board, or ErrFull if a bound is reached.
	AddReport(ctx context.Context, r Report, most ReportBounds) (int64, error)
	// Report returns a report by its id, or ErrNotFound.
	Report(ctx context.Context, id int64) (Report, error)
	// Reports returns reports.
	Reports(ctx context.Context, q ReportQuery) ([]Report, error)
	// ClaimReport records that a moderator handles an open report, or that no moderator
	// does ("" for moderator). The error is ErrDone if it is closed, ErrTaken if
	// another moderator has handled it since stale or later, or ErrNotFound.
	ClaimReport(ctx context.Context, id int64, moderator string, at, stale time.Time) error
}
