package boardtest

import (
	"slices"
	"strings"
	"testing"

	"moyo/board"
)

// Shape is a board with a spec and facts that were found without the code that makes it.
type Shape struct {
	Spec          string
	Canonical     string // "" for the same
	Points, Edges int    // as counted by hand or by formula
}

// Shapes contains at least one board of every kind in [board.Kinds], as [EveryKind] checks. For a
// new kind, add its smallest board, a usual one, and one in a form other than the canonical if
// possible.
var Shapes = []Shape{
	{"grid:1", "", 1, 0},
	{"grid:9", "", 81, 144},
	{"grid:13x9", "", 117, 12*9 + 13*8},
	{"grid:1x3", "", 3, 2},
	{"grid:5x5", "grid:5", 25, 40},
	{"grid:100", "", 10000, 2 * 100 * 99},
	{"torus:9x9", "", 81, 162},
	{"torus:9", "torus:9x9", 81, 162},
	{"torus:2x2", "", 4, 4},
	{"torus:2x3", "", 6, 9},
	{"torus:3x3", "", 9, 18},
	{"torus:4x4", "", 16, 32},
	{"torus:13x7", "", 91, 182},
	{"torus:100x100", "", 10000, 20000},
	{"cylinder:4x4", "", 16, 28},
	{"cylinder:9x7", "", 63, 9*7 + 9*6},
	{"cylinder:2x1", "", 2, 1},
	{"mobius:11x5", "", 55, 11*5 + 11*4},
	{"mobius:2x1", "", 2, 1},
	{"mobius:2x2", "", 4, 6}, // K4
	{"mobius:8x4", "", 32, 8*4 + 8*3},
	{"klein:9x7", "", 63, 126},
	{"klein:2x2", "", 4, 6},
	{"klein:8x8", "", 64, 128},
	{"projective:9x9", "", 81, 160}, // two pairs of corners meet twice
	{"projective:5x4", "", 20, 38},
	{"hex:1", "", 1, 0},
	{"hex:2", "", 7, 12},
	{"hex:6", "", 91, 240},
	{"honeycomb:1", "", 6, 6},
	{"honeycomb:5", "", 150, 210},
	{"circle:4x16", "", 64, 4*16 + 3*16},
	{"circle:3x32", "", 96, 160}, // as 3DGo's circle.obj
	{"sphere:12x8", "", 96, 12*8 + 12*7},
	{"geodesic:1", "", 12, 30},
	{"geodesic:3", "", 92, 270},
	{"geodesic:31", "", 9612, 28830},
	{"cube:2", "", 8, 12},
	{"cube:5", "", 98, 192},
	{"cube:3", "", 26, 48},
	{"cube:41", "", 9602, 19200},
	{"box:3x3x3", "", 27, 54},
	{"box:3", "box:3x3x3", 27, 54},
	{"box:2x2x3", "", 12, 20},
	{"box:5x4x1", "", 20, 31},
	{"cycle:5", "", 5, 5},
	{"path:7", "", 7, 6},
	{"star:1", "", 1, 0},
	{"star:5", "", 5, 4},
	{"wheel:4", "", 4, 6}, // K4
	{"wheel:8", "", 8, 14},
	{"complete:1", "", 1, 0},
	{"complete:4", "", 4, 6},
	{"complete:12", "", 12, 66},
	{"lattice:9x9", "", 81, 144},
	{"lattice:9x9-D4", "", 80, 140},
	{"lattice:5x5-c3-d3", "lattice:5x5-C3..D3", 23, 33},
	{"lattice:9x9-E5..D4-F6", "lattice:9x9-F6-D5..E4", 76, 128},
	{"sphere:32x7", "", 224, 416}, // as 3DGo's sphere_cut.obj
}

// EveryKind checks that Shapes has a board of every kind of spec.
func EveryKind(t *testing.T) {
	t.Helper()
	for _, k := range board.Kinds() {
		kind, _, _ := strings.Cut(k.Usage, ":")
		if !slices.ContainsFunc(Shapes, func(s Shape) bool { return strings.HasPrefix(s.Spec, kind+":") }) {
			t.Errorf("no board of the kind %s is tested: add a row for it to Shapes in "+
				"board/boardtest/shapes.go, with its points and edges counted by hand", k.Usage)
		}
	}
}
