package threeply2022_test

import (
	"context"
	"fmt"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/baseline/threeply2022"
	"moyo/game"
	"moyo/game/rules/gomoku"
)

// The engine begins in the middle.
func Example() {
	rules, _ := gomoku.Parse("gomoku:rule=freestyle")
	pos, _ := rules.New(board.Grid(15, 15))
	e := threeply2022.New()
	defer e.Close()
	info, _ := e.Search(context.Background(), pos, engine.Limits{}, nil)
	fmt.Println(game.Format(pos, info.Move))
	// Output: H8
}
