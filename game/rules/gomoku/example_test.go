package gomoku_test

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku"
)

// Two players agree on colours by swap2.
func Example() {
	rules, err := gomoku.New(gomoku.Options{N: 5, Opening: gomoku.Swap2})
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := rules.Start(board.Grid(15, 15))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"H8", "J9", "K7", "two-more", "H9", "G10", "white"} {
		m, err := game.ParseMove(pos, name)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(pos.Player(), "plays", name)
		if err := pos.Play(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Printf("The player %s has the black stones, %s is to move.\n", pos.Holder(game.Black), pos.ToPlay())
	// Output:
	// black plays H8
	// black plays J9
	// black plays K7
	// white plays two-more
	// white plays H9
	// white plays G10
	// black plays white
	// The player white has the black stones, white is to move.
}
