package board

import (
	"slices"
	"testing"
)

// TestSymmetriesBounded: the search for symmetries of large and hard boards ends within its limit. A step exceeds it by at most
// the cost of one map of the whole board.
func TestSymmetriesBounded(t *testing.T) {
	for _, spec := range []string{"torus:100x100", "star:10000", "complete:346", "path:10000", "honeycomb:40"} {
		b, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		const limit = 4
		s := newSymmetrySearch(b, limit)
		granted := s.work
		s.search()
		if most := 2_000_000 + 20*limit*b.Len(); granted > most || granted-s.work > most+3*b.Len() {
			t.Errorf("%s: the work is %d of %d granted, want at most %d", spec, granted-s.work, granted, most)
		}
		short := newSymmetrySearch(b, 1<<20)
		short.work = 50 * b.Len()
		if short.search(); short.work < -3*b.Len() {
			t.Errorf("%s: a search of little work does %d more", spec, -short.work)
		}
		if len(s.found) == 0 || len(s.found) > limit || !slices.IsSorted(s.found[0]) {
			t.Errorf("%s: %d symmetries", spec, len(s.found))
		}
		for _, m := range s.found {
			if !isSymmetry(b, m) {
				t.Errorf("%s: %v... maps the board to another one", spec, m[:8])
			}
		}
	}
}

// isSymmetry reports whether m maps points to all points, and neighbours to neighbours.
func isSymmetry(b *Board, m []Point) bool {
	seen := make([]bool, b.Len())
	for p, q := range m {
		if seen[q] || b.Degree(Point(p)) != b.Degree(q) {
			return false
		}
		seen[q] = true
		for _, r := range b.Neighbors(Point(p)) {
			if _, ok := slices.BinarySearch(b.Neighbors(q), m[r]); !ok {
				return false
			}
		}
	}
	return true
}
