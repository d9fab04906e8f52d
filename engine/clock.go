package engine

import (
	"time"

	"moyo/game/clock"
)

// Clock is what the players' clocks show when a search begins. The zero Clock
// is no clock. An engine spends a reasonable share of it on one move:
// [Clock.Share], or that of [Limits.ForMove].
type Clock struct {
	Spec       clock.Spec
	Own, Other clock.State // of the side to move, and of its opponent
}

// Counts reports whether there is a clock.
func (c Clock) Counts() bool { return c.Spec.Counts() }

// Left returns how much time may pass until the flag falls.
func (c Clock) Left() time.Duration { return c.Spec.Left(c.Own) }

// Turn is [clock.Spec.Turn] of the side to move.
func (c Clock) Turn() time.Duration { return c.Spec.Turn(c.Own) }

// Share is [clock.Spec.Share] of the side to move, which expects turns more
// moves of its own.
func (c Clock) Share(turns int) time.Duration { return c.Spec.Share(c.Own, turns) }

// After returns the clock after gone more time has passed, for callers whose
// moves take time to arrive. At least half of the time left remains.
func (c Clock) After(gone time.Duration) Clock {
	if c.Counts() {
		c.Own, _ = c.Spec.Run(c.Own, min(gone, c.Left()/2))
	}
	return c
}

// leastTime is what a search gets when its clock has run out: others enforce
// the flag, and the engine still has to return a move.
const leastTime = time.Millisecond

// ForMove returns the limits of one move: Time includes what the clock allows,
// and Clock is zero. It is for engines that do not manage their clock.
func (l Limits) ForMove() Limits { return l.ForTurns(clock.Ahead) }

// ForTurns is [Limits.ForMove] for an engine that expects to play the given number of further turns.
func (l Limits) ForTurns(turns int) Limits {
	if !l.Clock.Counts() {
		return l
	}
	share := max(l.Clock.Share(turns), leastTime)
	if l.Time <= 0 || share < l.Time {
		l.Time = share
	}
	l.Clock = Clock{}
	return l
}
