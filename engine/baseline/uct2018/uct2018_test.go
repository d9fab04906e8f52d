package uct2018_test

import (
	"context"
	"testing"

	"moyo/board"
	"moyo/contest/arena"
	"moyo/engine"
	"moyo/engine/baseline/random"
	"moyo/engine/baseline/uct2018"
	"moyo/engine/enginetest"
	"moyo/game"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

func TestUCT2018(t *testing.T) {
	testenv.SkipUnderRace(t)
	enginetest.Run(t, enginetest.Config{
		Rules: weiqi.Default(), Boards: enginetest.Boards(t, "grid:1", "path:2", "star:5", "grid:3", "torus:5x5", "grid:19"),
		New: func() engine.Engine { return uct2018.New() }, Nodes: 20,
	})
}

// TestCentreOf3x3 finds the one opening that a thousand playouts cannot miss.
func TestCentreOf3x3(t *testing.T) {
	pos, err := weiqi.Rules{Komi: 3.5}.New(board.Grid(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	info, err := uct2018.New().Search(context.Background(), pos, engine.Limits{Seed: 1}, nil)
	if err != nil || info.Move != game.Place(4) || info.Nodes != uct2018.Iterations {
		t.Errorf("move %v after %d iterations, %v; want the centre", info.Move, info.Nodes, err)
	}
}

func TestBeatsRandom(t *testing.T) {
	testenv.SkipUnderRace(t)
	results, err := arena.Play(t.Context(), arena.Config{
		Rules: weiqi.Rules{Komi: 0.5}, Board: board.Grid(5, 5), Format: arena.RoundRobin, Pairs: 5, Seed: 1,
		Players: []arena.Player{
			{Name: "uct", Control: arena.Control{Nodes: 60}, Open: func(context.Context) (engine.Engine, error) { return uct2018.New(), nil }},
			{Name: "random", Open: func(context.Context) (engine.Engine, error) { return random.New(), nil }},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(results.Summary())
	if tally := results.Between(0, 1); tally.Wins < 7 {
		t.Errorf("won %d of 10 games against random", tally.Wins)
	}
}
