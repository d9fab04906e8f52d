package pattern

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/internal/testenv"
)

// winsOn reports whether a stone of c on the empty point p makes a winning row on an axis, and over
// whether it makes too long a one, directly from [Line]. Lines must not return to their start.
func winsOn(b *Board, g *board.Board, p board.Point, axis, c int, l Line) (wins, over bool) {
	length, fences := 1, 0
	for _, d := range []int{2 * axis, 2*axis + 1} {
		at := g.Lines().Next(p, d)
		for ; at.To != board.None && b.At(at.To) == c; at = g.Lines().Next(at.To, int(at.Dir)) {
			length++
		}
		if at.To != board.None && b.At(at.To) == 3-c {
			fences++
		}
	}
	switch {
	case length > l.N:
		return !l.Exact && !l.Ban, l.Ban
	case length == l.N:
		return !l.Fence || fences < 2, false
	}
	return false, false
}

// TestFives compares the points where a side wins immediately, and the rows that are too long, with
// the rows themselves.
func TestFives(t *testing.T) {
	testenv.SkipUnderRace(t)
	rules := map[string]func(int) (Line, Line){
		"freestyle": Freestyle, "standard": Standard, "renju": Renju, "caro8": Caro8, "caro9": Caro9,
	}
	for rule, lines := range rules {
		for _, c := range []struct {
			spec string
			n    int
		}{{"grid:9", 5}, {"grid:7", 4}, {"hex:4", 4}, {"box:5x5x5", 4}} {
			t.Run(fmt.Sprint(rule, " ", c.n, " ", c.spec), func(t *testing.T) {
				b := mustBoard(t, c.spec, rule, c.n)
				g, err := board.Parse(c.spec)
				if err != nil {
					t.Fatal(err)
				}
				black, white := lines(c.n)
				r := rand.New(rand.NewPCG(5, 6))
				wins := 0
				for range 60 {
					for b.Stones() > 0 {
						b.Undo()
					}
					for b.Stones() < b.Len()*2/3 {
						if p := board.Point(r.IntN(b.Len())); b.At(p) == 0 {
							b.Place(p, 1+min(r.IntN(3), 1)) // White's rows are long
						}
					}
					for p := range board.Point(b.Len()) {
						if b.At(p) == 0 {
							wins += checkFive(t, b, g, p, Black, black) + checkFive(t, b, g, p, White, white)
						}
					}
				}
				if wins < 30 {
					t.Errorf("only %d winning points were found", wins)
				}
			})
		}
	}
}

// checkFive returns 1 if c wins immediately on the empty point p.
func checkFive(t *testing.T, b *Board, g *board.Board, p board.Point, c int, l Line) int {
	t.Helper()
	any := 0
	for a := range b.Axes() {
		wins, over := winsOn(b, g, p, a, c, l)
		if kind := b.Kind(p, a, c); (kind == Five) != wins || (kind == Over) != over {
			t.Fatalf("point %d, axis %d, colour %d: kind %d, want a win %v, too long %v", p, a, c, kind, wins, over)
		}
		if wins {
			any = 1
		}
	}
	if (b.Class(p, c) == Win) != (any == 1) {
		t.Fatalf("point %d, colour %d: class %d", p, c, b.Class(p, c))
	}
	return any
}

// TestInSight: a point sees exactly the points in its windows.
func TestInSight(t *testing.T) {
	for _, spec := range []string{"grid:9", "torus:9x9", "hex:4", "box:4x4x4"} {
		b := mustBoard(t, spec, "standard", 4)
		for p := range board.Point(b.Len()) {
			seen := map[board.Point]bool{}
			for a := range b.Axes() {
				for _, q := range b.Window(p, a) {
					seen[q] = true
				}
			}
			for q := range board.Point(b.Len()) {
				if got := b.InSight(p, q); got != seen[q] {
					t.Fatalf("%s: %d from %d: %v, want %v", spec, q, p, got, seen[q])
				}
			}
		}
	}
}
