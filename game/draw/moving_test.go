package draw

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"iter"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
)

// film is pictures of a 9x9 board with a title and different stones and marks.
func film(t *testing.T, frames ...Options) iter.Seq2[*Picture, time.Duration] {
	return func(yield func(*Picture, time.Duration) bool) {
		for _, o := range frames {
			o.Size = 300
			p, err := New(parse(t, "grid:9"), o)
			if err != nil {
				t.Fatal(err)
			}
			if p, err = Framed("A title", Captioned{Picture: p}); err != nil {
				t.Fatal(err)
			}
			if !yield(p, 1500*time.Millisecond) {
				return
			}
		}
	}
}

// lay returns the stones of a 9x9 board.
func lay(t *testing.T, black, white []string) []game.Color {
	b := parse(t, "grid:9")
	stones := make([]game.Color, b.Len())
	for _, q := range named(t, b, black...) {
		stones[q] = game.Black
	}
	for _, q := range named(t, b, white...) {
		stones[q] = game.White
	}
	return stones
}

// TestGIF: each picture after the first contains exactly what changed, and all together show the
// same as the pictures.
func TestGIF(t *testing.T) {
	e5, _ := parse(t, "grid:9").Lookup("E5")
	frames := []Options{
		{Stones: lay(t, []string{"E5"}, []string{"C3"})},
		{Stones: lay(t, []string{"E5"}, []string{"C3", "G7"})},
		{Stones: lay(t, []string{"E5"}, []string{"C3", "G7"})}, // nothing new
		{Stones: lay(t, []string{"E5", "A9", "J1"}, []string{"G7"}), Marks: []Mark{{Point: e5, Kind: Label, Text: "7"}}},
	}
	movie, err := GIF(film(t, frames...))
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := gif.EncodeAll(&file, movie); err != nil {
		t.Fatal(err)
	}
	if movie, err = gif.DecodeAll(&file); err != nil {
		t.Fatal(err)
	}
	if len(movie.Image) != 3 || movie.Delay[0] != 150 || movie.Delay[1] != 300 || movie.Delay[2] != 150 {
		t.Fatalf("%d pictures, shown for %v", len(movie.Image), movie.Delay)
	}
	step := 300 / 9.8
	wantOnly := []image.Rectangle{{}, cell(step, 6, 2)}
	if r := movie.Image[1].Rect; !r.In(wantOnly[1]) || r.Dx() < int(0.9*step) {
		t.Errorf("a stone on G7 changed %v, want it within %v", r, wantOnly[1])
	}
	shown := image.NewRGBA(movie.Image[0].Rect)
	k := 0
	for p := range film(t, frames[0], frames[1], frames[3]) {
		before := *shown
		before.Pix = bytes.Clone(shown.Pix)
		draw.Draw(shown, movie.Image[k].Rect, movie.Image[k], movie.Image[k].Rect.Min, draw.Over)
		want, err := p.Image()
		if err != nil {
			t.Fatal(err)
		}
		compareImages(t, k, shown, want)
		if k == 2 {
			for _, c := range []struct {
				x, y    int
				changed bool
			}{{0, 0, true}, {8, 8, true}, {2, 6, true}, {4, 4, true}, {6, 2, false}, {3, 3, false}, {5, 4, false}} {
				if got := differ(&before, shown, cell(step, c.x, c.y).Inset(4)); got != c.changed {
					t.Errorf("column %d, row %d: changed %v, want %v", c.x, c.y, got, c.changed)
				}
			}
		}
		k++
	}
}

// cell is the square of a point of the film.
func cell(step float64, x, y int) image.Rectangle {
	const title = 300*(2*frameGap) + frameLine*minText
	cx, cy := (float64(x)+0.9)*step, (float64(y)+0.9)*step+title
	r := 0.62 * step
	return image.Rect(int(cx-r), int(cy-r), int(cx+r)+1, int(cy+r)+1)
}

func differ(a, b *image.RGBA, in image.Rectangle) bool {
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				return true
			}
		}
	}
	return false
}

