package board_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardtest"
	"moyo/internal/testenv"
)

func TestEveryKind(t *testing.T) { boardtest.EveryKind(t) }

func TestGenerated(t *testing.T) {
	for _, c := range boardtest.Shapes {
		t.Run(c.Spec, func(t *testing.T) {
			b, err := board.Parse(c.Spec)
			if err != nil {
				t.Fatal(err)
			}
			if b.Len() != c.Points || b.EdgeCount() != c.Edges {
				t.Errorf("%d points and %d edges, want %d and %d", b.Len(), b.EdgeCount(), c.Points, c.Edges)
			}
			want := c.Canonical
			if want == "" {
				want = c.Spec
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
	for _, spec := range []string{
		"grid:100", "torus:100x100", "projective:100x100", "hex:58", "honeycomb:40",
		"geodesic:31", "cube:41", "box:21x21x21", "complete:346", "sphere:100x100",
	} {
		b.Run(spec, func(b *testing.B) {
			for b.Loop() {
				if _, err := board.Parse(spec); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestKinds: every listed form parses after its letters are replaced by numbers.
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

// TestManySizes looks for sizes at which points coincide or lines break.
func TestManySizes(t *testing.T) {
	testenv.SkipUnderRace(t)
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
