// Package gametest is the test suite for every game. A game's own test calls [Run] in one line:
//
//	func TestRules(t *testing.T) { gametest.Run(t, weiqi.Default(), board.Grid(5, 5)) }
package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
)

// gamesPerBoard is the number of random games that Run plays on each board.
const gamesPerBoard = 6

// Run plays random games on each board and checks the contract of [game.Position] at every move.
// Each generated move is legal and no other is. Undo restores the position exactly. The hash equals
// that of the same game played again. The turns describe what happened. A finished game has no moves.
// A clone is independent. A symmetry of the board maps results to results. The time for
// a board grows with the cube of its points; small boards find as much as large ones.
func Run(t *testing.T, rules game.Rules, boards ...*board.Board) {
	t.Helper()
	if len(boards) == 0 {
		t.Fatal("gametest.Run without a board")
	}
	for _, b := range boards {
		t.Run(fmt.Sprintf("%s on %s", rules.ID(), b.Spec()), func(t *testing.T) {
			for seed := range uint64(gamesPerBoard) {
				s := &suite{t: t, rules: rules, board: b, rng: rand.New(rand.NewPCG(seed, 2026))}
				s.game()
				s.gameByHand()
				if t.Failed() {
					t.Fatalf("random game with seed %d", seed)
				}
			}
		})
	}
}

// suite plays one random game.
type suite struct {
	t     *testing.T
	rules game.Rules
	board *board.Board
	rng   *rand.Rand
	pos   game.Position
}

// game plays to the end, or long enough, then takes everything back.
func (s *suite) game() {
	s.pos = s.fresh()
	s.checkStart()
	var past []snapshot
	var buf []game.Move
	for limit := 4*s.board.Len() + 20; len(past) < limit; {
		buf = s.pos.LegalMoves(buf[:0])
		if s.pos.Outcome().Over {
			break
		}
		past = append(past, take(s.pos))
		s.checkMoves(buf)
		s.step(buf)
		if s.t.Failed() {
			return
		}
	}
	s.finish(&past)
	s.checkTurns()
	s.checkFresh()
	s.checkSymmetries()
	for i := len(past) - 1; i >= 0; i-- {
		if !s.pos.Undo() {
			s.t.Fatalf("Undo after move %d reports no move", i+1)
		}
		past[i].same(s.t, s.pos, fmt.Sprintf("after taking back move %d", i+1))
	}
	if s.pos.Undo() {
		s.t.Error("Undo of a game without moves returns true")
	}
}

// finish passes until the game is over, if passing is legal, and checks that no move is possible
// then.
func (s *suite) finish(past *[]snapshot) {
	for range 3 {
		if s.pos.Check(game.Pass) == game.Legal {
			*past = append(*past, take(s.pos))
			s.play(game.Pass)
		}
	}
	over := s.pos.Outcome().Over
	if s.pos.Check(game.Pass) == game.Legal {
		s.t.Error("three passes do not end the game")
	}
	if !over {
		return // a long game without passes
	}
	if moves := s.pos.LegalMoves(nil); len(moves) > 0 {
		s.t.Errorf("a finished game has moves: %v", moves)
	}
	if c := s.pos.ToPlay(); c != game.Empty {
		s.t.Errorf("a finished game has %s to play", c)
	}
	for m := range game.Move(s.board.Len()) {
		if r := s.pos.Check(m); r != game.GameOver {
			s.t.Errorf("Check(%d) of a finished game is %q", m, r.Code())
		}
	}
}

func (s *suite) fresh() game.Position {
	s.t.Helper()
	pos, err := s.rules.New(s.board)
	if err != nil {
		s.t.Fatal(err)
	}
	return pos
}

func (s *suite) play(m game.Move) {
	s.t.Helper()
	if err := s.pos.Play(m); err != nil {
		s.t.Fatalf("move %s, listed as legal: %v", game.Format(s.pos, m), err)
	}
}

