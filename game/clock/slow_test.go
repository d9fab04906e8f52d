package clock

import (
	"math/rand/v2"
	"testing"
	"time"
)

// tick is the resolution of the slow clock.
const tick = 250 * time.Millisecond

// slow models a player's wooden clock. It advances tick by tick and looks at its hands after each.
// It shares no arithmetic with the package: it counts ticks, and a period is over when a tick is
// taken from an empty one.
type slow struct {
	spec            Spec
	step            int // ticks of the spec's step
	hand            int // ticks of the hand that moves first
	period          int // ticks on the period's hand
	periods, stones int
	fallen          bool
}

func newSlow(s Spec) *slow {
	c := &slow{spec: s, step: int(s.Step / tick), hand: int(s.Main / tick), periods: s.Count, stones: s.Count}
	c.period = c.step
	if s.Kind == PerMove || s.Kind == Correspondence {
		c.hand = c.step
	}
	return c
}

// tickOnce advances one tick.
func (c *slow) tickOnce() {
	if c.hand > 0 {
		c.hand--
		return
	}
	if c.spec.Kind != Byoyomi && c.spec.Kind != Canadian {
		c.fallen = true
		return
	}
	if c.period == 0 {
		if c.spec.Kind == Canadian || c.periods == 1 {
			c.fallen = true
			return
		}
		c.periods--
		c.period = c.step
	}
	c.period--
}

// press ends the player's turn.
func (c *slow) press() {
	switch c.spec.Kind {
	case Fischer:
		for range c.step {
			c.hand++
		}
	case PerMove, Correspondence:
		c.hand = c.step
	case Byoyomi:
		c.period = c.step
	case Canadian:
		if c.hand == 0 {
			c.stones--
		}
		if c.stones == 0 {
			c.stones, c.period = c.spec.Count, c.step
		}
	}
}

// ticksLeft runs a copy until its flag falls.
func (c *slow) ticksLeft() int {
	again := *c
	n := 0
	for again.tickOnce(); !again.fallen; again.tickOnce() {
		n++
	}
	return n
}

// shows compares a clock of the package with the slow one.
func (c *slow) shows(st State) bool {
	same := st.Main == time.Duration(c.hand)*tick
	if c.spec.Kind == Byoyomi {
		same = same && st.Periods == c.periods
	}
	if c.spec.Kind == Canadian {
		same = same && st.Stones == c.stones
	}
	if c.spec.Kind == Byoyomi || c.spec.Kind == Canadian {
		same = same && st.Period == time.Duration(c.period)*tick
	}
	return same
}

// randomSpec returns a random clock with small numbers, so that periods and main time run out.
func randomSpec(r *rand.Rand) Spec {
	kinds := []Kind{Absolute, Fischer, Byoyomi, Canadian, PerMove, Correspondence}
	s := Spec{Kind: kinds[r.IntN(len(kinds))]}
	seconds := func(least, most int) time.Duration {
		return time.Duration(least+r.IntN(most-least+1)) * time.Second
	}
	switch s.Kind {
	case Absolute:
		s.Main = seconds(1, 20)
	case Fischer:
		s.Main, s.Step = seconds(1, 10), seconds(1, 3)
	case Byoyomi, Canadian:
		s.Main, s.Step, s.Count = seconds(0, 6), seconds(1, 4), 1+r.IntN(4)
	case PerMove, Correspondence:
		s.Step = seconds(1, 4)
	}
	return s
}

// TestAgainstSlowClock plays 100,000 games on clocks of every kind and compares with the slow clock
// after each piece of time, each move and at each flag.
func TestAgainstSlowClock(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	flags, moves, exact := map[Kind]int{}, 0, 0
	for g := range 100_000 {
		s := randomSpec(r)
		st, twin := s.Start(), newSlow(s)
		for range 30 {
			left := twin.ticksLeft()
			if got := s.Left(st); got != time.Duration(left)*tick {
				t.Fatalf("game %d, %s: %v left of %+v, the slow clock has %d ticks", g, s, got, st, left)
			}
			fallen := false
			for range 1 + r.IntN(3) { // in pieces
				n := r.IntN(8)
				if r.IntN(8) == 0 {
					n = left + r.IntN(2) // the boundary
				}
				var after State
				after, fallen = s.Run(st, time.Duration(n)*tick)
				for range n {
					twin.tickOnce()
				}
				if fallen != twin.fallen {
					t.Fatalf("game %d, %s: after %d ticks of %d left from %+v: fallen %v, the slow clock has %v", g, s, n, left, st, fallen, twin.fallen)
				}
				if n == left {
					exact++
				}
				if st = after; fallen {
					break
				}
				if left -= n; !twin.shows(st) {
					t.Fatalf("game %d, %s: %+v, the slow clock shows %+v", g, s, st, *twin)
				}
			}
			if fallen {
				flags[s.Kind]++
				if s.Left(st) != 0 {
					t.Fatalf("%s: %+v after the flag", s, st)
				}
				break
			}
			st = s.Moved(st)
			twin.press()
			moves++
			if !twin.shows(st) {
				t.Fatalf("game %d, %s: %+v after a move, the slow clock shows %+v", g, s, st, *twin)
			}
		}
	}
	t.Logf("%d moves, %d times exactly to the end, flags %v", moves, exact, flags)
	if len(flags) != 6 || exact < 10_000 || moves < 200_000 {
		t.Error("the games cover too few cases")
	}
}
