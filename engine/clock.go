package engine

import (
	"time"

	"moyo/game/clock"
)

// Clock is what the players' clocks show as a search begins. The zero Clock is
// none. An engine spends no more than a wise share of it on one move: that of
// [Clock.Share], or of [Limits.ForMove] where it leaves all of it to that.
type Clock struct {
	Spec       clock.Spec
	Own, Other clock.State // of the side to move, and of its opponent
}

// Counts says whether there is a clock.
func (c Clock) Counts() bool { return c.Spec.Counts() }

// Left returns how much time may pass until the flag falls.
func (c Clock) Left() time.Duration { return c.Spec.Left(c.Own) }

// Turn is [clock.Spec.Turn] of the side to move.
func (c Clock) Turn() time.Duration { return c.Spec.Turn(c.Own) }

// Share is [clock.Spec.Share] of the side to move, who expects so many more
// moves of its own.
func (c Clock) Share(turns int) time.Duration { return c.Spec.Share(c.Own, turns) }

// After returns the clock as it is when so much time more has gone, for whoever
// knows that a move needs time on its way. At least half of what is left stays.
func (c Clock) After(gone time.Duration) Clock {
	if c.Counts() {
		c.Own, _ = c.Spec.Run(c.Own, min(gone, c.Left()/2))
	}
	return c
}

// leastTime is what a search gets whose clock has run out: the flag is for
// others to see, and a move is wanted.
const leastTime = time.Millisecond

// ForMove returns the limits of one move, with Time for what the clock allows and
// no clock any more: for engines that do not share it out themselves.
func (l Limits) ForMove() Limits { return l.ForTurns(clock.Ahead) }

// ForTurns is [Limits.ForMove] for an engine that expects so many more moves of
// its own.
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
