package sgf_test

import (
	"fmt"

	"moyo/game/record/sgf"
)

func Example() {
	games, err := sgf.Parse("(;SZ[9]PB[Ann]AB[gc][cg];W[ee];B[gg](;W[cc])(;W[]))")
	if err != nil {
		fmt.Println(err)
		return
	}
	board := sgf.Grid(9, 9)
	fmt.Println(games[0].Root.SimpleText("PB"))
	for node := range games[0].MainLine() {
		setup, _, _ := node.Setup(board)
		moves, _ := node.Moves(board)
		fmt.Println(setup.Stones[sgf.Black], moves)
	}
	// Output:
	// Ann
	// [24 56] []
	// [] [{2 40}]
	// [] [{1 60}]
	// [] [{2 20}]
}
