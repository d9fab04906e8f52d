package gomoku_test

import (
	"testing"

	"moyo/board"
	"moyo/game/gametest"
	"moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

// rules returns the rules of an id.
func rules(t testing.TB, id string) *gomoku.Rules {
	t.Helper()
	r, err := gomoku.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*gomoku.Rules)
}

// start returns the first position of a game.
func start(t testing.TB, id, spec string) *gomoku.Position {
	t.Helper()
	p, err := rules(t, id).Start(gametest.Board(t, spec))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestGame(t *testing.T) {
	testenv.SkipUnderRace(t)
	flat := []*board.Board{board.Grid(5, 5), board.Grid(7, 5)}
	turned := []*board.Board{gametest.Board(t, "torus:5x5"), gametest.Board(t, "mobius:6x5"), gametest.Board(t, "cube:3")}
	for _, rule := range []string{"freestyle", "standard", "caro8", "caro9"} {
		gametest.Run(t, rules(t, "rule="+rule), append(flat, turned...)...)
		gametest.Run(t, rules(t, "n=3,rule="+rule), board.Grid(3, 3), gametest.Board(t, "torus:3x3"),
			gametest.Board(t, "projective:4x4"), gametest.Board(t, "box:3x3x3"))
	}
	gametest.Run(t, rules(t, "rule=renju"), board.Grid(5, 5), turned[0], turned[2])
	gametest.Run(t, rules(t, "rule=renju,forbidden=loses"), turned[1], flat[1])
}
