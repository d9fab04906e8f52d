package record

import (
	"testing"

	"moyo/game"
)

func TestWinner(t *testing.T) {
	for result, want := range map[string]struct {
		winner game.Color
		known  bool
	}{
		"B+R": {game.Black, true}, "W+3.5": {game.White, true}, "黑中盘胜": {game.Black, true}, "White wins by 2.5": {game.White, true},
		"0": {game.Empty, true}, "Jigo": {game.Empty, true}, "持碁": {game.Empty, true},
		"": {}, "?": {}, "Void": {}, "no idea": {},
	} {
		if winner, known := Winner(result); winner != want.winner || known != want.known {
			t.Errorf("%s: %v, %v, want %v, %v", result, winner, known, want.winner, want.known)
		}
	}
}
