package store

import (
	"context"
	"time"
)

// Run is a period in which a server ran without interruption, as far as is
// known: a server that was killed ran a few moments longer than Seen.
type Run struct {
	Began time.Time
	Seen  time.Time // the last time at which it is known to have run
}

// RunsKept is how long runs are stored after they were last seen: longer than a
// player of a correspondence game can think about a move, both leaves included.
const RunsKept = 200 * 24 * time.Hour

// Due is a game and the time at which the flag of the player to move would fall.
type Due struct {
	At   time.Time
	Game string // id
}

// Clocks stores when flags would fall (the Deadline of each Game) and when a server
// ran: while no server runs, clocks stand still.
type Clocks interface {
	// Due returns the games with a Deadline up to a time, ordered by time and id.
	// It starts after the argument after; the zero Due starts at the beginning.
	Due(ctx context.Context, upTo time.Time, after Due, limit int) ([]Due, error)
	// SaveRun stores a run and replaces a run with the same start. It deletes the runs
	// last seen more than RunsKept before r began.
	SaveRun(ctx context.Context, r Run) error
	// Runs returns the runs that were seen at or after a time, ordered by start.
	Runs(ctx context.Context, since time.Time) ([]Run, error)
}
