package board_test

import (
	"fmt"
	"strings"

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

func ExampleReadDraft() {
	const mesh = "v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\n"
	draft, err := board.ReadDraft("bend.obj", strings.NewReader(mesh))
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := draft.Board("")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Title(), b.Len(), b.EdgeCount())
	// Output: bend 3 2
}
