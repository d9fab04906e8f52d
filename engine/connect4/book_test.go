package connect4

import (
	"testing"

	solve "moyo/solve/connect4"
)

// census counts the positions of a ply that the first player wins, draws, loses.
func census(t *testing.T, ply int) (won, drawn, lost int) {
	t.Helper()
	list, err := layer(7, 6, ply)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		score, ok := shippedBook().Score(&p)
		if !ok {
			t.Fatalf("ply %d is not in the book", ply)
		}
		count := 1
		if !symmetric(&p) {
			count = 2 // the mirror image, too
		}
		if ply%2 == 1 {
			score = -score
		}
		switch {
		case score > 0:
			won += count
		case score < 0:
			lost += count
		default:
			drawn += count
		}
	}
	return won, drawn, lost
}

// symmetric reports whether a position is its own mirror image: a stone dropped
// into either outer column has the same effect.
func symmetric(p *solve.Position) bool {
	for x := range p.Width() / 2 {
		a, b := *p, *p
		if (a.Drop(x) == nil) != (b.Drop(p.Width()-1-x) == nil) || a.Key() != b.Key() {
			return false
		}
	}
	return true
}

// TestShippedBook counts wins, draws and losses by ply; the numbers are J.
// Tromp's.
func TestShippedBook(t *testing.T) {
	want := [][3]int{{1, 0, 0}, {1, 2, 4}, {27, 12, 10}, {35, 58, 145}, {690, 200, 230}, {1080, 697, 2486}, {10889, 1943, 3590}}
	for ply := range shippedBook().plies + 1 {
		won, drawn, lost := census(t, ply)
		if got := [3]int{won, drawn, lost}; got != want[ply] {
			t.Errorf("ply %d: %v won, drawn, lost; want %v", ply, got, want[ply])
		}
	}
	for x, want := range []int{-2, -1, 0, 1, 0, -1, -2} {
		p, err := solve.Empty(7, 6)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Drop(x); err != nil {
			t.Fatal(err)
		}
		if score, ok := shippedBook().Score(&p); ok && -score != want {
			t.Errorf("column %d scores %d, want %d", x+1, -score, want)
		}
	}
}
