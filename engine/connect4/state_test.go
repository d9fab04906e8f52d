package connect4

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/game"
	rules "moyo/game/rules/connect4"
)

// outcome is the value of a position for the side to move, by the rules alone.
func outcome(p game.Position) int {
	if out := p.Outcome(); out.Over {
		if out.Winner == game.Empty {
			return 0
		}
		return -1
	}
	best := -1
	for _, m := range p.LegalMoves(nil) {
		if p.Play(m) != nil {
			panic("an illegal move")
		}
		best = max(best, -outcome(p))
		p.Undo()
	}
	return best
}

// TestDecided compares the positions that need no search with their values by
// the rules, near the end of random games.
func TestDecided(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	decided := 0
	for range 300 {
		pos, err := rules.Default().Start(board.Grid(4, 4))
		if err != nil {
			t.Fatal(err)
		}
		for !pos.Outcome().Over {
			if s := newState(newField(4, 4, 4), pos); s.left <= 6 {
				if score, ok := s.Decided(0); ok {
					decided++
					if want := outcome(pos); score != alphabeta.Draw && score > 0 != (want > 0) || score == alphabeta.Draw && want != 0 {
						t.Fatalf("after %v: %d, want the sign %d", pos.Moves(), score, want)
					}
				}
			}
			moves := pos.LegalMoves(nil)
			if err := pos.Play(moves[r.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if decided < 200 {
		t.Errorf("%d positions decided", decided)
	}
}

func TestBounded(t *testing.T) {
	for stones, want := range []engine.Limits{{Time: firstTime}, {Time: firstTime}, {}} {
		if got := bounded(engine.Limits{}, stones); got.Time != want.Time {
			t.Errorf("after %d stones %v, want %v", stones, got.Time, want.Time)
		}
	}
	if got := bounded(engine.Limits{Nodes: 5}, 0); got.Time != 0 {
		t.Errorf("5 nodes take %v", got.Time)
	}
	if Kind.Search.NullMove {
		t.Error("turns are given away in a game in which a side would rather not move")
	}
}