// compareImages fails if colours differ by more than the palette's error.
func compareImages(t *testing.T, k int, got, want *image.RGBA) {
	t.Helper()
	if got.Rect != want.Rect {
		t.Fatalf("picture %d: %v, want %v", k, got.Rect, want.Rect)
	}
	const tolerance = 26
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			a, b := got.RGBAAt(x, y), want.RGBAAt(x, y)
			if a.A != 255 || abs(int(a.R)-int(b.R)) > tolerance || abs(int(a.G)-int(b.G)) > tolerance || abs(int(a.B)-int(b.B)) > tolerance {
				t.Fatalf("picture %d: at %d, %d is %v, want %v", k, x, y, a, b)
			}
		}
	}
}

// TestPalette: a GIF has 256 colours.
func TestPalette(t *testing.T) {
	for _, l := range []*look{&wood, &printed} {
		if n := len(l.palette()); n > 256 {
			t.Errorf("%d colours", n)
		}
	}
}

func TestNoGIF(t *testing.T) {
	if _, err := GIF(film(t)); err == nil {
		t.Error("a GIF of no pictures")
	}
	small, large := &Picture{Width: 1, Height: 1, look: &wood}, &Picture{Width: 2, Height: 1, look: &wood}
	small.addRect(0, 0, 1, 1, wood.ground)
	if _, err := GIF(func(yield func(*Picture, time.Duration) bool) { _ = yield(small, 0) && yield(large, 0) }); err == nil {
		t.Error("a GIF of pictures of two sizes")
	}
}

// TestMarks: every mark is drawn around its point, within the stone, and is visible on every background.
func TestMarks(t *testing.T) {
	b := parse(t, "grid:9")
	q := named(t, b, "D4")[0]
	const size = 490
	const step = size / 9.8
	middle := vec2{3.9 * step, 5.9 * step}
	for _, c := range []struct {
		mark   Mark
		shapes int // without the background of a label
	}{
		{Mark{Kind: Last}, 1}, {Mark{Kind: Dead}, 2}, {Mark{Kind: Territory, Color: game.White}, 2}, {Mark{Kind: Label, Text: "137"}, 1},
		{Mark{Kind: Triangle}, 3}, {Mark{Kind: Square}, 4}, {Mark{Kind: Circle}, 1}, {Mark{Kind: Cross}, 2},
	} {
		for _, print := range []bool{false, true} {
			for stone := range game.White + 1 {
				o := Options{Size: size, Stones: make([]game.Color, b.Len()), Print: print}
				o.Stones[q] = stone
				plain, err := New(b, o)
				if err != nil {
					t.Fatal(err)
				}
				c.mark.Point = q
				o.Marks = []Mark{c.mark}
				marked, err := New(b, o)
				if err != nil {
					t.Fatal(err)
				}
				added := marked.shapes[len(plain.shapes):]
				want := c.shapes
				if c.mark.Kind == Label && stone == game.Empty {
					want++
				}
				if len(added) != want {
					t.Errorf("%+v on %v: %d shapes, want %d", c.mark, stone, len(added), want)
				}
				checkSeen(t, c.mark, plain, marked, middle, 0.48*step)
			}
		}
	}
}

// checkSeen fails if a mark changes pixels outside the stone, or hardly any within.
func checkSeen(t *testing.T, m Mark, plain, marked *Picture, middle vec2, r float64) {
	t.Helper()
	a, err := plain.Image()
	if err != nil {
		t.Fatal(err)
	}
	b, err := marked.Image()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	var sum vec2
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			p, q := a.RGBAAt(x, y), b.RGBAAt(x, y)
			if p == q {
				continue
			}
			from := vec2{float64(x) + 0.5, float64(y) + 0.5}.sub(middle)
			if from.norm() > r {
				t.Fatalf("%+v changes the picture at %v from its point", m, from)
			}
			if abs(brightness(color.RGBA(p))-brightness(color.RGBA(q))) > 40 {
				seen++
				sum = sum.add(from)
			}
		}
	}
	if seen < 30 {
		t.Errorf("%+v: only %d pixels are visible", m, seen)
	} else if off := sum.mul(1 / float64(seen)).norm(); off > 0.25*r {
		t.Errorf("%+v: its middle is %.2f of a stone off", m, off/r)
	}
}

