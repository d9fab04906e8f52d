package store

import (
	"context"
	"time"
)

// DeedKind is the kind of an action of a moderator or the operator.
type DeedKind string

// The kinds of actions. All up to HidBoard can close a report.
const (
	Dismissed   DeedKind = "dismiss"
	Warned      DeedKind = "warn"
	Silenced    DeedKind = "silence"
	Suspended   DeedKind = "suspend"
	RemovedLine DeedKind = "remove"
	Renamed     DeedKind = "rename"
	HidBoard    DeedKind = "hide"   // a shared board is taken out of the gallery
	ShowedBoard DeedKind = "unhide" // the board returns
	Unsilenced  DeedKind = "unsilence"
	Restored    DeedKind = "restore" // a suspension is lifted
	MadeRole    DeedKind = "role"
	MadeAccount DeedKind = "create"
	Reset       DeedKind = "reset"       // the way to sign in was replaced
	RenamedTeam DeedKind = "rename-team" // its captain is the target
	ClosedTeam  DeedKind = "close-team"  // as RenamedTeam
)

// Deed is an entry of the audit log: who did what to whom, when and why.
type Deed struct {
	ID     int64 // ascending in time
	At     time.Time
	By     string // id of the player, "" for the operator
	Kind   DeedKind
	Target string    // id of the player
	Report int64     // the closed report, 0 for none
	Line   int64     // the line that it removed or is about, 0 for none
	Board  string    // as Line: the hash of a shared board, "" for none
	Until  time.Time // of a suspension or silence; zero for none
	Why    string    // the target sees it
	Note   string    // for readers of the log: the previous name, the role
}

// Change is what a deed changes in addition to its log entry. Zero fields change nothing.
type Change struct {
	Create      *Player    // a new player; ErrExists if the id or skeleton exists
	Role        Role       // of the target
	Suspended   *time.Time // of the target, with the deed's Why; the zero time lifts it
	Silenced    *time.Time // as Suspended
	Name        string     // of the target, with its Skeleton; also changes their seats in the headers of all games, see [Called]
	Skeleton    string
	Warning     bool   // show the deed to the target
	EndSessions bool   // the target's sessions and their programs' tokens
	EndWays     bool   // all credentials of the target: sign-in is impossible until there are new ones
	Also        []Also // what features change, in this order
}

// Also is what a feature changes in the transaction of a deed. After an error nothing has changed.
type Also func(ctx context.Context, tx Tx) error

// Silence is the time until which a player may not talk.
type Silence struct {
	Until time.Time // zero for never
	Why   string
}

// DeedQuery selects deeds, newest first. Zero fields do not restrict.
type DeedQuery struct {
	Target string
	Before int64 // ids below this one
	Limit  int
}

// Audit stores what moderators and operators do. Its log only grows.
type Audit interface {
	// Act stores a deed under the next id and makes its changes, all or nothing.
	// The error is ErrNotFound if the target needs a row and has none (guests get one
	// when they are suspended), or is deleted and would get a role or name again.
	// The error is ErrExists if another player has the skeleton, or the error of [Change].Also.
	Act(ctx context.Context, d Deed, c Change) (int64, error)
	// Deeds returns entries of the log.
	Deeds(ctx context.Context, q DeedQuery) ([]Deed, error)
	// Silence returns until when a player may not talk. The time may be past.
	Silence(ctx context.Context, player string) (Silence, error)
	// Warnings returns the deeds to be shown to a player, oldest first.
	Warnings(ctx context.Context, player string) ([]Deed, error)
	// ReadWarning records that a player has seen a warning.
	ReadWarning(ctx context.Context, player string, deed int64) error
}
