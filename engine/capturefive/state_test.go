package capturefive

import (
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/game"
	rules "moyo/game/rules/capturefive"
	"moyo/internal/testenv"
)

// TestAnswers compares the answers to threats with a trial of every move, in
// random games that mostly pass over wins so that boards fill.
func TestAnswers(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ params, spec string }{
		{"n=3", "grid:4"}, {"n=4", "grid:5"}, {"n=4,lines=all", "grid:5"}, {"n=4", "cube:3"}, {"n=4", "torus:5x5"},
	} {
		for range 150 {
			pos := position(t, c.params, c.spec)
			s := stateOf(t, pos)
			for !pos.Outcome().Over && len(pos.Moves()) < 120 {
				if me := pos.ToPlay(); s.canFinish(me.Other()) {
					got := slices.Sorted(slices.Values(s.answers()))
					if want := allAnswers(s); !slices.Equal(got, want) {
						t.Fatalf("%s %s after %v: answers %v, want %v", c.params, c.spec, pos.Moves(), got, want)
					}
				}
				m := dull(t, pos, r)
				if err := pos.Play(m); err != nil {
					t.Fatal(err)
				}
				s.Play(int32(m))
			}
		}
	}
}

// allAnswers returns the moves after which the opponent cannot win immediately.
func allAnswers(s *state) (list []uint16) {
	foe := s.b.ToPlay().Other()
	for p := range uint16(s.b.Len()) {
		if s.b.Legal(p) {
			s.b.Play(p)
			if !s.canFinish(foe) {
				list = append(list, p)
			}
			s.b.Undo()
		}
	}
	return list
}

// dull returns a random move that does not end the game, if it finds one in time.
func dull(t *testing.T, pos *rules.Position, r *rand.Rand) game.Move {
	t.Helper()
	moves := pos.LegalMoves(nil)
	for range 6 {
		m := moves[r.IntN(len(moves))]
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		over := pos.Outcome().Over
		pos.Undo()
		if !over {
			return m
		}
	}
	return moves[r.IntN(len(moves))]
}

// TestPassSaves: a side that cannot stop a row but may end the game with a
// second pass is not lost, and passes.
func TestPassSaves(t *testing.T) {
	pos := position(t, "n=3,pass=yes", "grid:4x3", "C3", "C1", "B1", "pass", "B3", "B2", "pass")
	info := best(t, pos, 3000)
	if info.Mate != 0 || info.Solved || info.Move != game.Pass {
		t.Errorf("%+v", info)
	}
}

// TestBlockedIsNoLoss: a side without a legal move has a draw, in spite of any threat.
func TestBlockedIsNoLoss(t *testing.T) {
	pos := set(t, "n=5", "grid:5", game.White, "..OOO", "O.OOO", "OO.OO", "OOO.O", "OOOO.")
	s := stateOf(t, pos)
	top, _ := pos.Board().Lookup("B5")
	s.b.Play(uint16(top))
	if score, ok := s.Decided(0); !s.b.Blocked() || !ok || score != 0 {
		t.Errorf("%d, %v; blocked %v", score, ok, s.b.Blocked())
	}
}
