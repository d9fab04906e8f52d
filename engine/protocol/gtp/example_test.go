package gtp_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"moyo/board"
	"moyo/engine/baseline/random"
	"moyo/engine/protocol/gtp"
	"moyo/game/rules/weiqi"
)

func ExampleServe() {
	in := strings.NewReader("boardsize 3\nplay black B2\n7 all_legal white\nshowboard\nquit\n")
	err := gtp.Serve(context.Background(), in, os.Stdout, gtp.Config{
		Name: "moyo", Version: "1",
		Board: board.Parse, Rules: weiqi.Parse,
		StartBoard: "grid:9", StartRules: "weiqi:komi=0",
		Engine: random.New(),
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// =
	//
	// =
	//
	// =7 A3 B3 C3 A2 C2 A1 B1 C1
	//
	// =
	//     A B C
	//   3 . . . 3
	//   2 . X . 2
	//   1 . . . 1
	//     A B C
	// white to play; black has taken 0, white 0
	//
	// =
}
