package record

import (
	"moyo/game"
	"moyo/game/record/headtext"
)

// Winner returns the winner that the result of a record states, in the form of SGF or in words. It is Empty for a draw and if
// known is false.
func Winner(result string) (winner game.Color, known bool) {
	switch r := headtext.ReadResult(result); r.Winner {
	case headtext.Black:
		return game.Black, true
	case headtext.White:
		return game.White, true
	case headtext.Neither:
		return game.Empty, r.Reason == headtext.Count
	}
	return game.Empty, false
}
