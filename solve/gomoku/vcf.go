package gomoku

import (
	"slices"

	"moyo/board"
	"moyo/game/rules/gomoku/pattern"
)

// MaxDepth is the maximum depth of a search by fours, in moves of the attacker including the five.
const MaxDepth = 60

// Fours searches for a win by continuous fours (VCF) on one board: each move of the attacker makes
// a four until one makes a five. It is a depth-first search with iterative deepening, so the first
// win found is a shortest one, and a table of known positions. It allocates only when it is made.
// It is not safe for concurrent use.
type Fours struct {
	b       *pattern.Board
	me, you int             // the attacker and the defender
	fence   bool            // a four may have several answers, as under Caro's rules
	plain   bool            // a four has one answer, which is never forbidden: two moves before the end only a double four helps
	lines   [3]pattern.Line // winning rows by colour
	table   []known
	salt    [3]uint64
	points  []board.Point // a stack of the moves of all nodes on the path
	line    [2 * MaxDepth]board.Point
	nodes   int
	limit   int
	length  int         // of line
	stopped bool        // by the limit or by Stop
	broken  bool        // by Stop
	Stop    func() bool // called now and then, if not nil; true ends the search
}

// known is what the table stores about a position with the attacker to move: it is won in won moves
// by move, or not won in fail moves; 0 if unknown.
type known struct {
	key       uint64
	move      int16
	won, fail uint8
}

// never is the fail of a position without a win by fours of any length.
const never = 255

// verdict is the value of a node.
type verdict uint8

const (
	lost verdict = iota // no win by fours at all
	far                 // none within the given depth, or the limit
	won
)

// Answer is the result of a search by fours.
type Answer struct {
	Won     bool
	Decided bool // Won, or there is no win by fours
	Cut     bool // undecided within the depth, because the limit of nodes or Stop ended the search
	Depth   int  // of the attacker's moves, including the five
	// Line contains the moves of attacker and defender alternately, shared until the next search.
	// board.None represents any answer, if the one that would stop the five is forbidden.
	Line  []board.Point
	Nodes int // positions with the attacker to move
}

// NewFours returns a search on b with a table of 2^bits positions of 16 bytes. It uses b, and
// restores it after each search.
func NewFours(b *pattern.Board, bits int) *Fours {
	s := &Fours{
		b: b, table: make([]known, 1<<bits), salt: [3]uint64{0, 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f},
		points: make([]board.Point, 0, 4*b.Len()+MaxDepth*16),
	}
	for c := pattern.Black; c <= pattern.White; c++ {
		s.lines[c] = b.Line(c)
	}
	return s
}

// Search looks for a win by fours of colour me, to move, within depth of its own moves (at most
// MaxDepth; 0 means MaxDepth) and about that many nodes (0 for no limit).
func (s *Fours) Search(me, depth, nodes int) Answer {
	s.start(me, nodes)
	return s.search(depth)
}

// search is Search once started.
func (s *Fours) search(depth int) Answer {
	if depth <= 0 || depth > MaxDepth {
		depth = MaxDepth
	}
	for d := 1; d <= depth; d++ {
		switch s.attack(d, 0) {
		case won:
			return Answer{Won: true, Decided: true, Depth: d, Line: s.line[:s.length], Nodes: s.nodes}
		case lost:
			return Answer{Decided: true, Nodes: s.nodes}
		}
		if s.stopped {
			break
		}
	}
	return Answer{Cut: s.stopped, Nodes: s.nodes}
}

// Only reports whether best is proved to be the only first move of colour me, to move, that wins by
// fours. It reports false if the search of another move reaches the given number of nodes.
func (s *Fours) Only(me int, best board.Point, nodes int) bool {
	s.start(me, nodes)
	s.list(board.None)
	others := slices.Clone(s.points)
	for _, p := range others {
		s.start(me, nodes)
		result := far
		for d := 2; p != best && result == far; d++ {
			if result = s.try(p, d, 0); s.stopped || d == MaxDepth || result == won {
				return false
			}
		}
	}
	return true
}

// start prepares a search for colour me.
func (s *Fours) start(me, nodes int) {
	s.me, s.you = me, 3-me
	s.fence = s.lines[me].Fence
	s.plain = !s.fence && !s.lines[s.you].Ban && s.b.Simple()
	s.nodes, s.limit, s.stopped, s.broken = 0, nodes, false, false
	s.points = s.points[:0]
}

// halt reports whether the search must end.
func (s *Fours) halt() bool {
	s.broken = s.broken || s.Stop != nil && s.nodes&1023 == 0 && s.Stop()
	if s.limit > 0 && s.nodes > s.limit || s.broken {
		s.stopped = true
	}
	return s.stopped
}

