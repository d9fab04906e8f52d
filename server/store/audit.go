package store

import (
	"context"
	"time"
)

// DeedKind is what a moderator or the operator has done.
type DeedKind string

// The kinds of deeds. All up to HidBoard can close a report.
const (
	Dismissed   DeedKind = "dismiss"
	Warned      DeedKind = "warn"
	Silenced    DeedKind = "silence"
	Suspended   DeedKind = "suspend"
	RemovedLine DeedKind = "remove"
	Renamed     DeedKind = "rename"
	HidBoard    DeedKind = "hide"   // a shared board is taken out of the gallery
	ShowedBoard DeedKind = "unhide" // and comes back
	Unsilenced  DeedKind = "unsilence"
	Restored    DeedKind = "restore" // a suspension is lifted
	MadeRole    DeedKind = "role"
	MadeAccount DeedKind = "create"
	Reset       DeedKind = "reset"       // the way to sign in was made anew
	RenamedTeam DeedKind = "rename-team" // its captain is the target
	ClosedTeam  DeedKind = "close-team"  // as RenamedTeam
)

// Deed is an entry of the audit log: who has done what to whom, when and why.
type Deed struct {
	ID     int64 // ascending in time
	At     time.Time
	By     string // id of the player, "" for the operator
	Kind   DeedKind
	Target string    // id of the player
	Report int64     // which it closed, 0 for none
	Line   int64     // which it removed or was about, 0 for none
	Board  string    // as Line: the hash of a shared one, "" for none
	Until  time.Time // of a suspension or silence; zero for none
	Why    string    // told to the target
	Note   string    // for those who read the log: the name before, the role
}

// Change is what a deed changes, beside being noted. Zero fields change nothing.
type Change struct {
	Create      *Player    // a new player; ErrExists where there is one of that id or skeleton
	Role        Role       // of the target
	Suspended   *time.Time // of the target, with the deed's Why; the zero time lifts it
	Silenced    *time.Time // as Suspended
	Name        string     // of the target, with its Skeleton; and of their seats in the headers of all games, see [Called]
	Skeleton    string
	Warning     bool  // the target is to be shown the deed
	EndSessions bool  // all of the target's, and the tokens of their programs
	EndWays     bool  // all credentials of the target: nobody can sign in until there are new ones
	Remove      bool  // the deed's line
	Hide        *bool // the deed's board, or no more
	Close       bool  // the deed's report, which must be open
	Team        *TeamChange
}

// TeamChange is what a deed does to a team; ErrNotFound where there is none, ErrExists where
// another has that skeleton.
type TeamChange struct {
	ID       string
	Name     string // "" closes it; another name takes away what is said about it, too
	Skeleton string
	Barred   time.Time // until when it stays so
}

// Silence is until when somebody may not talk.
type Silence struct {
	Until time.Time // zero for never
	Why   string
}

// DeedQuery says which deeds are meant, newest first. Zero fields do not restrict.
type DeedQuery struct {
	Target string
	Before int64 // ids below this one
	Limit  int
}

// Audit keeps what moderators and operators do. Its log only grows.
type Audit interface {
	// Act notes a deed under the next id and does what it changes, all of it or
	// nothing. The error is ErrNotFound where the target has no row and needs one
	// (guests get theirs when they are suspended), or is deleted and would have a role
	// or a name again, or there is no such line, shared board or report; ErrExists where another player has that skeleton; ErrDone where the
	// report is closed.
	Act(ctx context.Context, d Deed, c Change) (int64, error)
	// Deeds returns entries of the log.
	Deeds(ctx context.Context, q DeedQuery) ([]Deed, error)
	// Silence returns until when a player may not talk, which may be over.
	Silence(ctx context.Context, player string) (Silence, error)
	// Warnings returns deeds that are to be shown to a player, in the order of time.
	Warnings(ctx context.Context, player string) ([]Deed, error)
	// ReadWarning notes that a player has seen a warning.
	ReadWarning(ctx context.Context, player string, deed int64) error
}
