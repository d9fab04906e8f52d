package capturefive

import (
	"moyo/engine/alphabeta"
	"moyo/game"
)

// Shares of the order of moves that chains have.
const (
	takeOrder  = 260 // each stone taken
	saveOrder  = 160 // each stone of an own chain that leaves atari
	atariOrder = 60  // each stone of a chain put in atari, likely
	selfOrder  = 150 // a stone that could be taken at once
)

// Moves appends the moves to be searched: those that answer where the opponent
// is about to win, else all legal ones, those last that have to do with nothing
// on the board. A pass is the last of them where passing is allowed, and an answer
// where it ends the game.
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

// detached is the order of a move that has to do with nothing on the board.
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

// byChains adds to the order of m what it does to the chains around it. It says
// whether there are any.
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
