package weiqi_test

import (
	"context"
	"fmt"

	"moyo/board"
	"moyo/engine"
	engineweiqi "moyo/engine/weiqi"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// Black's corner is in atari and must be saved by taking two stones.
func Example() {
	pos, err := weiqi.Rules{Komi: 0.5}.Start(board.Grid(5, 5))
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"A4", "C4", "B5", "A3", "B4", "B3", "A2", "C5", "B2", "D2"} {
		m, err := game.ParseMove(pos, name)
		if err != nil {
			panic(err)
		}
		if err := pos.Play(m); err != nil {
			panic(err)
		}
	}
	e := engineweiqi.New(engineweiqi.Options{})
	defer e.Close()
	info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 1000, Seed: 1}, nil)
	fmt.Println(game.Format(pos, info.Move), err)
	// Output: C3 <nil>
}
