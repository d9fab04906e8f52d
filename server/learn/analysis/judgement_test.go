package analysis

import (
	"testing"

	"moyo/game"
	"moyo/solve/life"
)

// TestVerdictOn judges moves by the results before and after.
func TestVerdictOn(t *testing.T) {
	ko := func(first game.Color, threats int) *life.Answer {
		return &life.Answer{Verdict: life.InKo, Ko: &life.Ko{TakesFirst: first, Threats: threats}}
	}
	win, lose, unknown := &life.Answer{Verdict: life.Win}, &life.Answer{Verdict: life.Lose}, &life.Answer{Verdict: life.Unknown}
	for i, c := range []struct {
		before, after *life.Answer // for Black, then for White
		want          string
	}{
		{win, lose, "correct"},
		{win, win, "wrong"},
		{win, ko(game.Black, 1), "wrong"},
		{win, unknown, "unknown"},
		{lose, win, "lost"},
		{unknown, win, "wrong"},
		{unknown, lose, "correct"},
		{nil, ko(game.Black, 1), "unknown"},
		{ko(game.Black, 1), ko(game.Black, 1), "correct"},
		{ko(game.Black, 1), ko(game.White, 1), "wrong"},
		{ko(game.White, 1), ko(game.White, 1), "correct"},
		{ko(game.White, 1), ko(game.White, 2), "wrong"},
		{ko(game.Black, 2), ko(game.Black, 1), "wrong"},
		{ko(game.Black, 1), win, "wrong"},
	} {
		if got := verdictOn(game.Black, c.before, c.after); got != c.want {
			t.Errorf("%d: %s, want %s", i, got, c.want)
		}
	}
}
