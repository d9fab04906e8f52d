package board_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardtest"
)

// Points and edges as counted by hand or by formula, apart from the code that
// makes the boards.
var generated = []struct {
	spec          string
	canonical     string // "" for the same
	points, edges int
}{
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
	{"complete:1", "", 1, 0},
	{"complete:4", "", 4, 6},
	{"complete:12", "", 12, 66},
	{"lattice:9x9", "", 81, 144},
	{"lattice:9x9-D4", "", 80, 140},
	{"lattice:5x5-c3-d3", "lattice:5x5-C3..D3", 23, 33},
	{"lattice:9x9-E5..D4-F6", "lattice:9x9-F6-D5..E4", 76, 128},
	{"sphere:32x7", "", 224, 416}, // as 3DGo's sphere_cut.obj
}

func TestGenerated(t *testing.T) {
	for _, c := range generated {
		t.Run(c.spec, func(t *testing.T) {
			b, err := board.Parse(c.spec)
			if err != nil {
				t.Fatal(err)
			}
			if b.Len() != c.points || b.EdgeCount() != c.edges {
				t.Errorf("%d points and %d edges, want %d and %d", b.Len(), b.EdgeCount(), c.points, c.edges)
			}
			want := c.canonical
			if want == "" {
				want = c.spec
			}
			if b.Spec() != want {
				t.Errorf("canonical spec is %q, want %q", b.Spec(), want)
			}
			again, err := board.Parse(b.Spec())
			if err != nil || again.Spec() != b.Spec() || again.Len() != b.Len() {
				t.Errorf("canonical spec does not parse to the same board: %v", err)
			}
			boardtest.Run(t, b)
		})
	}
}

func TestParseErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"":                           `unknown kind ""`,
		"toros:9x9":                  "the nearest is torus:WxH",
		"Grid:9":                     "the nearest is grid:N",
		"hexagon:4":                  "the nearest is hex:N",
		"grid":                       `"" is not a size`,
		"grid:0":                     "size 0 is out of range 1 to 10000",
		"grid:-3":                    `"-3" is not a size`,
		"grid:9x9x9":                 "3 sizes",
		"grid:9x":                    `"" is not a size`,
		"grid:101x100":               "10100 points are more than 10000",
		"grid:99999999999999999999":  "is not a size",
		"grid:10000x10000":           "points are more than 10000",
		"torus:1x9":                  "size 1 is out of range 2 to 10000",
		"hex:10000":                  "points are more than 10000",
		"circle:4x2":                 "size 2 is out of range 3",
		"complete:400":               "79800 edges are more than 60000",
		"cycle:2":                    "size 2 is out of range 3",
		"cube:1":                     "size 1 is out of range 2",
		"geodesic:32":                "10242 points are more than 10000",
		"box:3x3":                    "2 sizes",
		"lattice:9x9-I4":             `hole "I4" is not on a board of 9 columns and 9 rows`,
		"lattice:9x9-K4":             `hole "K4" is not on a board`,
		"lattice:9x9-A0":             `hole "A0" is not on a board`,
		"lattice:9x9-":               `hole "" is not on a board`,
		"lattice:3x3-A2..C2":         "the holes cut the board into 2 parts",
		"lattice:3x3-A1..C3":         "no point is left",
		"latice:3x3":                 "the nearest is lattice:WxH-HOLE",
		"sphere:2x4":                 "size 2 is out of range 3",
		strings.Repeat("x", 100_000): "longer than 4096 bytes",
	} {
		b, err := board.Parse(spec)
		var bad *board.SpecError
		if !errors.As(err, &bad) {
			t.Errorf("%.40q: board %v, error %v", spec, b, err)
			continue
		}
		if !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%.40q: error %q, want one with %q", spec, err, want)
		}
	}
	for _, spec := range []string{"file:x.obj", "id:abc"} {
		if _, err := board.Parse(spec); !errors.Is(err, board.ErrStored) {
			t.Errorf("%q: error %v, want ErrStored", spec, err)
		}
	}
}

func BenchmarkParse10000(b *testing.B) {
	for _, spec := range []string{"grid:100", "torus:100x100", "projective:100x100", "hex:58", "honeycomb:40", "geodesic:31", "cube:41", "box:21x21x21", "complete:346", "sphere:100x100"} {
		b.Run(spec, func(b *testing.B) {
			for b.Loop() {
				if _, err := board.Parse(spec); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestKinds: every form that the list shows parses once its letters are numbers.
func TestKinds(t *testing.T) {
	letters := regexp.MustCompile("[A-Z]+")
	for _, k := range board.Kinds() {
		if k.Text == "" {
			t.Errorf("%s is not explained", k.Usage)
		}
		for _, form := range strings.Split(strings.ReplaceAll(k.Usage, "-HOLES", "-B2"), " or ") {
			spec := letters.ReplaceAllString(strings.TrimSuffix(form, "-B2"), "4") + form[len(strings.TrimSuffix(form, "-B2")):]
			if _, err := board.Parse(spec); err != nil {
				t.Errorf("%s: %v", k.Usage, err)
			}
		}
	}
}

// TestManySizes looks for sizes at which points would lie upon each other or
// lines would break.
func TestManySizes(t *testing.T) {
	for _, kind := range []string{"torus", "mobius", "klein", "projective"} {
		for w := 2; w <= 20; w++ {
			for h := 2; h <= 20; h++ {
				b, err := board.Parse(fmt.Sprintf("%s:%dx%d", kind, w, h))
				if err != nil {
					t.Fatal(err)
				}
				boardtest.Run(t, b)
				if t.Failed() {
					t.Fatalf("%s:%dx%d", kind, w, h)
				}
			}
		}
	}
}
