package store

import (
	"context"
	"time"
)

// Run is a time in which a server was at work without a break, as far as is
// known: when it was killed, it was so some moments after Seen.
type Run struct {
	Began time.Time
	Seen  time.Time // the last moment of which it is known
}

// RunsKept is how long runs are kept after they were last seen: longer than a
// player of a correspondence game can think about a move, both leaves included.
const RunsKept = 200 * 24 * time.Hour

// Due is a game and when the flag of the player whose turn it is would fall.
type Due struct {
	At   time.Time
	Game string // id
}

// Clocks keeps what is known of time: which flags would fall when (the Deadline
// of each Game), and when a server was at work, without which nobody's time counts.
type Clocks interface {
	// Due returns the games with a Deadline up to a time, the earliest first, those
	// of one time by id; none up to after, which the zero Due does not restrict.
	Due(ctx context.Context, upTo time.Time, after Due, limit int) ([]Due, error)
	// SaveRun keeps a run in place of what was kept of one that began at the same
	// time. Runs that were last seen RunsKept before it began are forgotten.
	SaveRun(ctx context.Context, r Run) error
	// Runs returns the runs that were seen at or after a time, by their beginning.
	Runs(ctx context.Context, since time.Time) ([]Run, error)
}
