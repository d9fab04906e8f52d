package chain_test

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/chain"
)

// On a path of five points the stone on 0 has its only liberty on 1.
func Example() {
	b, err := board.Parse("path:5")
	if err != nil {
		fmt.Println(err)
		return
	}
	var s chain.Stones
	s.Init(chain.NewTopology(b))
	s.Place(0, game.Black)
	last, atari := s.InAtari(s.Root(0))
	fmt.Println("in atari:", atari, "at", last)
	fmt.Println("taken:", s.Place(1, game.White))
	fmt.Println("black at 0 again is suicide:", s.Suicide(0, game.Black))
	// Output:
	// in atari: true at 1
	// taken: 1
	// black at 0 again is suicide: true
}
