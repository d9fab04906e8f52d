package capturefive_test

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/capturefive"
)

// White captures a stone of Black's row, which can no longer win.
func Example() {
	rules, err := capturefive.Parse("capturefive:n=4,ko=simple")
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := rules.New(board.Grid(5, 5))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"A3", "A4", "E5", "A2", "E1", "B3"} {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			fmt.Println(name, err)
		}
	}
	fmt.Print(game.Picture(pos))
	fmt.Println("White has taken", pos.(game.Capturer).Captures(game.White), "and has a row of", pos.(game.Rower).Longest(game.White))
	// Output:
	//   A B C D E
	// 5 . . . . X 5
	// 4 O . . . . 4
	// 3 . O . . . 3
	// 2 O . . . . 2
	// 1 . . . . X 1
	//   A B C D E
	// White has taken 1 and has a row of 1
}