// TestCorners: triangles point upwards, squares stand upright.
func TestCorners(t *testing.T) {
	near := func(a, b vec2) bool { return a.sub(b).norm() < 1e-9 }
	has := func(points []vec2, q vec2) bool {
		for _, p := range points {
			if near(p, q) {
				return true
			}
		}
		return false
	}
	if tri := around(vec2{5, 5}, 2, 3); !has(tri, vec2{5, 3}) {
		t.Errorf("a triangle with corners %v", tri)
	}
	if sq := around(vec2{5, 5}, 2, 4); !has(sq, vec2{5 - 1.4142135623730951, 5 - 1.4142135623730951}) {
		t.Errorf("a square with corners %v", sq)
	}
}

// TestFromBehind: seen from behind, near is far and left is right.
func TestFromBehind(t *testing.T) {
	b := parse(t, "geodesic:3")
	front, behind := newView(b, &Options{Size: 400}), newView(b, &Options{Size: 400, FromBehind: true})
	for q := range b.Len() {
		a, c := front.turned[q], behind.turned[q]
		if a.Add(c).Norm() > 2*max(a[1], -a[1])+1e-9 || a[1] != c[1] || a[2] != -c[2] {
			t.Fatalf("point %s is at %v and at %v", b.Name(board.Point(q)), a, c)
		}
	}
}

// TestLetters: columns have the chosen letters, on whole boards and on parts.
func TestLetters(t *testing.T) {
	b := board.Grid(9, 9)
	for letters, want := range map[board.Letters]string{board.GoLetters: "J", board.AllLetters: "I"} {
		o := Options{Size: 400, Coordinates: true, Letters: letters, Stones: make([]game.Color, b.Len())}
		whole, err1 := New(b, o)
		part, err2 := Diagram(b, o, sheetCells(9, 9), named(t, b, "H9", "J8"), 20)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*Picture{whole, part} {
			svg := p.SVG()
			for _, column := range []string{"I", "J"} {
				if strings.Contains(svg, ">"+column+"</text>") != (column == want) {
					t.Errorf("letters %q: column %s, want %s", letters, column, want)
				}
			}
		}
	}
}

// TestDiagramCoordinates: letters and numbers are those of the points' names, also on parts of boards.
func TestDiagramCoordinates(t *testing.T) {
	b := parse(t, "torus:9x9")
	p, err := Diagram(b, Options{Size: 400, Coordinates: true}, sheetCells(9, 9), named(t, b, "H9", "A1"), 20)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range p.shapes {
		if s.text != nil {
			names = append(names, s.text.value)
		}
	}
	want := []string{"H", "H", "J", "J", "A", "A", "1", "1", "9", "9"}
	if len(names) != len(want) {
		t.Fatalf("%v, want %v", names, want)
	}
	for i := range want {
		if names[i] != want[i] {
			t.Fatalf("%v, want %v", names, want)
		}
	}
}

// TestFramed: a title above, lines below that fit, all within the picture.
func TestFramed(t *testing.T) {
	inner, err := New(parse(t, "grid:9"), Options{Size: 300})
	if err != nil {
		t.Fatal(err)
	}
	notes := "52,\u00a058\u00a0at\u00a037; 53,\u00a059\u00a0at\u00a038; 54,\u00a060\u00a0at\u00a039; 55,\u00a0103,\u00a0107\u00a0at\u00a040"
	p, err := Framed("Somebody against somebody else", Captioned{Picture: inner, Lines: []string{notes}})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	c := newCanvas(1, 1)
	for _, s := range p.shapes {
		if s.text == nil {
			continue
		}
		lines = append(lines, s.text.value)
		bounds, err := c.bounds(s)
		if err != nil || !bounds.In(image.Rect(0, 0, p.Width, p.Height)) {
			t.Errorf("%q at %v in %d by %d, %v", s.text.value, bounds, p.Width, p.Height, err)
		}
	}
	if len(lines) != 3 || lines[1] != "52,\u00a058\u00a0at\u00a037; 53,\u00a059\u00a0at\u00a038; 54,\u00a060\u00a0at\u00a039;" {
		t.Errorf("%q", lines)
	}
	if bare, err := Framed("", Captioned{Picture: inner}); err != nil || bare.Height != inner.Height {
		t.Errorf("without texts %d high, %v", bare.Height, err)
	}
	if both := Beside(inner, bareOf(t)); both.Width != 300+200 || both.Height != 300 {
		t.Errorf("two pictures: %d by %d", both.Width, both.Height)
	}
}

func bareOf(t *testing.T) *Picture {
	p, err := New(parse(t, "grid:5"), Options{Size: 200})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
