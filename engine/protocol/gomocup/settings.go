package gomocup

import (
	"math"
	"strconv"
	"strings"
	"time"

	"moyo/engine"
	"moyo/game/clock"
)

// settings are the values from INFO lines. They outlive START and RESTART.
type settings struct {
	turn     time.Duration // of a move, negative if not set
	match    time.Duration // of a game, 0 for no limit
	left     time.Duration // of the game, by the manager
	leftSaid leftKind
	bonus    time.Duration // added after each move
	used     time.Duration // of the game so far, by the server's clock
	memory   int64         // bytes, 0 if not set
	hash     int64         // bytes of the table, 0 if not set; Yixin's board sets only this
	threads  int           // 0 if not set
	nodes    int64
	depth    int
	rule     int
	yixin    bool // the manager is a board made for Yixin
	realtime bool // it shows the best move so far
}

// leftKind is what is known about the time left.
type leftKind uint8

const (
	leftUnknown leftKind = iota // not set
	leftFresh                   // set since the last move
	leftOld                     // set before the last move, and counted down
	leftEndless                 // set to unlimited
)

// The times.
const (
	defaultTurn = 5 * time.Second       // if the manager sets no times
	maxTime     = 1000 * time.Hour      // bounds all times that a manager may set
	unlimited   = math.MaxInt32         // as time_left: no limit
	leastTime   = 5 * time.Millisecond  // of a search whose time is up
	answerLag   = 30 * time.Millisecond // a move is written this long before the limit
	engineLag   = 45 * time.Millisecond // the engine must end this long before the limit
	longShare   = 50                    // both are earlier by this small part of the limit,
	mostMore    = 50 * time.Millisecond // and at most by this: at a load of 10 a second was overrun by 13 ms without it
	matchShare  = 6                     // one move gets at most a sixth of the time left
)

func newSettings() settings { return settings{turn: -1} }

// info handles one INFO line. It ignores unknown keys and invalid values, as
// the protocol requires.
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

// Values of show_detail with which boards made for Yixin ask for the best move
// so far; 2 is for tables of the search alone.
const (
	detailRealtime = 1
	detailBoth     = 3
)

// mostThreads bounds a manager's setting of threads.
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

// yixinRenju means Renju for boards made for Yixin, which have no continuous
// games.
const yixinRenju = 2

// rules returns the id of the current rules.
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

// continuous reports whether a game continues after a five.
func (s *settings) continuous() bool { return s.rule&bitContinuous != 0 }

// resources returns the engine's resources: the manager's settings, with memory
// bounded by most.
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

// newGame resets the clock of the game. A setting of the time left counts for
// the new game if no move has been made since.
func (s *settings) newGame() {
	s.used = 0
	if s.leftSaid == leftOld {
		s.leftSaid = leftUnknown
	}
}

// spend subtracts the time of a move from the game's clock.
func (s *settings) spend(d time.Duration) {
	s.used += d
	if s.leftSaid == leftFresh || s.leftSaid == leftOld {
		s.left += s.bonus - d
		s.leftSaid = leftOld
	}
}

// remaining returns the time left of the game, false without a limit.
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
// and when its answer is due. The search is one of share that the turn still
// needs.
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
		if most := own.Main/matchShare + s.bonus; most < lim.Time { // an engine that does not stop must not use up the game
			lim.Time, due = most, now.Add(most+engineLag-answerLag)
		}
	}
	lim.Time = max(lim.Time/time.Duration(share), leastTime)
	return lim, due
}