// step plays one of the legal moves, passes less often than others, and checks that undo and play
// again give the same result.
func (s *suite) step(moves []game.Move) {
	m := moves[s.rng.IntN(len(moves))]
	if m == game.Pass && s.rng.IntN(4) > 0 {
		m = moves[s.rng.IntN(len(moves))]
	}
	before := take(s.pos)
	twin := s.pos.Clone()
	s.play(m)
	after := take(s.pos)
	before.same(s.t, twin, "a clone after a move in the original")
	s.pos.Undo()
	before.same(s.t, s.pos, "after move and undo")
	if err := twin.Play(m); err != nil {
		s.t.Fatalf("move %d in a clone: %v", m, err)
	}
	after.same(s.t, twin, "the same move in a clone")
	before.same(s.t, s.pos, "the original after a move in a clone")
	s.play(m)
	after.same(s.t, s.pos, "after playing the move again")
	if got := s.pos.Moves(); len(got) != len(before.moves)+1 || got[len(got)-1] != m {
		s.t.Errorf("Moves() ends with %v after move %d", got, m)
	}
	if s.rng.IntN(8) == 0 {
		s.checkTurns()
		s.checkFresh()
		s.checkSymmetries()
	}
}

// checkStart checks a position without moves.
func (s *suite) checkStart() {
	if len(s.pos.Moves()) != 0 || s.pos.Undo() || s.pos.Outcome().Over {
		s.t.Error("a new game has moves or is over")
	}
	if s.pos.Board() != s.board || s.pos.Rules().ID() != s.rules.ID() {
		s.t.Error("a new game has another board or other rules")
	}
	other := s.fresh()
	take(s.pos).same(s.t, other, "a second new game")
}

// checkMoves checks that the generated moves, in their order, are exactly the ones that Check allows
// and Play accepts, and that each has a name.
func (s *suite) checkMoves(moves []game.Move) {
	points := 0
	for points < len(moves) && moves[points] >= 0 {
		points++
	}
	if !slices.IsSorted(moves[:points]) || len(slices.Compact(slices.Clone(moves))) != len(moves) {
		s.t.Errorf("legal moves are not in order: %v", moves)
	}
	try := []game.Move{game.Pass, game.NoMove, game.Move(s.board.Len()), game.FirstChoice, 1 << 30}
	for m := range game.Move(s.board.Len()) {
		try = append(try, m)
	}
	for _, m := range moves[points:] {
		if m != game.Pass {
			try = append(try, m)
		}
	}
	twin := s.pos.Clone()
	for _, m := range try {
		s.checkMove(twin, m, slices.Contains(moves, m))
	}
}

// checkMove tries m on twin, a clone of the position, and takes it back.
func (s *suite) checkMove(twin game.Position, m game.Move, listed bool) {
	reason := twin.Check(m)
	if listed != (reason == game.Legal) {
		s.t.Errorf("move %s: listed as legal is %v, Check returns %q", game.Format(twin, m), listed, reason.Code())
	}
	before := take(twin)
	err := twin.Play(m)
	if listed {
		if err != nil {
			s.t.Errorf("move %s is listed as legal: %v", game.Format(twin, m), err)
			return
		}
		twin.Undo()
		before.same(s.t, twin, "after trying a legal move")
		if back, err := game.ParseMove(twin, game.Format(twin, m)); err != nil || back != m {
			s.t.Errorf("move %d reads back from %q as %d, %v", m, game.Format(twin, m), back, err)
		}
		return
	}
	var illegal *game.IllegalMove
	if !errors.As(err, &illegal) || illegal.Reason != reason || illegal.Move != m {
		s.t.Errorf("move %d is illegal (%s), Play returns %v", m, reason.Code(), err)
	}
	before.same(s.t, twin, "after trying an illegal move")
}

// checkFresh plays the game again from the start and compares.
func (s *suite) checkFresh() {
	fresh := s.fresh()
	for i, m := range s.pos.Moves() {
		if err := fresh.Play(m); err != nil {
			s.t.Fatalf("move %d played afresh: %v", i+1, err)
		}
	}
	take(s.pos).same(s.t, fresh, "played afresh")
}
