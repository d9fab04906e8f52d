package arena

import (
	"time"

	"moyo/game/clock"
)

// stopwatch is the clock of one player. It receives measured times, which are monotonic.
type stopwatch struct {
	spec clock.Spec
	left clock.State
	debt time.Duration // time used beyond the end and tolerated; the next move pays it
}

func newStopwatch(spec clock.Spec) stopwatch { return stopwatch{spec: spec, left: spec.Start()} }

// move subtracts the time of a move and ends the turn. It returns by how much the move exceeded the
// clock, or 0 if it was in time or late by at most the tolerance. A tolerated delay does not cost a
// byo-yomi period. With a clock for the whole game the delay is owed, so that a player cannot get
// the tolerance again with every move.
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

// shows returns the time left, less the time owed.
func (s *stopwatch) shows() clock.State {
	st, _ := s.spec.Run(s.left, min(s.debt, s.spec.Left(s.left)))
	return st
}

// timed reports whether one of the players had a clock.
func (rec *Record) timed() bool { return rec.Clock[0].Counts() || rec.Clock[1].Counts() }

// timed reports whether one of the players has a clock.
func (c *contest) timed() bool { return c.rec.timed() }

// rounded rounds a time for reports.
func rounded(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
