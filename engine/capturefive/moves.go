package capturefive

import (
	"moyo/engine/alphabeta"
	"moyo/game"
)

// Contributions of chains to the order of moves.
const (
	takeOrder  = 260 // each captured stone
	saveOrder  = 160 // each stone of an own chain that leaves atari
	atariOrder = 60  // each stone of a chain put into atari that will probably be captured
	selfOrder  = 150 // a stone that could be captured immediately
)

// Moves appends the moves to search: the answers if the opponent threatens to win,
// otherwise all legal ones, with moves far from everything last. If passing is
// allowed, the pass comes at the very end. It is an answer if it ends the game.
func (s *state) Moves(buf []alphabeta.Move) []alphabeta.Move {
	if s.Threatened() {
		for _, p := range s.answers() {
			m := s.move(p)
			m.Kind = alphabeta.Reply
			buf = append(buf, m)
		}
		if s.b.Options().Pass && s.b.Passed() {
			buf = append(buf, alphabeta.Move{Point: s.passPoint(), Score: detached, Kind: alphabeta.Reply})
		}
		return buf
	}
	return s.anywhere(buf)
}

// anywhere appends every legal move.
func (s *state) anywhere(buf []alphabeta.Move) []alphabeta.Move {
	for p := range uint16(s.b.Len()) {
		if s.b.Legal(p) {
			buf = append(buf, s.move(p))
		}
	}
	if s.b.Options().Pass {
		buf = append(buf, alphabeta.Move{Point: s.passPoint(), Score: 2 * detached})
	}
	return buf
}

// detached is the order of a move far from everything on the board.
const detached = -1 << 20

// move returns the empty point p as a move with its order and kind.
func (s *state) move(p uint16) alphabeta.Move {
	me := s.b.ToPlay()
	sum, fours, touched := s.b.Weigh(p, &s.w.order[me], s.w.three[me])
	m := alphabeta.Move{Point: int32(p), Score: sum}
	if fours > 0 {
		m.Kind = alphabeta.Check
	}
	if s.b.Options().Captures {
		touched = s.byChains(p, me, &m) || touched
	}
	if !touched {
		m.Score += detached
	}
	return m
}

// byChains adds to the order of m its effect on the chains around it. It
// reports whether there are any.
func (s *state) byChains(p uint16, me game.Color, m *alphabeta.Move) bool {
	free, safe, touched := 0, false, false
	for _, q := range s.b.Neighbors(p) {
		c := s.b.At(uint16(q))
		if c == game.Empty {
			free++
			continue
		}
		touched = true
		root := s.b.Root(uint16(q))
		_, atari := s.b.InAtari(root)
		size := int32(s.b.Size(root))
		switch {
		case c != me && atari:
			m.Score += takeOrder * size
			m.Kind = max(m.Kind, alphabeta.Threat)
			safe = true
		case c == me && atari:
			m.Score += saveOrder * size
			m.Kind = max(m.Kind, alphabeta.Threat)
		case c == me:
			safe = safe || s.b.PseudoLiberties(root) > 3
		case s.b.PseudoLiberties(root) <= 3:
			m.Score += atariOrder * size
		}
	}
	if free < 2 && !safe {
		m.Score -= selfOrder
	}
	return touched
}
