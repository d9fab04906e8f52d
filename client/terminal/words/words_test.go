package words

import (
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
)

func TestWords(t *testing.T) {
	b := board.Grid(3, 3)
	for got, want := range map[string]string{
		Side(game.Black):                               "Black",
		Count(1, "stone"):                              "1 stone",
		Count(0, "stone"):                              "0 stones",
		Count(2, "liberty"):                            "2 liberties",
		Thousands(999):                                 "999",
		Thousands(1000):                                "1,000",
		Thousands(1234567):                             "1,234,567",
		ID("a\x1b[31mb"):                               "a?[31mb",
		ID(strings.Repeat("ä", 20)):                    strings.Repeat("ä", 20),
		ID(strings.Repeat("ö", 21)):                    strings.Repeat("ö", 20) + "...",
		File("a\x1b/b.sgf"):                            "a?/b.sgf",
		File(strings.Repeat("ö", 20)):                  strings.Repeat("ö", 20),
		File("x" + strings.Repeat("ö", 17) + "/1.sgf"): "..." + strings.Repeat("ö", 17) + "/1.sgf",
		File("ö" + strings.Repeat("x", 39)):            "..." + strings.Repeat("x", 39),
		strings.Join(Points(b, []game.Point{0, board.None}), " "):          "A3 -",
		strings.Join(Moves(b, []game.Move{game.Place(4), game.Pass}), " "): "B2 pass",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
