package gtp

import (
	"time"

	"moyo/game"
)

// clock holds the time control of a game and what each side has left.
type clock struct {
	kind    clockKind
	main    time.Duration
	byo     time.Duration // a period
	stones  int           // to play in a period, of canadian
	periods int           // of byo-yomi
	left    [3]timeLeft
}

// clockKind is the way of a clock.
type clockKind uint8

const (
	noClock  clockKind = iota
	absolute           // main time, then the game is lost
	canadian           // then so many stones in each period
	byoyomi            // then one move in each period, of which so many can be used up
)

// timeLeft is one side's time: of the main time while inByo is false, else of
// the period that runs.
type timeLeft struct {
	time   time.Duration
	inByo  bool
	stones int // canadian: to play in this period; byo-yomi: periods left
}

// maxClock bounds every time that a client may set.
const maxClock = 1000 * time.Hour

// lag is what each move loses between the engine and whoever keeps the clock.
const lag = 150 * time.Millisecond

// leastTime is the time of a move when there is none left.
const leastTime = 20 * time.Millisecond

// set sets the time control and starts both clocks.
func (c *clock) set(kind clockKind, main, byo time.Duration, count int) {
	*c = clock{kind: kind, main: main, byo: byo}
	if kind == byoyomi {
		c.periods = count
	} else {
		c.stones = count
	}
	c.restart()
}

// restart gives both sides the full time.
func (c *clock) restart() {
	for side := range c.left {
		c.left[side] = timeLeft{time: c.main}
		if c.main == 0 {
			c.left[side].enterByo(c)
		}
	}
}

func (l *timeLeft) enterByo(c *clock) {
	if c.kind != canadian && c.kind != byoyomi {
		return
	}
	l.inByo, l.time, l.stones = true, c.byo, c.stones
	if c.kind == byoyomi {
		l.stones = c.periods
	}
}

// report notes what the client says is left: stones is 0 in main time.
func (c *clock) report(side game.Color, left time.Duration, stones int) {
	c.left[side] = timeLeft{time: left, inByo: stones > 0, stones: stones}
}

// spend takes the time of a move off a side's clock, for clients that do not
// report it.
func (c *clock) spend(side game.Color, used time.Duration) {
	l := &c.left[side]
	l.time -= used
	switch {
	case c.kind == noClock:
	case !l.inByo:
		if l.time <= 0 {
			over := l.time
			if l.enterByo(c); l.inByo {
				l.time += over
			}
		}
	case c.kind == canadian:
		if l.stones--; l.stones <= 0 {
			l.enterByo(c)
		}
	case c.kind == byoyomi:
		for l.time < 0 && l.stones > 1 {
			l.time += c.byo
			l.stones--
		}
		l.time = c.byo
	}
}

// budget returns the time for the next move of a side, 0 for no limit. movesLeft
// is an estimate of the moves that the side will still play.
func (c *clock) budget(side game.Color, movesLeft int) time.Duration {
	if c.kind == noClock {
		return 0
	}
	l := c.left[side]
	movesLeft = max(movesLeft, 5)
	var t time.Duration
	switch {
	case l.inByo && c.kind == byoyomi:
		t = l.time
	case l.inByo:
		t = l.time / time.Duration(max(l.stones, 1))
	case c.kind == byoyomi:
		// A period comes back with every move, so main time can be spent freely.
		t = max(l.time/time.Duration(movesLeft)*2, min(l.time, c.byo))
	case c.kind == canadian:
		t = max(l.time/time.Duration(movesLeft), min(l.time, c.byo/time.Duration(max(c.stones, 1))))
	default:
		t = l.time / time.Duration(movesLeft)
	}
	return max(t-min(lag, t/2), leastTime)
}

// expectedMoves estimates how many moves a side will still play on a board of
// so many points with so many stones on it.
func expectedMoves(points, stones int) int {
	return max((points*8/10-stones)/2, points/20, 5)
}
