package weiqi_test

import (
	"testing"

	"moyo/board"
	"moyo/game/gametest"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// every returns each combination of ko rule, scoring and suicide.
func every() []weiqi.Rules {
	var all []weiqi.Rules
	for ko := weiqi.PositionalKo; ko <= weiqi.SimpleKo; ko++ {
		for _, suicide := range []bool{false, true} {
			all = append(all, weiqi.Rules{Komi: 0.5, Ko: ko, Suicide: suicide, Scoring: weiqi.Scoring(int(ko) % 2)})
		}
	}
	return all
}

func mustBoard(t testing.TB, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestGame(t *testing.T) {
	testenv.SkipUnderRace(t)
	boards := []*board.Board{
		board.Grid(1, 1), board.Grid(2, 1), board.Grid(2, 2), board.Grid(3, 3),
		board.Grid(5, 4), mustBoard(t, "torus:3x3"), mustBoard(t, "mobius:5x3"),
	}
	for _, rules := range every() {
		gametest.Run(t, rules, boards...)
	}
	gametest.Run(t, weiqi.Rules{Handicap: 4}, board.Grid(7, 7))
}
