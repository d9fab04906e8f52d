package draw

import (
	"errors"
	"image/color"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
)

// sheetCells are the cells of boards whose points are numbered row by row.
func sheetCells(width, height int) Cells {
	c := Cells{Width: width, Height: height}
	for q := range width * height {
		c.X, c.Y = append(c.X, q%width), append(c.Y, q/width)
	}
	return c
}

// named returns points by their names.
func named(t *testing.T, b *board.Board, names ...string) (points []board.Point) {
	t.Helper()
	for _, name := range names {
		q, ok := b.Lookup(name)
		if !ok {
			t.Fatalf("no point %s", name)
		}
		points = append(points, q)
	}
	return points
}

// TestWindow cuts out parts of boards around points.
func TestWindow(t *testing.T) {
	for _, c := range []struct {
		spec       string
		w, h       int
		shown      []string
		x, y       axis
		whole, cut int // lines
	}{
		{"grid:9", 9, 9, []string{"D5", "E6"}, axis{3, 2, 9, false}, axis{3, 2, 9, false}, 4, 8},
		{"grid:9", 9, 9, []string{"B8", "C6"}, axis{0, 3, 9, false}, axis{0, 4, 9, false}, 17, 7}, // the edge is next
		{"grid:9", 9, 9, []string{"H2", "G3"}, axis{6, 3, 9, false}, axis{6, 3, 9, false}, 12, 6},
		{"grid:9", 9, 9, []string{"J9"}, axis{8, 1, 9, false}, axis{0, 1, 9, false}, 0, 2}, // one corner
		{"grid:9", 9, 9, []string{"A1"}, axis{0, 1, 9, false}, axis{8, 1, 9, false}, 0, 2},
		{"grid:9", 9, 9, nil, axis{0, 9, 9, false}, axis{0, 9, 9, false}, 144, 0},
		{"torus:9x9", 9, 9, []string{"A1", "B9", "J2"}, axis{8, 3, 9, true}, axis{7, 3, 9, true}, 12, 12},
		{"torus:5x5", 5, 5, nil, axis{0, 5, 5, true}, axis{0, 5, 5, true}, 40, 20},
		{"cylinder:12x7", 12, 7, []string{"A2", "M1"}, axis{11, 2, 12, true}, axis{5, 2, 7, false}, 4, 6},
	} {
		b := parse(t, c.spec)
		cells := sheetCells(c.w, c.h)
		w := cells.window(b, named(t, b, c.shown...))
		if w.x != c.x || w.y != c.y {
			t.Errorf("%s %v: columns %+v and rows %+v, want %+v and %+v", c.spec, c.shown, w.x, w.y, c.x, c.y)
		}
		p, err := Diagram(b, Options{Size: 400}, cells, named(t, b, c.shown...), 20)
		if err != nil {
			t.Fatal(err)
		}
		whole, cut := 0, 0
		for _, s := range p.shapes {
			switch {
			case s.line == nil:
			case s.line.b.sub(s.line.a).norm() > 19:
				whole++
			default:
				cut++
			}
		}
		if whole != c.whole || cut != c.cut {
			t.Errorf("%s %v: %d whole lines and %d that continue, want %d and %d", c.spec, c.shown, whole, cut, c.whole, c.cut)
		}
	}
}

// TestDiagram: stones and marks in the window are drawn, others are not.
func TestDiagram(t *testing.T) {
	b := parse(t, "torus:9x9")
	stones := make([]game.Color, b.Len())
	points := named(t, b, "A9", "J9", "E5")
	for _, q := range points {
		stones[q] = game.White
	}
	marks := []Mark{{Point: points[0], Kind: Label, Text: "1"}, {Point: points[2], Kind: Label, Text: "2"}}
	p, err := Diagram(b, Options{Size: 400, Stones: stones, Marks: marks}, sheetCells(9, 9), points[:2], 20)
	if err != nil {
		t.Fatal(err)
	}
	n := elements(t, p.SVG())
	if n["circle"] != 4 || n["text"] != 1 { // each stone has a shadow
		t.Errorf("%v", n)
	}
	if p.Width != 50 || p.Height != 30 {
		t.Errorf("%d by %d pixels", p.Width, p.Height)
	}
	lit := slices.DeleteFunc(slices.Clone(p.shapes), func(s shape) bool { return s.ellipse == nil || !s.ellipse.lit })
	if a9, j9 := lit[0].ellipse.c, lit[1].ellipse.c; j9 != (vec2{15, 15}) || a9 != (vec2{35, 15}) {
		t.Errorf("A9 at %v, J9 at %v", a9, j9)
	}
	if small, err := Diagram(b, Options{Size: 64}, sheetCells(9, 9), nil, 20); err != nil || small.Width > 64 || small.Width < 60 {
		t.Errorf("%v, %v", small, err)
	}
}

