package gomocup

import (
	"math"
	"strconv"
	"strings"
	"time"

	"moyo/engine"
	"moyo/game/clock"
)

// settings are what INFO lines have said. They outlive START and RESTART.
type settings struct {
	turn     time.Duration // of a move, below 0 where the manager has not said
	match    time.Duration // of a game, 0 for no limit
	left     time.Duration // of the game as the manager says
	leftSaid leftKind
	bonus    time.Duration // added after each move
	used     time.Duration // of the game so far, by our clock
	memory   int64         // bytes, 0 where the manager has not said
	hash     int64         // bytes of the table, 0 where the manager has not said: Yixin's board says nothing else
	threads  int           // 0 where the manager has not said
	nodes    int64
	depth    int
	rule     int
	yixin    bool // the manager is a board made for Yixin
	realtime bool // it shows the best move so far
}

// leftKind says what is known of the time left.
type leftKind uint8

const (
	leftUnknown leftKind = iota // the manager has said nothing
	leftFresh                   // said since the last move
	leftOld                     // said before the last move, and counted down
	leftEndless                 // said to be unlimited
)

// The times.
const (
	defaultTurn = 5 * time.Second       // of a manager that sets no times
	maxTime     = 1000 * time.Hour      // bounds every time that a manager may set
	unlimited   = math.MaxInt32         // as time_left: no limit
	leastTime   = 5 * time.Millisecond  // of the engine when there is none
	answerLag   = 30 * time.Millisecond // a move is out by the limit less this
	engineLag   = 45 * time.Millisecond // the engine is asked to end by the limit less this
	longShare   = 50                    // both are earlier by so small a part of the limit, which costs little,
	mostMore    = 50 * time.Millisecond // and at most by this: at a load of 10 a second was overrun by 13 ms without it
	matchShare  = 6                     // at most a sixth of what is left goes to one move
)

func newSettings() settings { return settings{turn: -1} }

// info notes one INFO line. Keys that are not known and values that cannot be
// read are ignored, as the protocol has it.
func (s *settings) info(args string) {
	key, text := words(args)
	value, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return
	}
	switch strings.ToLower(key) {
	case "timeout_turn":
		s.turn = max(milliseconds(value), 0)
	case "timeout_match":
		s.match = max(milliseconds(value), 0)
	case "time_left":
		s.left, s.leftSaid = milliseconds(value), leftFresh
		if value >= unlimited {
			s.leftSaid = leftEndless
		}
	case "time_increment":
		s.bonus = max(milliseconds(value), 0)
	case "max_memory":
		s.memory = max(value, 0)
	case "hash_size":
		s.hash = min(max(value, 0), 1<<40) << 10
	case "thread_num":
		s.threads = int(min(max(value, 0), mostThreads))
	case "max_node":
		s.nodes = max(value, 0)
	case "show_detail":
		s.realtime = value == detailRealtime || value == detailBoth
	case "max_depth":
		s.depth = int(min(max(value, 0), 1000))
	case "rule":
		s.rule = int(value & 0xFF)
		if s.yixin && value == yixinRenju {
			s.rule = bitRenju
		}
	}
}

// The values of show_detail with which boards made for Yixin want to know the
// best move so far; 2 is for tables of the search alone.
const (
	detailRealtime = 1
	detailBoth     = 3
)

// mostThreads bounds the threads that a manager may ask for.
const mostThreads = 256

func milliseconds(v int64) time.Duration {
	most := maxTime.Milliseconds()
	return time.Duration(min(max(v, -most), most)) * time.Millisecond
}

// The bits of INFO rule.
const (
	bitExact      = 1
	bitContinuous = 2
	bitRenju      = 4
	bitCaro       = 8
)

// yixinRenju is what boards made for Yixin, which know no continuous games, call
// Renju.
const yixinRenju = 2

// rules returns the id of the rules set.
func (s *settings) rules() string {
	const game = "gomoku:rule="
	switch {
	case s.rule&bitRenju != 0:
		return game + "renju"
	case s.rule&bitCaro != 0 && s.rule&bitExact != 0:
		return game + "caro9"
	case s.rule&bitCaro != 0:
		return game + "caro8"
	case s.rule&bitExact != 0:
		return game + "standard"
	}
	return game + "freestyle"
}

// continuous says whether a game goes on after a five.
func (s *settings) continuous() bool { return s.rule&bitContinuous != 0 }

// resources returns what the engine may use: what the manager says, of memory no
// more than most.
func (s *settings) resources(def Resources, most int64) Resources {
	switch {
	case s.memory > 0 && s.hash > 0:
		def.Memory = min(s.memory, s.hash)
	case s.memory > 0 || s.hash > 0:
		def.Memory = max(s.memory, s.hash)
	}
	if most > 0 {
		def.Memory = min(def.Memory, most)
	}
	if s.threads > 0 {
		def.Threads = s.threads
	}
	return def
}

// newGame sets the clock of the game back. What was said of the time left
// counts for the new game if no move has been made since.
func (s *settings) newGame() {
	s.used = 0
	if s.leftSaid == leftOld {
		s.leftSaid = leftUnknown
	}
}

// spend takes the time of a move off the game's clock.
func (s *settings) spend(d time.Duration) {
	s.used += d
	if s.leftSaid == leftFresh || s.leftSaid == leftOld {
		s.left += s.bonus - d
		s.leftSaid = leftOld
	}
}

// remaining returns what is left of the game, false where there is no limit.
func (s *settings) remaining() (time.Duration, bool) {
	switch {
	case s.leftSaid == leftFresh || s.leftSaid == leftOld:
		return s.left, true
	case s.leftSaid == leftEndless || s.match == 0:
		return 0, false
	}
	return s.match - s.used, true
}

// limits returns the bounds of a search for a command that was read at begun,
// and when its answer has to be out. The search is one of share that the same
// turn still needs.
func (s *settings) limits(begun, now time.Time, share int) (engine.Limits, time.Time) {
	lim := engine.Limits{Nodes: s.nodes, Depth: s.depth}
	left, limited := s.remaining()
	bound := s.turn
	switch {
	case bound < 0 && limited:
		bound = left
	case bound < 0:
		bound = defaultTurn
	case limited:
		bound = min(bound, left)
	}
	bound = max(bound, 2*leastTime)
	more := min(bound/longShare, mostMore)
	due := begun.Add(bound - min(answerLag+more, bound/2))
	gone := now.Sub(begun)
	lim.Time = bound - min(engineLag+more, bound/2) - gone
	if limited {
		own := clock.State{Main: max(left-engineLag-gone, leastTime)}
		lim.Clock = engine.Clock{Spec: clock.Spec{Kind: clock.Fischer, Step: s.bonus}, Own: own}
		if most := own.Main/matchShare + s.bonus; most < lim.Time { // who does not stop shall not use up the game
			lim.Time, due = most, now.Add(most+engineLag-answerLag)
		}
	}
	lim.Time = max(lim.Time/time.Duration(share), leastTime)
	return lim, due
}
