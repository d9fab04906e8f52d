// Package boardtest is the test suite for every board.
package boardtest

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"moyo/board"
)

// Run checks everything that package board promises about b, a generated board or one made from a
// valid file.
func Run(t *testing.T, b *board.Board) {
	t.Helper()
	Custom(t, b)
	places(t, b)
}

// Custom checks the properties of boards from any file, whose points may coincide.
func Custom(t *testing.T, b *board.Board) {
	t.Helper()
	if b.Len() < 1 || b.Len() > board.MaxPoints {
		t.Fatalf("%s: %d points", b.Spec(), b.Len())
	}
	if b.Spec() == "" || b.Title() == "" {
		t.Errorf("spec %q or title %q is empty", b.Spec(), b.Title())
	}
	neighbors(t, b)
	names(t, b)
	coords(t, b)
	faces(t, b)
	if b.Lines() != nil {
		lines(t, b)
	}
}

func neighbors(t *testing.T, b *board.Board) {
	t.Helper()
	start, adj := b.Rows()
	if len(start) != b.Len()+1 || int(start[b.Len()]) != len(adj) || len(adj) != 2*b.EdgeCount() {
		t.Fatalf("rows: %d starts, %d entries for %d points and %d edges", len(start), len(adj), b.Len(), b.EdgeCount())
	}
	most := 0
	for p := range board.Point(b.Len()) {
		row := b.Neighbors(p)
		most = max(most, len(row))
		if len(row) != b.Degree(p) {
			t.Errorf("point %d: %d neighbours but degree %d", p, len(row), b.Degree(p))
		}
		for i, q := range row {
			if q < 0 || int(q) >= b.Len() || q == p || i > 0 && row[i-1] >= q {
				t.Fatalf("point %d: neighbours %v are not ascending points other than itself", p, row)
			}
			if !slices.Contains(b.Neighbors(q), p) {
				t.Errorf("point %d has neighbour %d but not the other way round", p, q)
			}
		}
	}
	if most != b.MaxDegree() {
		t.Errorf("MaxDegree is %d, want %d", b.MaxDegree(), most)
	}
	if edges := b.Edges(); len(edges) != b.EdgeCount() {
		t.Errorf("Edges has %d, EdgeCount returns %d", len(edges), b.EdgeCount())
	}
	for q, d := range b.Distances(0) {
		if d < 0 {
			t.Fatalf("point %d cannot be reached from point 0", q)
		}
	}
}

func names(t *testing.T, b *board.Board) {
	t.Helper()
	for p := range board.Point(b.Len()) {
		name := b.Name(p)
		if name == "" || len(name) > 16 {
			t.Fatalf("point %d: name %q", p, name)
		}
		if q, ok := b.Lookup(name); !ok || q != p {
			t.Fatalf("point %d is named %q, which is point %d, %v", p, name, q, ok)
		}
	}
	for _, word := range []string{"pass", "resign", ""} {
		if p, ok := b.Lookup(word); ok {
			t.Errorf("point %d is named %q", p, word)
		}
	}
}

func coords(t *testing.T, b *board.Board) {
	t.Helper()
	for p := range board.Point(b.Len()) {
		for _, x := range b.Coord(p) {
			if math.IsNaN(x) || math.Abs(x) > 1e6 {
				t.Fatalf("point %d lies at %v", p, b.Coord(p))
			}
		}
		if b.Flat() && b.Coord(p)[2] != 0 {
			t.Fatalf("point %d of a flat board lies at %v", p, b.Coord(p))
		}
	}
}

// places checks that no two points are in the same place.
func places(t *testing.T, b *board.Board) {
	t.Helper()
	order := make([]board.Point, b.Len())
	for p := range order {
		order[p] = board.Point(p)
	}
	slices.SortFunc(order, func(p, q board.Point) int { return cmp.Compare(b.Coord(p)[0], b.Coord(q)[0]) })
	const least = 1e-4
	for i, p := range order {
		for _, q := range order[i+1:] {
			v, w := b.Coord(p), b.Coord(q)
			if w[0]-v[0] > least {
				break
			}
			if math.Abs(v[1]-w[1]) < least && math.Abs(v[2]-w[2]) < least {
				t.Fatalf("points %d and %d lie in the same place %v", p, q, v)
			}
		}
	}
}

func faces(t *testing.T, b *board.Board) {
	t.Helper()
	for i, face := range b.Faces() {
		if len(face) < 3 {
			t.Fatalf("face %d has %d corners", i, len(face))
		}
		for j, p := range face {
			if p < 0 || int(p) >= b.Len() || slices.Contains(face[:j], p) {
				t.Fatalf("face %d: corners %v", i, face)
			}
		}
	}
}

func lines(t *testing.T, b *board.Board) {
	t.Helper()
	l := b.Lines()
	if l.Dirs < 2 || l.Dirs%2 != 0 {
		t.Fatalf("%d directions", l.Dirs)
	}
	for p := range board.Point(b.Len()) {
		for d := range l.Dirs {
			s := l.Next(p, d)
			kind := l.Axis(p, d)
			ends := s.To == board.None && l.Next(p, d^1).To == board.None
			if (kind == board.NoAxis) != ends {
				t.Fatalf("point %d direction %d: axis %d, but leads to %v and %v", p, d, kind, s, l.Next(p, d^1))
			}
			if s.To == board.None {
				continue
			}
			if s.To == p || s.To < 0 || int(s.To) >= b.Len() || s.Dir < 0 || int(s.Dir) >= l.Dirs {
				t.Fatalf("point %d direction %d leads to %v", p, d, s)
			}
			if back := l.Next(s.To, int(s.Dir)^1); back.To != p || int(back.Dir) != d^1 {
				t.Fatalf("point %d direction %d leads to %v, whose way back is %v", p, d, s, back)
			}
			if l.Axis(s.To, int(s.Dir)) != kind {
				t.Fatalf("point %d direction %d changes from axis %d to %d", p, d, kind, l.Axis(s.To, int(s.Dir)))
			}
			if kind == board.Orthogonal && !slices.Contains(b.Neighbors(p), s.To) {
				t.Fatalf("point %d direction %d: orthogonal step to %d, which is not a neighbour", p, d, s.To)
			}
		}
	}
}

// LineEnds counts the ends of the board's lines.
func LineEnds(b *board.Board) int {
	n := 0
	l := b.Lines()
	if l == nil {
		return 0
	}
	for p := range board.Point(b.Len()) {
		for d := range l.Dirs {
			if l.Axis(p, d) != board.NoAxis && l.Next(p, d).To == board.None {
				n++
			}
		}
	}
	return n
}
