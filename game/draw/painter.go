package draw

import "image/color"

// Place is a place in a picture in pixels, y downwards.
type Place struct{ X, Y float64 }

// Painter draws the shapes of a picture, for formats that other packages write.
type Painter interface {
	Polygon(points []Place, fill color.NRGBA)
	Line(from, to Place, width float64, c color.NRGBA) // with round ends
	Ellipse(Ellipse)
	Text(at Place, size float64, c color.NRGBA, value string) // centred
}

// Ellipse has its half axis RX turned by Angle from the x axis, clockwise in radians.
type Ellipse struct {
	Center      Place
	RX, RY      float64
	Angle       float64
	Fill        color.NRGBA // transparent for none
	Stroke      color.NRGBA
	StrokeWidth float64 // 0 for none
}

// Paint passes the shapes to the painter, the lower ones first. Light and shadow become plain shapes.
func (p *Picture) Paint(to Painter) {
	for _, s := range p.shapes {
		switch {
		case s.polygon != nil:
			points := make([]Place, len(s.polygon.points))
			for i, q := range s.polygon.points {
				points[i] = place(q)
			}
			to.Polygon(points, s.polygon.fill)
		case s.line != nil:
			to.Line(place(s.line.a), place(s.line.b), s.line.width, s.line.color)
		case s.ellipse != nil:
			e := s.ellipse
			to.Ellipse(Ellipse{place(e.c), e.rx, e.ry, e.angle, e.fill, e.stroke, e.strokeWidth})
		case s.text != nil:
			to.Text(place(s.text.at), s.text.size, s.text.color, s.text.value)
		}
	}
}

func place(q vec2) Place { return Place{q.x, q.y} }
