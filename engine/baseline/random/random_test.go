package random_test

import (
	"context"
	"fmt"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/baseline/random"
	"moyo/engine/enginetest"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

func TestRandom(t *testing.T) {
	enginetest.Run(t, enginetest.Config{
		Rules: weiqi.Default(), Boards: enginetest.Boards(t, "grid:1", "path:2", "star:5", "grid:5", "torus:9x9", "grid:100"),
		New: func() engine.Engine { return random.New() }, Nodes: 1,
	})
}

func TestPassesToWin(t *testing.T) {
	pos, err := weiqi.Rules{Komi: 0.5}.New(board.Grid(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []game.Move{4, game.Pass} { // the centre, and White passes
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	info, err := random.New().Search(context.Background(), pos, engine.Limits{}, nil)
	if err != nil || info.Move != game.Pass {
		t.Errorf("move %v, %v: a pass wins", info.Move, err)
	}
}

func Example() {
	pos, _ := weiqi.Default().New(board.Grid(9, 9))
	info, _ := random.New().Search(context.Background(), pos, engine.Limits{Seed: 1}, nil)
	fmt.Println(pos.Check(info.Move))
	// Output: legal
}
