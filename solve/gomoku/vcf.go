package gomoku

import (
	"slices"

	"moyo/board"
	"moyo/game/rules/gomoku/pattern"
)

// MaxDepth is the greatest number of the attacker's moves that a search by
// fours looks ahead, the five included.
const MaxDepth = 60

// Fours searches for a victory by continuous fours (VCF) on one board: each
// move of the attacker makes a four until one makes a five. It is a depth-first
// search with iterative deepening, so that the first win found is a shortest
// one, and a table of the positions that it knows. Nothing is allocated once it
// is made. It is not safe for use by several goroutines.
type Fours struct {
	b       *pattern.Board
	me, you int             // the attacker and the defender
	fence   bool            // a four may have several answers, as under Caro's rules
	plain   bool            // a four has one answer, which is never forbidden: two moves before the end only two fours at once help
	lines   [3]pattern.Line // what wins, by colour
	table   []known
	salt    [3]uint64
	points  []board.Point // a stack of the moves of all nodes on the path
	line    [2 * MaxDepth]board.Point
	nodes   int
	limit   int
	length  int         // of line
	stopped bool        // by the limit or by Stop
	broken  bool        // by Stop
	Stop    func() bool // asked now and then, if not nil; true ends the search
}

// known is what the table holds of a position with the attacker to move: that
// it is won in won moves by move, or not won in fail moves; 0 where not known.
type known struct {
	key       uint64
	move      int16
	won, fail uint8
}

// never is the fail of a position that no number of moves wins by fours.
const never = 255

// verdict is the value of a node.
type verdict uint8

const (
	lost verdict = iota // no win by fours at all
	far                 // none within the depth asked for, or the limit
	won
)

// Answer is what a search by fours found.
type Answer struct {
	Won     bool
	Decided bool // Won, or there is no win by fours
	Cut     bool // neither within the depth asked for, as the limit of nodes or Stop ended the search
	Depth   int  // of the attacker's moves, the five included
	// Line holds the attacker's and the defender's moves in turn, shared until
	// the next search. board.None stands for any answer, where the one that
	// would stop the five is forbidden.
	Line  []board.Point
	Nodes int // positions with the attacker to move
}

// NewFours returns a search on b with a table of 2^bits positions of 16 bytes.
// It uses b, which it leaves as it was after each search.
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

// Search looks for a win by fours of colour me, who is to move, within depth of
// its own moves (at most MaxDepth; 0 is MaxDepth) and about so many nodes (0 is
// without limit).
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

// Only reports whether best is proved to be the only first move of colour me, who is to
// move, that wins by fours. Where the search of another move reaches so many nodes,
// it reports false.
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

// halt reports whether the search has to end.
func (s *Fours) halt() bool {
	s.broken = s.broken || s.Stop != nil && s.nodes&1023 == 0 && s.Stop()
	if s.limit > 0 && s.nodes > s.limit || s.broken {
		s.stopped = true
	}
	return s.stopped
}

// attack reports whether the attacker, who is to move, wins by fours within depth
// moves. A win's moves are in line from ply on, length in all.
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

// try plays the four on p, if it may be played and is one.
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

// store notes the value of a node.
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

// list appends the fours of the attacker to the stack, the most promising
// first; first before all others, unless it is board.None. Where the defender
// threatens to win, only those that may stop it.
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

// defend reports whether the attacker, who has just played, wins within depth more
// moves whatever the defender answers.
func (s *Fours) defend(depth, ply int) verdict {
	if s.b.Count(s.you, pattern.Win) > 0 {
		return lost
	}
	five, n := s.b.FivePoint(s.me)
	switch {
	case n == 0:
		return lost // the kernel took it for a four where a line crosses itself
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

// otherFive returns a point where the attacker wins besides five.
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

// ended notes that after the answer x the attacker wins at five.
func (s *Fours) ended(x, five board.Point, ply int) verdict {
	s.line[ply], s.line[ply+1], s.length = x, five, ply+2
	return won
}

// defendFence tries each answer to a four where a five may be fenced in. The
// line noted is that of the last answer.
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
