package analysis

import (
	"testing"

	"moyo/game"
)

// TestWinnerOf reads the winner of an imported game.
func TestWinnerOf(t *testing.T) {
	for req, want := range map[[2]string]game.Color{
		{"black", ""}: game.Black, {"white", "B+R"}: game.White, {"", "白中盘胜"}: game.White, {"", "黒四目半勝ち"}: game.Black, {"", "持碁"}: game.Empty,
		{"", ""}: game.Empty, {"nobody", "W+R"}: game.White,
	} {
		if got := winnerOf(CoachRequest{Winner: req[0], Result: req[1]}); got != want {
			t.Errorf("%q: %v, want %v", req, got, want)
		}
	}
}
