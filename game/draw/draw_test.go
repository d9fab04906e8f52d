package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
	"moyo/internal/testenv"
)

func parse(t testing.TB, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// scatter puts stones on about half of the points.
func scatter(b *board.Board) []game.Color {
	r := rand.New(rand.NewPCG(1, 2))
	stones := make([]game.Color, b.Len())
	for p := range stones {
		if r.IntN(2) == 0 {
			stones[p] = game.Black + game.Color(r.IntN(2))
		}
	}
	return stones
}

var specs = []string{
	"grid:9", "grid:19", "grid:1", "grid:13x5", "hex:6", "circle:4x16", "honeycomb:5", "lattice:9x9-D4..F6", "star:6",
	"torus:9x9", "cylinder:12x7", "mobius:15x5", "klein:16x9", "projective:9x9", "sphere:12x8", "geodesic:3",
	"cube:5", "box:4x4x4", "complete:7",
}

// elements counts the elements of an SVG document by name, and fails if it is not well formed.
func elements(t *testing.T, svg string) map[string]int {
	t.Helper()
	count := make(map[string]int)
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			count[start.Name.Local]++
		}
	}
}

// TestShapes draws every kind of board in both formats. If MOYO_PICTURES names a folder, it stores
// the pictures in it.
func TestShapes(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			b := parse(t, spec)
			stones := scatter(b)
			o := Options{Size: 400, Stones: stones, Coordinates: true, Marks: []Mark{{Point: 0, Kind: Last}}}
			picture, err := New(b, o)
			if err != nil {
				t.Fatal(err)
			}
			n := elements(t, picture.SVG())
			if n["svg"] != 1 || n["title"] != 1 {
				t.Errorf("%v in the SVG", n)
			}
			if bare, err := New(b, Options{}); err != nil {
				t.Error(err)
			} else if n := elements(t, bare.SVG()); n["line"] != b.EdgeCount() {
				t.Errorf("%v in the SVG of the empty board, want %d lines", n, b.EdgeCount())
			}
			var file bytes.Buffer
			if err := picture.PNG(&file); err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(file.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			size := img.Bounds().Size()
			if max(size.X, size.Y) < 400 || max(size.X, size.Y) > 401 || size.X != picture.Width || size.Y != picture.Height {
				t.Errorf("picture of %v, want 400 pixels", size)
			}
			if dir := os.Getenv("MOYO_PICTURES"); dir != "" {
				name := strings.NewReplacer(":", "-", ".", "_").Replace(spec) + ".png"
				if err := os.WriteFile(filepath.Join(dir, name), file.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// brightness is 0 to 255.
func brightness(c color.Color) int {
	r, g, b, _ := c.RGBA()
	return int(r+g+b) / 3 / 257
}

// TestPixels checks single pixels: stones in their places, background between.
func TestPixels(t *testing.T) {
	b := parse(t, "grid:9")
	stones := make([]game.Color, b.Len())
	e5, _ := b.Lookup("E5")
	d4, _ := b.Lookup("D4")
	c7, _ := b.Lookup("C7")
	stones[e5], stones[d4] = game.Black, game.White
	picture, err := New(b, Options{
		Size: 980, Stones: stones, Marks: []Mark{{Point: c7, Kind: Territory, Color: game.White}, {Point: e5, Kind: Label, Text: "1"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	img, err := picture.Image()
	if err != nil {
		t.Fatal(err)
	}
	step := 980 / 9.8 // eight edges and a border of 0.9 on either side
	at := func(x, y, dx, dy float64) color.Color {
		return img.At(int((0.9+x+dx)*step), int((0.9+y+dy)*step))
	}
	for _, c := range []struct {
		what           string
		x, y, dx, dy   float64
		darkest, light int
	}{
		{"black stone", 4, 4, 0.3, 0.3, 0, 90},
		{"edge of the black stone", 4, 4, 0, 0.47, 0, 90},
		{"label on it", 4, 4, 0.01, 0, 180, 255},
		{"white stone", 3, 5, 0, 0, 200, 255},
		{"ground", 6.5, 6.5, 0, 0, 190, 210},
		{"line", 6, 5, 0.5, 0, 30, 130},
		{"star point", 6, 6, 0.07, 0.03, 0, 80},
		{"white territory", 2, 2, 0.05, 0.05, 230, 255},
		{"corner of the picture", -0.85, -0.85, 0, 0, 190, 210},
	} {
		if got := brightness(at(c.x, c.y, c.dx, c.dy)); got < c.darkest || got > c.light {
			t.Errorf("%s: brightness %d, want %d to %d", c.what, got, c.darkest, c.light)
		}
	}
}

// TestDepth: near parts are drawn later, larger and darker than far ones.
func TestDepth(t *testing.T) {
	b := parse(t, "box:3x3x3")
	v := newView(b, &Options{Size: 400})
	near, far := 0, 0
	for p, c := range v.turned {
		if c[2] > v.turned[near][2] {
			near = p
		}
		if c[2] < v.turned[far][2] {
			far = p
		}
	}
	if v.magnification(v.turned[near]) < 1.1 || v.magnification(v.turned[far]) > 0.9 {
		t.Errorf("magnification %g and %g", v.magnification(v.turned[near]), v.magnification(v.turned[far]))
	}
	if v.dim(v.turned[near][2]) > 0.2 || v.dim(v.turned[far][2]) < 0.8 {
		t.Errorf("dim %g and %g", v.dim(v.turned[near][2]), v.dim(v.turned[far][2]))
	}
	picture := drawSolid(b, &Options{Size: 400, Stones: make([]game.Color, b.Len())})
	var dots []*ellipse
	for _, s := range picture.shapes {
		if s.ellipse != nil {
			dots = append(dots, s.ellipse)
		}
	}
	first, last := dots[0], dots[len(dots)-1]
	if brightness(first.fill) <= brightness(last.fill) || first.rx >= last.rx {
		t.Errorf("first dot %+v, last dot %+v", first, last)
	}
	for p := range v.turned {
		if s := v.at(v.turned[p]); s.x < 0 || s.y < 0 || s.x > 400 || s.y > 400 {
			t.Errorf("point %d is drawn outside, at %v", p, s)
		}
	}
}

// TestFacing turns every point of a ball towards the viewer.
func TestFacing(t *testing.T) {
	b := parse(t, "geodesic:3")
	for q := range board.Point(b.Len()) {
		o := Options{Size: 400}
		o.Yaw, o.Pitch = Facing(b, []board.Point{q})
		if v := newView(b, &o); v.turned[q][2] < 0.99*v.radius {
			t.Errorf("point %d at %v is seen at %v", q, b.Coord(q), v.turned[q])
		}
	}
	all := make([]board.Point, b.Len())
	for q := range all {
		all[q] = board.Point(q)
	}
	if yaw, pitch := Facing(b, all); yaw != 0 || pitch != 0 {
		t.Errorf("all points turn it by %g and %g", yaw, pitch)
	}
}

// TestNormals: on a sphere stones point away from the centre.
func TestNormals(t *testing.T) {
	b := parse(t, "geodesic:3")
	v := newView(b, &Options{Size: 400})
	for p, n := range v.normal {
		c := v.turned[p]
		if cosine := n.Dot(c) / c.Norm(); cosine < 0.97 && cosine > -0.97 {
			t.Errorf("point %d at %v has normal %v", p, c, n)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	b := parse(t, "grid:3")
	for want, o := range map[string]Options{
		"size 10 is out of range": {Size: 10},
		"size 100000 is out of":   {Size: 100_000},
		"2 stones for 9 points":   {Stones: make([]game.Color, 2)},
		"neither black nor white": {Stones: []game.Color{0, 1, 2, 3, 0, 0, 0, 0, 0}},
		"a mark on point 9 of 9":  {Marks: []Mark{{Point: 9}}},
		"a mark on point -1 of 9": {Marks: []Mark{{Point: board.None}}},
	} {
		if _, err := New(b, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// A user's title is text, not markup.
func TestTitleIsEscaped(t *testing.T) {
	d, err := boardfile.ReadJSON("x", strings.NewReader(`{"points":2,"edges":[[0,1]],"title":"<script>&\"'"}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Board("")
	if err != nil {
		t.Fatal(err)
	}
	picture, err := New(b, Options{Marks: []Mark{{Kind: Label, Text: "</text><script>"}}})
	if err != nil {
		t.Fatal(err)
	}
	if n := elements(t, picture.SVG()); n["script"] != 0 || n["text"] != 1 {
		t.Errorf("elements %v", n)
	}
}

func Example() {
	b, err := board.Parse("grid:9")
	if err != nil {
		fmt.Println(err)
		return
	}
	picture, err := New(b, Options{Size: 300})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(picture.Width, picture.Height, strings.Count(picture.SVG(), "<line"))
	// Output: 300 300 144
}

func BenchmarkPNG(b *testing.B) {
	for _, spec := range []string{"grid:19", "torus:13x13", "torus:100x100"} {
		board := parse(b, spec)
		b.Run(spec, func(b *testing.B) {
			for b.Loop() {
				picture, err := New(board, Options{Stones: scatter(board)})
				if err != nil {
					b.Fatal(err)
				}
				if err := picture.PNG(io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
