package gtp

import (
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// timing is the time control of a game and what each side has left: what the
// client reports, and between its reports what the engine's own moves have used.
type timing struct {
	spec clock.Spec
	left [3]clock.State // by side
}

// The bounds of what a client may set.
const (
	maxClock = 1000 * time.Hour // of every time
	maxCount = 1000             // stones of a period, and periods
)

// lag is what a move needs between the engine and whoever keeps the clock: so
// much is never used.
const lag = 150 * time.Millisecond

// set sets the time control and starts both clocks.
func (t *timing) set(spec clock.Spec) {
	t.spec = spec
	t.restart()
}

// restart gives both sides the full time.
func (t *timing) restart() {
	for side := range t.left {
		t.left[side] = t.spec.Start()
	}
}

// report notes what the client says is left. count is 0 in main time, else the
// stones to be placed, or the periods left, in an overtime of which so much is left.
func (t *timing) report(side game.Color, left time.Duration, count int) {
	st := t.spec.Start()
	st.Main = left
	if count > 0 {
		switch t.spec.Kind {
		case clock.Byoyomi:
			st.Main, st.Periods, st.Period = 0, count, left
		case clock.Canadian:
			st.Main, st.Stones, st.Period = 0, count, left
		}
	}
	t.left[side] = st
}

// spend takes the time of a move off a side's clock, for clients that do not
// report it. One who asks on after the end of the clock sees the time otherwise:
// then the last period goes on.
func (t *timing) spend(side game.Color, used time.Duration) {
	st, fallen := t.spec.Run(t.left[side], used)
	if fallen {
		st = clock.State{Periods: 1, Stones: 1}
	}
	st = t.spec.Moved(st)
	st.Main = min(st.Main, maxClock)
	t.left[side] = st
}

// undone takes back what a side has earned by its last move.
func (t *timing) undone(side game.Color) { t.left[side] = t.spec.Undone(t.left[side], 1) }

// clock returns what an engine may know of the clocks: the lag is gone already.
func (t *timing) clock(side game.Color) engine.Clock {
	return engine.Clock{Spec: t.spec, Own: t.left[side], Other: t.left[side.Other()]}.After(lag)
}

// flag returns after how long even an engine that does not keep to its time is
// stopped: it may lose main time, but not the game. 0 is never.
func (t *timing) flag(side game.Color) time.Duration {
	if !t.spec.Counts() {
		return 0
	}
	left := t.spec.Left(t.left[side])
	return max(left-min(lag, left)/2, time.Millisecond)
}
