package catalog

import (
	"errors"
	"math/rand/v2"
	"testing"

	"moyo/game"
)

// TestIllegalMovesHaveReasons plays random games of every preset and tries every point
// and some other moves. Each refused move must have a reason in words, and all reasons of
// the rules must occur.
func TestIllegalMovesHaveReasons(t *testing.T) {
	met := map[game.Reason]bool{
		game.NotYourTurn: true, // given by matches and records, which know whose turn it is
	}
	try := func(rules, board string) {
		r, err := Rules(rules)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Board(board, nil)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := r.New(b)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 2026))
		for range 60 {
			meetReasons(t, pos, met)
			legal := pos.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			if n := len(legal) - 1; n > 0 && legal[n] == game.Pass {
				legal = legal[:n]
			}
			if err := pos.Play(legal[rng.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
		for pos.Check(game.Pass) == game.Legal && pos.Play(game.Pass) == nil {
		}
		meetReasons(t, pos, met)
	}
	for _, g := range Games() {
		for _, p := range g.Presets {
			try(p.Rules, p.Board)
		}
	}
	try("weiqi", "grid:3") // full enough for suicide and ko
	try("gomoku:opening=rif,rule=renju", "grid:7")
	try("gomoku:rule=renju", "grid:7")
	for _, r := range game.Reasons() {
		if !met[r] {
			t.Errorf("no move was illegal because %s", r)
		}
	}
}

// meetReasons tries moves in pos and records the reasons for refusal.
func meetReasons(t *testing.T, pos game.Position, met map[game.Reason]bool) {
	t.Helper()
	for m := game.FirstChoice; m <= game.Move(pos.Board().Len()); m++ {
		reason := game.WhyNot(pos, m)
		if reason == game.Legal {
			continue
		}
		met[reason], met[pos.Check(m)] = true, true
		if reason.Code() == "" || len(reason.Sentence()) < 10 {
			t.Fatalf("%s: %s is refused without a reason: %q", pos.Rules().ID(), game.Format(pos, m), reason.Sentence())
		}
		illegal, ok := errors.AsType[*game.IllegalMove](pos.Play(m))
		if !ok || illegal.Reason != pos.Check(m) {
			t.Fatalf("%s: %s is refused with %v", pos.Rules().ID(), game.Format(pos, m), illegal)
		}
	}
}
