package gametest

import (
	"slices"

	"moyo/board"
	"moyo/game"
)

// Directed is implemented by rules that distinguish directions of the board, such as gravity. Keeps
// reports whether a symmetry of the board, which maps point p to m[p], is also one of the game.
// Without it every symmetry is.
type Directed interface {
	Keeps(b *board.Board, m []game.Point) bool
}

// symmetriesPerGame is the number of symmetries of the board that each game is tested under.
const symmetriesPerGame = 8

// checkSymmetries plays the game again under symmetries of the board and compares the results.
func (s *suite) checkSymmetries() {
	for _, m := range s.board.Symmetries(symmetriesPerGame) {
		directed, ok := s.rules.(Directed)
		if ok && !directed.Keeps(s.board, m) || !s.startKeeps(m) {
			continue
		}
		twin := s.fresh()
		for i, move := range s.pos.Moves() {
			if err := twin.Play(mapMove(m, move)); err != nil {
				s.t.Errorf("move %d under the symmetry %v: %v", i+1, m, err)
				return
			}
		}
		s.compareUnder(m, twin)
	}
}

// startKeeps reports whether the symmetry maps the first position to itself.
func (s *suite) startKeeps(m []game.Point) bool {
	start := s.fresh()
	for p, q := range m {
		if start.At(game.Point(p)) != start.At(q) {
			return false
		}
	}
	return true
}

// mapMove returns the move under a symmetry. Choices stay the same.
func mapMove(m []game.Point, move game.Move) game.Move {
	if move < 0 {
		return move
	}
	return game.Place(m[move])
}

func (s *suite) compareUnder(m []game.Point, twin game.Position) {
	want, got := take(s.pos), take(twin)
	for p, q := range m {
		if want.stones[p] != got.stones[q] {
			s.t.Errorf("under the symmetry %v point %d is %s, not %s", m, q, got.stones[q], want.stones[p])
			return
		}
	}
	var legal []game.Move
	for _, move := range want.legal {
		legal = append(legal, mapMove(m, move))
	}
	slices.Sort(legal)
	slices.Sort(got.legal)
	switch {
	case !slices.Equal(legal, got.legal):
		s.t.Errorf("under the symmetry %v legal moves are %v, not %v", m, got.legal, legal)
	case got.outcome != want.outcome || got.toPlay != want.toPlay || got.captures != want.captures:
		s.t.Errorf("under the symmetry %v the outcome is %v with %s to play, not %v with %s",
			m, got.outcome, got.toPlay, want.outcome, want.toPlay)
	}
}
