package board_test

import (
	"testing"

	"moyo/board"
)

// TestLetters names the points of grids with I, and finds them by these names.
func TestLetters(t *testing.T) {
	for x, want := range map[int]string{0: "A", 7: "H", 8: "I", 14: "O", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 98: "CU"} {
		if got := board.AllLetters.Column(x); got != want {
			t.Errorf("column %d is %s, want %s", x, got, want)
		}
	}
	for _, width := range []int{15, 19, 26, 27, 99} {
		b := board.Grid(width, 3)
		for p := range board.Point(b.Len()) {
			for _, l := range []board.Letters{board.AllLetters, board.GoLetters} {
				name := l.Name(b, p)
				if got, ok := l.Lookup(b, " "+name); !ok || got != p {
					t.Fatalf("%q: %d columns: %s is %d, want %d", l, width, name, got, p)
				}
			}
		}
	}
	b := board.Grid(15, 15)
	j8, _ := b.Lookup("J8")
	if got := board.AllLetters.Name(b, j8); got != "I8" {
		t.Errorf("J8 is %s", got)
	}
	if got := board.GoLetters.Name(b, j8); got != "J8" {
		t.Errorf("J8 of Go is %s", got)
	}
	for _, none := range []string{"P1", "A16", "I", ""} {
		if p, ok := board.AllLetters.Lookup(b, none); ok {
			t.Errorf("%q is %d", none, p)
		}
	}
	torus, err := board.Parse("torus:15x15")
	if err != nil {
		t.Fatal(err)
	}
	if got := board.AllLetters.Name(torus, 8); got != torus.Name(8) {
		t.Errorf("a torus has %s, want %s", got, torus.Name(8))
	}
}
