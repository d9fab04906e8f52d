package board_test

import (
	"testing"

	"moyo/board"
	"moyo/board/boardtest"
)

// follow goes the given number of steps from a named point in a direction.
func follow(b *board.Board, name string, d, steps int) string {
	p, _ := b.Lookup(name)
	for range steps {
		s := b.Lines().Next(p, d)
		if s.To == board.None {
			return "end"
		}
		p, d = s.To, int(s.Dir)
	}
	return b.Name(p)
}

// Directions on sheets: right, left, down, up, and the diagonals down-right,
// up-left, up-right, down-left.
func TestLines(t *testing.T) {
	const right, left, down, up, downRight, upLeft, upRight = 0, 1, 2, 3, 4, 5, 6
	for _, c := range []struct {
		spec, from string
		d, steps   int
		want       string
	}{
		{"grid:9", "A1", up, 8, "A9"},
		{"grid:9", "A1", up, 9, "end"},
		{"grid:9", "A1", upRight, 8, "J9"},
		{"grid:9", "A1", left, 1, "end"},
		{"torus:9x7", "A1", left, 1, "J1"},
		{"torus:9x7", "A1", down, 7, "A1"},
		{"torus:9x7", "A1", downRight, 7, "H1"},
		{"cylinder:9x7", "A1", left, 9, "A1"},
		{"cylinder:9x7", "A1", down, 1, "end"},
		{"mobius:9x5", "J2", right, 1, "A4"},  // over the seam, mirrored
		{"mobius:9x5", "J2", right, 10, "A2"}, // twice around
		{"mobius:9x5", "J2", upRight, 1, "A3"},
		{"mobius:9x5", "J2", upRight, 2, "B2"}, // what was up is down
		{"klein:9x7", "A1", down, 1, "A7"},
		{"klein:9x7", "A1", left, 1, "J7"},
		{"projective:9x7", "A2", left, 1, "J6"},
		{"projective:9x7", "B1", down, 1, "H7"},
		{"projective:9x7", "A1", 7, 1, "end"}, // around the corner
		{"projective:9x7", "A1", left, 1, "J7"},
		{"projective:9x7", "A1", down, 1, "J7"}, // the same neighbour
		{"circle:4x16", "A1", right, 16, "A1"},
		{"circle:4x16", "A1", up, 3, "A4"},
		{"sphere:12x8", "A8", up, 1, "end"},
		{"box:3x3x3", "A1.1", 0, 2, "C1.1"},
		{"lattice:9x9-E5", "E4", up, 1, "end"},
	} {
		b, err := board.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := follow(b, c.from, c.d, c.steps); got != c.want {
			t.Errorf("%s: %d steps from %s in direction %d lead to %s, want %s", c.spec, c.steps, c.from, c.d, got, c.want)
		}
	}
}

// TestLinesOverEdges: the ring around a cube crosses four edges and returns; corners end all lines;
// on a geodesic sphere only the twelve points with five neighbours do.
func TestLinesOverEdges(t *testing.T) {
	b, err := board.Parse("cube:4")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := b.Lookup("FB2")
	q, _ := b.Lookup("FC2")
	d := 0
	for b.Lines().Next(p, d).To != q {
		d++
	}
	if got := follow(b, "FB2", d, 12); got != "FB2" {
		t.Errorf("around the cube: %s", got)
	}
	if got := follow(b, "FB2", d, 3); got != "RB2" {
		t.Errorf("over the edge: %s", got)
	}
	if n := boardtest.LineEnds(b); n != 8*6 {
		t.Errorf("cube:4: %d line ends, want 6 at each corner", n)
	}
	b, err = board.Parse("geodesic:4")
	if err != nil {
		t.Fatal(err)
	}
	if n := boardtest.LineEnds(b); n != 12*5 {
		t.Errorf("geodesic:4: %d line ends, want 5 at each corner", n)
	}
}
