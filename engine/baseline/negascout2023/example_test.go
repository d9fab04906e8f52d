package negascout2023_test

import (
	"context"
	"fmt"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/baseline/negascout2023"
	"moyo/game"
	"moyo/game/rules/gomoku"
)

// The engine stops a row of three with both ends open.
func Example() {
	rules, _ := gomoku.Parse("gomoku:rule=freestyle")
	pos, _ := rules.New(board.Grid(15, 15))
	for _, name := range []string{"H8", "G7", "H9", "G10", "H10"} {
		m, _ := game.ParseMove(pos, name)
		_ = pos.Play(m)
	}
	e := negascout2023.New(negascout2023.Options{})
	defer e.Close()
	info, _ := e.Search(context.Background(), pos, engine.Limits{Depth: 4}, nil)
	fmt.Println(game.Format(pos, info.Move), "depth", info.Depth)
	// Output: H11 depth 4
}
