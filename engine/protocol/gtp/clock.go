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
	cap  time.Duration  // what main time cannot grow beyond by increments; 0 is no bound
	most time.Duration  // of one move; 0 is no bound
	left [3]clock.State // by side
	// lag is what a move was seen to need between the engine and whoever keeps the
	// clock, and moves how many each side has made since its time was last told.
	lag   time.Duration
	moves [3]int
}

// The bounds of what a client may set.
const (
	maxClock = 1000 * time.Hour // of every time
	maxCount = 1000             // stones of a period, and periods
)

// maxLag is the longest way of a move to whoever keeps the clock that is believed.
const maxLag = 2 * time.Second

// reserve is what an engine is stopped before the end of its time that does not
// stop by itself.
const reserve = 75 * time.Millisecond

// overtimeReserve is left of each move in overtime, where nothing makes up for
// being late once: a busy machine may not let a program run for so long.
const overtimeReserve = 250 * time.Millisecond

// set sets the time control and starts both clocks.
func (t *timing) set(spec clock.Spec) {
	t.spec, t.cap, t.most = spec, 0, 0
	t.restart()
}

// restart gives both sides the full time.
func (t *timing) restart() {
	for side := range t.left {
		t.left[side] = t.spec.Start()
	}
	t.moves = [3]int{}
}

// report notes what the client says is left. count is 0 in main time, else the
// stones to be placed, or the periods left, in an overtime of which so much is
// left. rounded is up to how much more it may be.
func (t *timing) report(side game.Color, left time.Duration, count int, rounded time.Duration) {
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
	t.see(side, t.spec.Left(t.left[side])-t.spec.Left(st)-rounded)
	t.left[side] = st
}

// late learns from a move that has used more of a turn than engines mean to: the
// machine is busy. In overtime, where others see nothing, it forgets, too.
func (t *timing) late(side game.Color, used time.Duration) {
	const most = 0.8
	st := t.left[side]
	seen := min(max(used-time.Duration(most*float64(t.spec.Turn(st))), 0), maxLag)
	switch {
	case seen >= t.lag:
		t.lag = seen
	case st.Main == 0:
		t.lag -= (t.lag - seen) / 8
	}
}

// see learns from how much less is left than the side's own moves have used. What
// is not seen again is forgotten by and by.
func (t *timing) see(side game.Color, gone time.Duration) {
	moves := t.moves[side]
	if t.moves[side] = 0; moves == 0 {
		return
	}
	seen := min(max(gone/time.Duration(moves), 0), maxLag)
	if seen < t.lag {
		seen = t.lag - (t.lag-seen)/8
	}
	t.lag = seen
}

// spend takes the time of a move off a side's clock, for clients that do not
// report it. One who asks on after the end of the clock sees the time otherwise:
// then the last period goes on.
func (t *timing) spend(side game.Color, used time.Duration) {
	if t.spec.Counts() {
		t.late(side, used)
	}
	t.think(side, used)
	st := t.spec.Moved(t.left[side])
	most := maxClock
	if t.cap > 0 {
		most = t.cap
	}
	st.Main = min(st.Main, most)
	t.left[side] = st
	t.moves[side]++
}

// think takes time off a side's clock without a move.
func (t *timing) think(side game.Color, used time.Duration) {
	st, fallen := t.spec.Run(t.left[side], used)
	if fallen {
		st = clock.State{Periods: 1, Stones: 1}
	}
	t.left[side] = st
}

// undone takes back what a side has earned by its last move.
func (t *timing) undone(side game.Color) { t.left[side] = t.spec.Undone(t.left[side], 1) }

// clock returns what an engine may know of the clocks: what lag was seen is gone
// already, and in overtime some more, as far as it leaves most of the turn.
func (t *timing) clock(side game.Color) engine.Clock {
	c := engine.Clock{Spec: t.spec, Own: t.left[side], Other: t.left[side.Other()]}
	gone := t.lag
	if c.Own.Main == 0 {
		gone = max(gone, overtimeReserve)
	}
	return c.After(min(gone, c.Turn()/4))
}

// flag returns after how long even an engine that does not keep to its time is
// stopped: it may lose main time, but not the game. 0 is never.
func (t *timing) flag(side game.Color) time.Duration {
	if !t.spec.Counts() {
		return 0
	}
	left := t.spec.Left(t.left[side])
	return max(left-min(t.lag+reserve, left/2), time.Millisecond)
}
