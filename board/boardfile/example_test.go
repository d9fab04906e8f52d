package boardfile_test

import (
	"fmt"
	"strings"

	"moyo/board/boardfile"
)

func ExampleRead() {
	const mesh = "v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\n"
	draft, err := boardfile.Read("bend.obj", strings.NewReader(mesh))
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
