package nogo_test

import (
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/nogo"
)

// slow implements the definition of the game without any code of the rules: a stone may be placed
// if every chain on the board, of either colour, has a liberty afterwards. A side that cannot place
// a stone loses.
type slow struct {
	b      *board.Board
	stones []game.Color
	known  map[string]bool // by side to move and stones: whether it wins
}

func newSlow(b *board.Board) *slow {
	return &slow{b: b, stones: make([]game.Color, b.Len()), known: map[string]bool{}}
}

// legal reports whether c may place a stone on pt.
func (s *slow) legal(pt game.Point, c game.Color) bool {
	if s.stones[pt] != game.Empty {
		return false
	}
	s.stones[pt] = c
	defer func() { s.stones[pt] = game.Empty }()
	free := make([]bool, len(s.stones))
	for again := true; again; { // liberties spread through chains, one step at a time
		again = false
		for p, own := range s.stones {
			if own == game.Empty || free[p] {
				continue
			}
			for _, q := range s.b.Neighbors(game.Point(p)) {
				if s.stones[q] == game.Empty || s.stones[q] == own && free[q] {
					free[p], again = true, true
				}
			}
		}
	}
	for p, own := range s.stones {
		if own != game.Empty && !free[p] {
			return false
		}
	}
	return true
}

// wins reports whether c, the side to move, wins with best play.
func (s *slow) wins(c game.Color) bool {
	key := make([]byte, 0, 1+len(s.stones))
	key = append(key, byte(c))
	for _, own := range s.stones {
		key = append(key, byte(own))
	}
	if won, ok := s.known[string(key)]; ok {
		return won
	}
	won := false
	for p := range game.Point(len(s.stones)) {
		if won {
			break
		}
		if s.legal(p, c) {
			s.stones[p] = c
			won = !s.wins(c.Other())
			s.stones[p] = game.Empty
		}
	}
	s.known[string(key)] = won
	return won
}

// search finds the winner by the rules, with a table of the results up to symmetry.
type search struct {
	t     *testing.T
	pos   *nogo.Position
	maps  [][]game.Point
	known map[uint64]bool
}

func newSearch(t *testing.T, pos *nogo.Position) *search {
	return &search{t: t, pos: pos, maps: pos.Board().Symmetries(8), known: map[uint64]bool{}}
}

// key returns the stones as digits, the least of all images. No stone is ever captured, so the
// stones determine the side to move.
func (s *search) key() uint64 {
	best := ^uint64(0)
	for _, m := range s.maps {
		code := uint64(0)
		for _, q := range m {
			code = 3*code + uint64(s.pos.At(q))
		}
		best = min(best, code)
	}
	return best
}

// wins reports whether the side to move wins with best play.
func (s *search) wins() bool {
	if s.pos.Outcome().Over {
		return false
	}
	key := s.key()
	if won, ok := s.known[key]; ok {
		return won
	}
	won := false
	for _, m := range s.pos.LegalMoves(nil) {
		if err := s.pos.Play(m); err != nil {
			s.t.Fatal(err)
		}
		won = !s.wins()
		s.pos.Undo()
		if won {
			break
		}
	}
	s.known[key] = won
	return won
}
