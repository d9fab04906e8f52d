package weiqi

import (
	"sync/atomic"
	"testing"

	"moyo/board"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// TestHandedTurns searches the position on the board, also after a side has
// moved twice in a row or play was resumed.
func TestHandedTurns(t *testing.T) {
	testenv.SkipUnderRace(t)
	for seed := range uint64(30) {
		rng := rules.NewRand(seed)
		pos, err := rules.Rules{Suicide: seed%2 == 0}.Start(board.Grid(4, 3))
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			if pos.ToPlay() == game.Empty {
				pos.Resume()
			}
			if rng.Intn(3) == 0 {
				pos.SetToPlay(pos.ToPlay().Other())
			}
			same(t, pos)
			legal := pos.LegalMoves(nil)
			if err := pos.Play(legal[rng.Intn(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// same compares the root of a search with its position.
func same(t *testing.T, pos *rules.Position) {
	t.Helper()
	r, err := (&model{know: full, policy: heavy}).root(pos, new(atomic.Bool))
	if err != nil {
		t.Fatal(err)
	}
	if r.start.ToPlay() != pos.ToPlay() || r.newState(1).Terminal() {
		t.Fatalf("%s to play, want %s, in an unfinished game, after %v", r.start.ToPlay(), pos.ToPlay(), pos.Moves())
	}
	for p := range game.Point(pos.Board().Len()) {
		if got, want := r.start.At(p), pos.At(p); got != want {
			t.Fatalf("point %d is %s, want %s, after %v", p, got, want, pos.Moves())
		}
	}
}
