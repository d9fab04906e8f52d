package board_test

import (
	"slices"
	"testing"

	"moyo/board"
)

func TestSymmetries(t *testing.T) {
	for spec, want := range map[string]int{
		"grid:1":         1,
		"grid:9":         8,
		"grid:9x7":       4,
		"grid:1x5":       2,
		"torus:9x9":      648, // 81 shifts, 8 turns
		"torus:4x4":      128, // as a graph without lines it is the hypercube, with 384
		"torus:5x7":      140,
		"cylinder:5x4":   20,
		"mobius:5x3":     20,
		"hex:3":          12,
		"honeycomb:2":    12,
		"circle:3x8":     32, // the rings may be exchanged
		"sphere:8x3":     32,
		"geodesic:2":     120,
		"cube:2":         48,
		"cube:4":         48,
		"box:3x3x3":      48,
		"box:2x3x4":      8,
		"cycle:5":        10,
		"path:4":         2,
		"complete:4":     24,
		"star:5":         24,
		"lattice:5x5-C3": 8,
		"lattice:5x5-B2": 2,
	} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		found := b.Symmetries(1000)
		if len(found) != want {
			t.Errorf("%s: %d symmetries, want %d", spec, len(found), want)
			continue
		}
		for i, m := range found {
			checkSymmetry(t, b, m)
			if (i == 0) != slices.IsSorted(m) {
				t.Errorf("%s: symmetry %d is %v", spec, i, m)
			}
		}
	}
}

// checkSymmetry checks a map by its definition, edge by edge.
func checkSymmetry(t *testing.T, b *board.Board, m []board.Point) {
	t.Helper()
	seen := make([]bool, b.Len())
	for p, q := range m {
		if seen[q] {
			t.Fatalf("%s: two points are mapped to %d", b.Spec(), q)
		}
		seen[q] = true
		for _, r := range b.Neighbors(board.Point(p)) {
			if _, ok := slices.BinarySearch(b.Neighbors(q), m[r]); !ok {
				t.Fatalf("%s: the edge %d-%d is mapped to %d-%d", b.Spec(), p, r, q, m[r])
			}
		}
	}
}
