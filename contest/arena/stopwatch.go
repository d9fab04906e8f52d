package arena

import (
	"time"

	"moyo/game/clock"
)

// stopwatch is the clock of one player. It is told what was measured, by
// monotonic time.
type stopwatch struct {
	spec clock.Spec
	left clock.State
	debt time.Duration // what was used beyond the end and let pass; the next move pays it
}

func newStopwatch(spec clock.Spec) stopwatch { return stopwatch{spec: spec, left: spec.Start()} }

// move takes the time of a move off and ends the turn. It returns by how much the
// move was out after the end of the clock, 0 where it was in time or late by no
// more than the tolerance, which saves a period of byo-yomi, too. What was let
// pass is owed where the time that is left is the game's: it cannot be had anew
// with every move.
func (s *stopwatch) move(spent, tolerance time.Duration) (over time.Duration) {
	if !s.spec.Counts() {
		return 0
	}
	used, turn, end := spent+s.debt, s.spec.Turn(s.left), s.spec.Left(s.left)
	if used > end+tolerance {
		return used - end
	}
	s.debt = 0
	if used > turn && used <= turn+tolerance {
		if s.spec.Kind == clock.Absolute || s.spec.Kind == clock.Fischer {
			s.debt = used - turn
		}
		used = turn
	}
	s.left, _ = s.spec.Run(s.left, min(used, end))
	s.left = s.spec.Moved(s.left)
	return 0
}

// shows returns what is left, with what is owed taken off.
func (s *stopwatch) shows() clock.State {
	st, _ := s.spec.Run(s.left, min(s.debt, s.spec.Left(s.left)))
	return st
}

// timed says whether one of the players had a clock.
func (rec *Record) timed() bool { return rec.Clock[0].Counts() || rec.Clock[1].Counts() }

// timed says whether one of the players has a clock.
func (c *contest) timed() bool { return c.rec.timed() }

// rounded is a time as people read it.
func rounded(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
