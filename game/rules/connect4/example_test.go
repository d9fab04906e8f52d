package connect4_test

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/connect4"
)

// A stone dropped into a column falls onto the stones in it.
func Example() {
	pos, err := connect4.Default().Start(board.Grid(7, 6))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, column := range []string{"D6", "D6", "E6", "C6", "F6", "C6", "G6"} {
		top, _ := pos.Board().Lookup(column)
		m := game.Place(pos.Landing(top))
		fmt.Println(game.Format(pos, m))
		if err := pos.Play(m); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Printf("%s by %s\n%s", pos.Outcome(), pos.Outcome().How, game.Picture(pos))
	// Output:
	// D1
	// D2
	// E1
	// C1
	// F1
	// C2
	// G1
	// B+ by four
	//   A B C D E F G
	// 6 . . . . . . . 6
	// 5 . . . . . . . 5
	// 4 . . . . . . . 4
	// 3 . . . . . . . 3
	// 2 . . O O . . . 2
	// 1 . . O X X X X 1
	//   A B C D E F G
}
