package gomoku

import (
	"moyo/board"
	"moyo/engine/alphabeta"
	"moyo/engine/gomoku/network"
	"moyo/game/rules/gomoku/pattern"
)

// state is a position of the search: an alphabeta.Game.
type state struct {
	b      *pattern.Board
	w      *Weights
	me     int // the side to move: pattern.Black or White
	fence  bool
	ban    [3]bool // by colour: forbidden points
	sure   bool    // the board has no closed lines: two threats never have the same answer
	won    []bool  // by stone since the root: it made the winning row
	over   bool    // the last stone did
	fours  *foursTable
	net    *network.Accumulator // nil without a network
	kept   int                  // the number of first stones that net shares with b
	counts []uint8              // scratch: in how many sets of answers a point is
	asked  []uint32
	scores []int32
	points []board.Point
	quick  []board.Point
	sight  []uint64 // scratch of foresee
}

func newState(b *pattern.Board, w *Weights, me int, fours *foursTable) *state {
	fours.epoch++
	s := &state{b: b, w: w, me: me, sure: b.Simple(), counts: make([]uint8, b.Len()), fours: fours}
	for c := pattern.Black; c <= pattern.White; c++ {
		s.ban[c] = b.Line(c).Ban
		s.fence = s.fence || b.Line(c).Fence
	}
	return s
}

// Clone returns an independent copy.
func (s *state) Clone() alphabeta.Game {
	c := *s
	c.b = s.b.Clone()
	c.won = append([]bool(nil), s.won...)
	if s.net != nil {
		c.net = s.net.Clone()
	}
	c.counts = make([]uint8, len(s.counts))
	c.points, c.quick, c.asked, c.scores, c.sight = nil, nil, nil, nil, nil
	c.fours = &foursTable{epoch: 1}
	return &c
}

const whiteKey = 0x9e3779b97f4a7c15

// Key identifies stones and side to move.
func (s *state) Key() uint64 {
	if s.me == pattern.White {
		return s.b.Hash() ^ whiteKey
	}
	return s.b.Hash()
}

// Play places a stone of the side to move.
func (s *state) Play(p int32) {
	s.won = append(s.won, s.over)
	s.over = s.b.Class(board.Point(p), s.me) == pattern.Win
	s.b.Place(board.Point(p), s.me)
	s.me = 3 - s.me
}

// Undo takes it back.
func (s *state) Undo() {
	s.me = 3 - s.me
	s.b.Undo()
	s.kept = min(s.kept, s.b.Stones())
	s.over = s.won[len(s.won)-1]
	s.won = s.won[:len(s.won)-1]
}

// Pass passes the turn.
func (s *state) Pass() { s.me = 3 - s.me }

// UndoPass takes the pass back.
func (s *state) UndoPass() { s.me = 3 - s.me }

// Decided returns the score of a finished game, of one that fives, fours and
// threes without an answer win, or a four whose answer is forbidden, and of one
// lost to two fives. Threes count only if the opponent can make no four.
func (s *state) Decided(ply int) (int, bool) {
	me, foe := s.me, 3-s.me
	switch {
	case s.over:
		return ply - alphabeta.Win, true
	case s.b.Stones() == s.b.Len():
		return alphabeta.Draw, true
	case s.b.Count(me, pattern.Win) > 0:
		return alphabeta.Win - ply - 1, true
	}
	if n := s.b.Count(foe, pattern.Win); n > 0 {
		return s.facingFives(n, ply)
	}
	if plies := s.winByThreats(); plies > 0 {
		return alphabeta.Win - ply - plies, true
	}
	return 0, false
}

// winByThreats returns in how many plies the side to move wins where neither
// side can make a five and no search is needed, 0 if it cannot tell.
func (s *state) winByThreats() int {
	me, foe := s.me, 3-s.me
	switch {
	case !s.sure:
	case s.b.Count(me, pattern.FourFour) > 0 && s.playable(me, pattern.FourFour):
		return pliesOfFours
	case s.fence || s.ban[me] || s.b.Has(foe, pattern.FourPlain, pattern.FourFour) || s.b.Count(foe, pattern.Ban) > 0:
		// a four, or a point that is forbidden until a stone breaks one of its rows
	case s.b.Count(me, pattern.FourThree) > 0 || s.b.Count(me, pattern.ThreeThree) > 0:
		return pliesOfThrees
	}
	if s.catches() {
		return pliesOfFours
	}
	return 0
}

// facingFives decides positions in which the opponent threatens n fives.
func (s *state) facingFives(n, ply int) (int, bool) {
	if s.fence {
		return 0, false
	}
	p, _ := s.b.FivePoint(3 - s.me)
	if n > 1 || s.sure && s.ban[s.me] && s.b.Banned(p, s.me) {
		return ply + 2 - alphabeta.Win, true
	}
	return 0, false
}

// playable reports whether c may play on a point of the class.
func (s *state) playable(c int, k pattern.Class) bool {
	if !s.ban[c] {
		return true
	}
	s.quick = s.b.Of(c, k, s.quick[:0])
	for _, p := range s.quick {
		if !s.b.Banned(p, c) {
			return true
		}
	}
	return false
}

// Threatened reports whether the opponent threatens to make a five or a straight four.
func (s *state) Threatened() bool {
	foe := 3 - s.me
	return s.b.Count(foe, pattern.Win) > 0 || s.b.Count(foe, pattern.FourFour) > 0
}

// Eval returns the static evaluation.
func (s *state) Eval() int {
	threats := s.threats()
	v := s.b.Sum(s.me).Move - s.b.Sum(3-s.me).Wait + s.w.Threats[threats] + s.w.burden(s.me)
	if s.net != nil {
		s.catchUp()
		v += int32(s.net.Value(s.me, threats, scale))
	}
	const most = alphabeta.Proved - 1
	return int(max(min(v, most), -most))
}

// catchUp updates the network to the stones on the board.
func (s *state) catchUp() {
	for s.net.Stones() > s.kept {
		s.net.Undo()
	}
	for ; s.kept < s.b.Stones(); s.kept++ {
		p, c := s.b.Stone(s.kept)
		s.net.Place(int(p), c)
	}
}

// refine adds the network's order of moves.
func (s *state) refine(list []alphabeta.Move) []alphabeta.Move {
	if s.net == nil || len(list) < 2 {
		return list
	}
	s.catchUp()
	s.asked, s.scores = s.asked[:0], s.scores[:0]
	for _, m := range list {
		s.asked = append(s.asked, uint32(m.Point))
		s.scores = append(s.scores, 0)
	}
	s.net.Order(s.me, s.asked, s.scores)
	for i := range list {
		list[i].Score += s.scores[i]
	}
	return list
}

// threats returns what both sides could make next as a number below
// threatMasks.
func (s *state) threats() int {
	me, foe := s.me, 3-s.me
	m := 0
	set := func(bit int, c int, low, high pattern.Class) {
		if s.b.Has(c, low, high) {
			m |= 1 << bit
		}
	}
	set(0, me, pattern.FourPlain, pattern.FourPlus)
	set(1, me, pattern.FourThree, pattern.FourFour)
	set(2, me, pattern.ThreeOpen, pattern.ThreeOpen2)
	set(3, me, pattern.ThreeThree, pattern.ThreeThree)
	set(4, foe, pattern.FourPlain, pattern.FourPlus)
	set(5, foe, pattern.FourThree, pattern.FourThree)
	set(6, foe, pattern.ThreeOpen, pattern.ThreeOpen2)
	set(7, foe, pattern.ThreeThree, pattern.ThreeThree)
	set(8, foe, pattern.FourFour, pattern.FourFour)
	return m
}