// TestEdge: lines along the edge of the board are thicker; lines towards it are not.
func TestEdge(t *testing.T) {
	p, err := Diagram(parse(t, "grid:3"), Options{Size: 400}, sheetCells(3, 3), nil, 20)
	if err != nil {
		t.Fatal(err)
	}
	thick := 0
	for _, s := range p.shapes {
		if s.line != nil && s.line.width > 1 {
			thick++
		}
	}
	if thick != 8 {
		t.Errorf("%d of 12 lines are thick, want 8", thick)
	}
}

// TestNoDiagram refuses boards whose edges lead elsewhere.
func TestNoDiagram(t *testing.T) {
	for spec, cells := range map[string]Cells{
		"mobius:15x5": sheetCells(15, 5), "hex:3": sheetCells(19, 1), "cycle:9": sheetCells(3, 3), "grid:5": sheetCells(3, 3),
	} {
		b := parse(t, spec)
		if _, err := Diagram(b, Options{}, cells, nil, 20); !errors.Is(err, ErrNoCells) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	if _, err := Diagram(parse(t, "grid:3"), Options{Size: 1}, sheetCells(3, 3), nil, 20); err == nil || errors.Is(err, ErrNoCells) {
		t.Errorf("a size of one pixel: %v", err)
	}
}

// TestSheet puts pictures of every kind of shape side by side.
func TestSheet(t *testing.T) {
	one := &Picture{Width: 40, Height: 20}
	one.addRect(0, 0, 40, 20, wood.ground)
	one.addLine(vec2{1, 2}, vec2{3, 4}, 1, wood.ink)
	one.addDisc(vec2{5, 6}, 2, color.NRGBA{1, 2, 3, 255})
	one.addText(vec2{7, 8}, 9, wood.ink, "x")
	tall := &Picture{Width: 10, Height: 60}
	tall.addDisc(vec2{5, 5}, 2, wood.ink)
	p := Sheet("Four",
		[]Captioned{{Picture: tall, Lines: []string{"a", "b"}}, {Picture: one}, {Picture: one, Lines: []string{"<c>"}}, {Picture: tall}}, 2, 50)
	if p.Width != 2*50+3*sheetGap {
		t.Errorf("%d pixels wide", p.Width)
	}
	n := elements(t, p.SVG())
	if n["rect"] != 3 || n["line"] != 2 || n["circle"] != 4 || n["text"] != 6 {
		t.Errorf("%v", n)
	}
	var discs []vec2
	for _, s := range p.shapes {
		if s.ellipse != nil {
			discs = append(discs, s.ellipse.c)
		}
	}
	// Small pictures are at the foot of their row, which is as high as the tall one.
	left, right, below := sheetGap+0.0, 2*sheetGap+50.0, 60+2.5*sheetLine+sheetGap
	want := []vec2{
		{left + 20 + 5, sheetHeader + 5}, {right + 5 + 5, sheetHeader + 40 + 6},
		{left + 5 + 5, sheetHeader + below + 40 + 6}, {right + 20 + 5, sheetHeader + below + 5},
	}
	if !slices.Equal(discs, want) {
		t.Errorf("discs at %v, want %v", discs, want)
	}
	if one.shapes[2].ellipse.c != (vec2{5, 6}) {
		t.Error("the pictures themselves have moved")
	}
}