// attack reports whether the attacker, to move, wins by fours within depth moves. The moves of a
// win are in line from ply; its length is length.
func (s *Fours) attack(depth, ply int) verdict {
	s.nodes++
	if s.halt() {
		return far
	}
	if five, n := s.b.FivePoint(s.me); n > 0 {
		s.line[ply], s.length = five, ply+1
		return won
	}
	switch {
	case !s.b.Has(s.me, pattern.FourPlain, pattern.FourFour):
		return lost
	case depth == 1, depth == 2 && s.plain && s.b.Count(s.me, pattern.FourFour) == 0:
		return far
	}
	key := s.b.Hash() ^ s.salt[s.me]
	slot := &s.table[key&uint64(len(s.table)-1)]
	first := board.None
	if slot.key == key {
		if int(slot.fail) >= depth {
			if slot.fail == never {
				return lost
			}
			return far
		}
		if slot.won > 0 {
			first = board.Point(slot.move)
		}
	}
	base := len(s.points)
	s.list(first)
	result := lost
	for i := base; i < len(s.points) && result != won && !s.stopped; i++ {
		result = max(result, s.try(s.points[i], depth, ply))
	}
	s.points = s.points[:base]
	if !s.stopped {
		slot.store(key, result, depth, s.line[ply])
	}
	return result
}

// try plays the four on p, if it is legal and a four.
func (s *Fours) try(p board.Point, depth, ply int) verdict {
	if s.lines[s.me].Ban && s.b.Banned(p, s.me) {
		return lost
	}
	s.b.Place(p, s.me)
	result := s.defend(depth-1, ply+1)
	s.b.Undo()
	if result == won {
		s.line[ply] = p
	}
	return result
}

// store stores the value of a node.
func (k *known) store(key uint64, v verdict, depth int, move board.Point) {
	if k.key != key {
		*k = known{key: key}
	}
	switch v {
	case won:
		if k.won == 0 || int(k.won) > depth {
			k.won, k.move = uint8(depth), int16(move)
		}
	case lost:
		k.fail = never
	default:
		k.fail = max(k.fail, uint8(depth))
	}
}

// list appends the fours of the attacker to the stack, the most promising first; first comes before
// all others unless it is board.None. If the defender threatens to win, it lists only fours that
// may stop it.
func (s *Fours) list(first board.Point) {
	five, n := s.b.FivePoint(s.you)
	switch {
	case n > 0 && !s.lines[s.you].Fence:
		if k := s.b.Class(five, s.me); n == 1 && k >= pattern.FourPlain && k <= pattern.FourFour {
			s.points = append(s.points, five)
		}
		return
	case first != board.None:
		s.points = append(s.points, first)
	}
	base := len(s.points)
	for k := pattern.FourFour; k >= pattern.FourPlain; k-- {
		s.points = s.b.Of(s.me, k, s.points)
	}
	if first == board.None {
		return
	}
	for i := base; i < len(s.points); i++ {
		if s.points[i] == first {
			s.points = append(s.points[:i], s.points[i+1:]...)
			return
		}
	}
}

// defend reports whether the attacker, who has just played, wins within depth more moves against
// every answer.
func (s *Fours) defend(depth, ply int) verdict {
	if s.b.Count(s.you, pattern.Win) > 0 {
		return lost
	}
	five, n := s.b.FivePoint(s.me)
	switch {
	case n == 0:
		return lost // package pattern mistook it for a four because a line crosses itself
	case s.fence:
		return s.defendFence(five, depth, ply)
	case n > 1:
		return s.ended(five, s.otherFive(five), ply)
	}
	return s.answer(five, five, depth, ply)
}

// answer plays the defender's answer x to a four whose five is at five.
func (s *Fours) answer(x, five board.Point, depth, ply int) verdict {
	if s.lines[s.you].Ban && s.b.Banned(x, s.you) {
		return s.ended(board.None, five, ply)
	}
	s.b.Place(x, s.you)
	result := s.attack(depth, ply+1)
	s.b.Undo()
	if result == won {
		s.line[ply] = x
	}
	return result
}

// otherFive returns a winning point of the attacker other than five.
func (s *Fours) otherFive(five board.Point) board.Point {
	base := len(s.points)
	s.points = s.b.Of(s.me, pattern.Win, s.points)
	other := s.points[base]
	if other == five {
		other = s.points[base+1]
	}
	s.points = s.points[:base]
	return other
}

// ended records that after the answer x the attacker wins at five.
func (s *Fours) ended(x, five board.Point, ply int) verdict {
	s.line[ply], s.line[ply+1], s.length = x, five, ply+2
	return won
}

// defendFence tries each answer to a four if a five may be fenced in. The recorded line is that of
// the last answer.
func (s *Fours) defendFence(five board.Point, depth, ply int) verdict {
	base := len(s.points)
	s.points = s.b.Blocks(five, s.me, s.points)
	result := won
	for i := base; i < len(s.points) && result == won; i++ {
		result = s.answer(s.points[i], five, depth, ply)
	}
	s.points = s.points[:base]
	return result
}
