package board_test

import (
	"fmt"

	"moyo/board"
)

func Example() {
	torus, err := board.Parse("torus:9x9")
	if err != nil {
		fmt.Println(err)
		return
	}
	corner, _ := torus.Lookup("A1")
	for _, p := range torus.Neighbors(corner) {
		fmt.Print(torus.Name(p), " ")
	}
	fmt.Println("of", torus.Len())
	// Output: A9 A2 B1 J1 of 81
}
