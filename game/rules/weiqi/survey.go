package weiqi

import (
	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/zobrist"
)

// A group is a chain: a maximal connected set of stones of one colour.
type group struct {
	start int32      // its stones are survey.order[start : start+size]
	size  int32      //
	lib   game.Point // a liberty of it, board.None if it has none
	many  bool       // whether it has a second liberty
	key   uint64     // xor of its stones' keys
}

// survey is the result of one pass over the board: the chains, and whether each has no, one or more
// liberties. With it, the neighbours of an empty point are enough to tell the effect of a stone on
// it.
//
//	of     [ 0 0 -1 1 ]    the chain of each point, -1 where it is empty
//	order  [ 0 1 3 ]       the stones, chain by chain
type survey struct {
	of     []int32
	chains []group
	order  []game.Point
	mark   []uint32 // per chain: the round of its last visit
	round  uint32
}

func newSurvey(n int) survey {
	return survey{of: make([]int32, n), order: make([]game.Point, 0, n)}
}

// take fills s from the stones.
func (s *survey) take(b *board.Board, stones []game.Color) {
	s.chains, s.order = s.chains[:0], s.order[:0]
	for i := range s.of {
		s.of[i] = -1
	}
	start, adj := b.Rows()
	for i, c := range stones {
		if c != game.Empty && s.of[i] < 0 {
			s.flood(start, adj, stones, game.Point(i))
		}
	}
	for len(s.mark) < len(s.chains) {
		s.mark = append(s.mark, 0)
	}
}

// flood finds the chain of the stone on seed.
func (s *survey) flood(start []int32, adj []game.Point, stones []game.Color, seed game.Point) {
	id, color := int32(len(s.chains)), stones[seed]
	ch := group{start: int32(len(s.order)), lib: board.None}
	s.of[seed] = id
	s.order = append(s.order, seed)
	for i := int(ch.start); i < len(s.order); i++ {
		p := s.order[i]
		ch.key ^= zobrist.Stone(p, color)
		for _, q := range adj[start[p]:start[p+1]] {
			switch {
			case stones[q] == game.Empty:
				if ch.lib != q {
					ch.many = ch.many || ch.lib != board.None
					ch.lib = q
				}
			case stones[q] == color && s.of[q] < 0:
				s.of[q] = id
				s.order = append(s.order, q)
			}
		}
	}
	ch.size = int32(len(s.order)) - ch.start
	s.chains = append(s.chains, ch)
}

// stones returns the stones of chain id, in no particular order.
func (s *survey) stones(id int32) []game.Point {
	ch := &s.chains[id]
	return s.order[ch.start : ch.start+ch.size]
}

// effect is the effect of a stone on an empty point.
type effect struct {
	key     uint64 // of all the stones afterwards
	taken   int32  // captured stones of the opponent
	alone   bool   // the stone touches no stone of its own side
	breath  bool   // the point has an empty neighbour
	suicide bool   // it captures its own chain, of own+1 stones
	own     int32  // stones in the chains of its own that it joins
}

// effect returns the effect of a stone of colour c on the empty point p, given the key of the
// current stones.
func (s *survey) effect(b *board.Board, stones []game.Color, key uint64, p game.Point, c game.Color) effect {
	e := effect{key: key, alone: true}
	safe := false
	var ownKey uint64
	if s.round++; s.round == 0 { // it wrapped around
		clear(s.mark)
		s.round = 1
	}
	for _, q := range b.Neighbors(p) {
		if stones[q] == game.Empty {
			e.breath = true
			continue
		}
		id := s.of[q]
		if s.mark[id] == s.round {
			continue
		}
		s.mark[id] = s.round
		ch := &s.chains[id]
		if stones[q] == c {
			e.alone = false
			e.own += ch.size
			ownKey ^= ch.key
			safe = safe || ch.many
		} else if !ch.many {
			e.taken += ch.size
			e.key ^= ch.key
		}
	}
	if !e.breath && !safe && e.taken == 0 {
		e.suicide = true
		e.key ^= ownKey
	} else {
		e.key ^= zobrist.Stone(p, c)
	}
	return e
}
