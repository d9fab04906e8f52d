package draw

import (
	"image/color"
	"math"
	"slices"
)

// vec2 is a place in the picture in pixels, y downwards.
type vec2 struct{ x, y float64 }

func (a vec2) add(b vec2) vec2    { return vec2{a.x + b.x, a.y + b.y} }
func (a vec2) sub(b vec2) vec2    { return vec2{a.x - b.x, a.y - b.y} }
func (a vec2) mul(f float64) vec2 { return vec2{a.x * f, a.y * f} }
func (a vec2) norm() float64      { return math.Hypot(a.x, a.y) }

// shape is a polygon, line, ellipse or text: the one field that is set.
type shape struct {
	polygon *polygon
	line    *line
	ellipse *ellipse
	text    *text
}

// polygon is filled.
type polygon struct {
	points []vec2
	fill   color.NRGBA
}

// line has round ends.
type line struct {
	a, b  vec2
	width float64
	color color.NRGBA
}

// ellipse has its half axis rx turned by angle from the x axis. It is filled,
// with a highlight if lit, outlined, or both.
type ellipse struct {
	c           vec2
	rx, ry      float64
	angle       float64
	fill        color.NRGBA // transparent for none
	lit         bool
	stroke      color.NRGBA
	strokeWidth float64 // 0 for none
}

// text is centred on its place, or starts at it.
type text struct {
	at     vec2
	size   float64
	color  color.NRGBA
	value  string
	begins bool
}

func (p *Picture) addPolygon(fill color.NRGBA, points ...vec2) {
	p.shapes = append(p.shapes, shape{polygon: &polygon{points, fill}})
}

func (p *Picture) addLine(a, b vec2, width float64, c color.NRGBA) {
	p.shapes = append(p.shapes, shape{line: &line{a, b, width, c}})
}

func (p *Picture) addEllipse(e ellipse) {
	p.shapes = append(p.shapes, shape{ellipse: &e})
}

func (p *Picture) addDisc(c vec2, r float64, fill color.NRGBA) {
	p.addEllipse(ellipse{c: c, rx: r, ry: r, fill: fill})
}

func (p *Picture) addRing(c vec2, r, width float64, stroke color.NRGBA) {
	p.addEllipse(ellipse{c: c, rx: r, ry: r, stroke: stroke, strokeWidth: width})
}

func (p *Picture) addText(at vec2, size float64, c color.NRGBA, value string) {
	p.shapes = append(p.shapes, shape{text: &text{at: at, size: size, color: c, value: value}})
}

// addRect adds a rectangle.
func (p *Picture) addRect(x, y, w, h float64, fill color.NRGBA) {
	p.addPolygon(fill, vec2{x, y}, vec2{x + w, y}, vec2{x + w, y + h}, vec2{x, y + h})
}

// lowQuantile returns a length that all but a few of the lengths reach, or otherwise if there are
// no lengths.
func lowQuantile(lengths []float64, otherwise float64) float64 {
	if len(lengths) == 0 {
		return otherwise
	}
	slices.Sort(lengths)
	return lengths[len(lengths)/20]
}

// moved returns the shape translated.
func (s shape) moved(by vec2) shape {
	switch {
	case s.polygon != nil:
		g := *s.polygon
		g.points = slices.Clone(g.points)
		for i := range g.points {
			g.points[i] = g.points[i].add(by)
		}
		s.polygon = &g
	case s.line != nil:
		l := *s.line
		l.a, l.b = l.a.add(by), l.b.add(by)
		s.line = &l
	case s.ellipse != nil:
		e := *s.ellipse
		e.c = e.c.add(by)
		s.ellipse = &e
	case s.text != nil:
		t := *s.text
		t.at = t.at.add(by)
		s.text = &t
	}
	return s
}
