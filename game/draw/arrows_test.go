package draw

import (
	"fmt"
	"math"
	"testing"

	"moyo/board"
)

// rodsOf returns the lines in the colour of arrows, and the number of heads.
func rodsOf(p *Picture) (rods []*line, heads int) {
	for _, s := range p.shapes {
		switch {
		case s.line != nil && s.line.color == p.look.accent:
			rods = append(rods, s.line)
		case s.polygon != nil && len(s.polygon.points) == 3 && s.polygon.fill == p.look.accent:
			heads++
		}
	}
	return rods, heads
}

// TestArrowAround: on boards that wrap around, an arrow takes the shorter way and is clipped at the edge of
// the picture.
func TestArrowAround(t *testing.T) {
	b := parse(t, "torus:9x9")
	for _, c := range []struct {
		from, to int
		head     bool
		rods     int
		heads    int
		long     float64 // in steps
	}{
		{0, 2, true, 1, 1, 2},
		{0, 8, true, 2, 1, 1},
		{0, 80, true, 2, 1, math.Sqrt2},
		{4, 76, false, 2, 0, 1},
		{1, 6 + 18, false, 2, 0, math.Hypot(4, 2)},
	} {
		o := Options{Size: 400, Arrows: []Arrow{{board.Point(c.from), board.Point(c.to), c.head}}}
		p, err := Diagram(b, o, sheetCells(9, 9), nil, 40)
		if err != nil {
			t.Fatal(err)
		}
		step := float64(p.Width) / (8 + 2*windowBorder)
		rods, heads := rodsOf(p)
		long := 0.0
		for _, rod := range rods {
			long += rod.b.sub(rod.a).norm() / step
		}
		least := c.long
		if c.head {
			least -= (2*arrowAway + arrowLong) * 0.48 // a head at the edge is smaller
		}
		if len(rods) != c.rods || heads != c.heads || long < least-0.05 || long > c.long+0.05 {
			t.Errorf("%+v: %d rods, %d heads, %.2f long", c, len(rods), heads, long)
		}
	}
}

// TestWay: a way on a solid board stays near the surface and is hardly longer than necessary.
func TestWay(t *testing.T) {
	b := parse(t, "sphere:16x9")
	v := newView(b, &Options{Size: 400})
	for _, c := range [][2]board.Point{{0, 1}, {3, 60}, {20, 92}, {0, board.Point(b.Len() - 1)}} {
		way, near := v.wayOf(c[0], c[1])
		long := 0.0
		for i, at := range way {
			if r := at.Norm(); r < 0.9*v.radius || r > 1.1*v.radius {
				t.Errorf("%v: place %d is %.2f radii from the middle", c, i, r/v.radius)
			}
			if i > 0 {
				long += at.Distance(way[i-1])
			}
		}
		arc := 2 * v.radius * math.Asin(min(1, v.turned[c[0]].Distance(v.turned[c[1]])/2/v.radius))
		if long > 1.1*arc || len(near) != len(way) {
			t.Errorf("%v: %.2f long, %.2f around the ball", c, long, arc)
		}
	}
}

// headsOf counts heads of arrows, near and far.
func headsOf(p *Picture) (heads int) {
	for _, s := range p.shapes {
		if g := s.polygon; g != nil && len(g.points) == 3 && int(g.fill.R) > int(g.fill.G)+40 {
			heads++
		}
	}
	return heads
}

// TestArrows draws arrows on boards of every kind; arrows to points off the board are refused.
func TestArrows(t *testing.T) {
	for _, spec := range []string{"grid:9", "hex:4", "torus:7x7", "mobius:24x4", "cube:4", "box:3x3x3"} {
		b := parse(t, spec)
		last := board.Point(b.Len() - 1)
		bare, err := New(b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(b, Options{Arrows: []Arrow{{0, last, true}, {1, last, false}}, Dimmed: []board.Point{0, last}})
		if err != nil {
			t.Fatal(err)
		}
		if heads := headsOf(p); len(p.shapes) < len(bare.shapes)+6 || heads != 1 {
			t.Errorf("%s: %d shapes, %d without arrows, %d heads", spec, len(p.shapes), len(bare.shapes), heads)
		}
		if p, err = New(b, Options{Arrows: []Arrow{{0, b.Neighbors(0)[0], true}}}); err != nil {
			t.Fatal(err)
		} else if heads := headsOf(p); heads != 1 {
			t.Errorf("%s: %d heads of an arrow to the next point", spec, heads)
		}
		for _, o := range []Options{
			{Arrows: []Arrow{{0, last + 1, true}}}, {Arrows: []Arrow{{-1, 0, true}}},
			{Arrows: []Arrow{{1, 1, true}}}, {Dimmed: []board.Point{last + 1}},
		} {
			if _, err := New(b, o); err == nil {
				t.Errorf("%s: %s is drawn", spec, fmt.Sprint(o.Arrows, o.Dimmed))
			}
		}
	}
}
