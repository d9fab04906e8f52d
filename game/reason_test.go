package game_test

import (
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku"
)

// TestReasonsHaveWords: every reason has its own code, and sentences.
func TestReasonsHaveWords(t *testing.T) {
	codes := map[string]bool{}
	for _, r := range append(game.Reasons(), game.Legal) {
		clause, sentence := r.String(), r.Sentence()
		if r.Code() == "" || codes[r.Code()] {
			t.Errorf("reason %d: code %q is empty or used twice", r, r.Code())
		}
		codes[r.Code()] = true
		if clause == "" || strings.HasSuffix(clause, ".") || !strings.HasSuffix(sentence, ".") ||
			!strings.EqualFold(sentence[:len(clause)], clause) {
			t.Errorf("reason %s: clause %q, sentence %q", r.Code(), clause, sentence)
		}
	}
}

// TestWhyNot distinguishes what the opening forbids from what the rules forbid.
func TestWhyNot(t *testing.T) {
	for id, want := range map[string]game.Reason{"opening=rif": game.OutOfOpening, "opening=none": game.Legal} {
		r, err := gomoku.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := r.New(board.Grid(9, 9))
		if err != nil {
			t.Fatal(err)
		}
		if got := game.WhyNot(pos, 0); got != want {
			t.Errorf("%s: a first stone in the corner is %s, want %s", id, got.Code(), want.Code())
		}
		if got := game.WhyNot(pos, game.Pass); (got == game.OutOfOpening) != (want == game.OutOfOpening) || got == game.Legal {
			t.Errorf("%s: a pass is %s", id, got.Code())
		}
		if got := game.WhyNot(pos, 81); got != game.OffBoard {
			t.Errorf("%s: a stone off the board is %s", id, got.Code())
		}
	}
}
