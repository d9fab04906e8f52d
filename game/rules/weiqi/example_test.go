package weiqi_test

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// A stone in the corner of a small board is captured.
func Example() {
	rules, err := weiqi.Parse("weiqi:komi=0.5,ko=simple")
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := rules.New(board.Grid(3, 3))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"A1", "A2", "C3", "B1", "A1"} {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			fmt.Println(name, err)
		}
	}
	fmt.Print(game.Picture(pos))
	// Output:
	// A1 illegal move: that stone would have no liberties
	//   A B C
	// 3 . . X 3
	// 2 O . . 2
	// 1 . O . 1
	//   A B C
}
