package gtp

import (
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// timing is the time control of a game and each side's time left: as the client
// reports it, less what the engine's own moves have used since.
type timing struct {
	spec clock.Spec
	cap  time.Duration  // bound of the main time with increments; 0 is no bound
	most time.Duration  // of one move; 0 is no bound
	left [3]clock.State // by side
	// lag is how much time a move needs between the engine and the program that keeps the
	// clock, as observed. moves is how many moves each side has made since its last report.
	lag   time.Duration
	moves [3]int
}

// Bounds of a client's settings.
const (
	maxClock = 1000 * time.Hour // of every time
	maxCount = 1000             // stones of a period, and periods
)

// maxLag bounds the lag.
const maxLag = 2 * time.Second

// reserve is how long before the end of its time an engine is stopped that does
// not stop by itself.
const reserve = 75 * time.Millisecond

// overtimeReserve remains of each move in overtime, where one late move loses:
// a busy machine may pause a program for that long.
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

// report sets a side's time left as the client reports it. count is 0 in main
// time, otherwise the stones to play or the periods left in overtime. The
// actual time may be longer by up to rounded.
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

// late updates lag after a move that used more of its turn than planned: the
// machine is busy. In overtime, where reports show nothing, it also reduces lag.
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

// see updates lag from how much less time is left than the side's own moves
// have used. A lag that does not recur decreases slowly.
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

// spend subtracts the time of a move from a side's clock, for clients that do
// not report it. If a client continues after the clock has ended, its clock must
// differ: the last period goes on.
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

// think subtracts time from a side's clock without a move.
func (t *timing) think(side game.Color, used time.Duration) {
	st, fallen := t.spec.Run(t.left[side], used)
	if fallen {
		st = clock.State{Periods: 1, Stones: 1}
	}
	t.left[side] = st
}

// undone takes back the time that a side earned by its last move.
func (t *timing) undone(side game.Color) { t.left[side] = t.spec.Undone(t.left[side], 1) }

// clock returns the clocks for an engine: less the lag, and in overtime a
// further reserve, as long as most of the turn is left.
func (t *timing) clock(side game.Color) engine.Clock {
	c := engine.Clock{Spec: t.spec, Own: t.left[side], Other: t.left[side.Other()]}
	gone := t.lag
	if c.Own.Main == 0 {
		gone = max(gone, overtimeReserve)
	}
	return c.After(min(gone, c.Turn()/4))
}

// flag returns after how long to stop an engine that ignores its time: it may
// lose main time, but not the game. 0 is never.
func (t *timing) flag(side game.Color) time.Duration {
	if !t.spec.Counts() {
		return 0
	}
	left := t.spec.Left(t.left[side])
	return max(left-min(t.lag+reserve, left/2), time.Millisecond)
}
