package draw

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// SVG returns the picture as a standalone SVG document.
func (p *Picture) SVG() string {
	w := &svgWriter{lights: make(map[color.NRGBA]string)}
	for _, s := range p.shapes {
		w.shape(s)
	}
	var doc strings.Builder
	fmt.Fprintf(&doc, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n",
		p.Width, p.Height, p.Width, p.Height)
	fmt.Fprintf(&doc, "<title>%s</title>\n", escape(p.title))
	if w.defs.Len() > 0 {
		fmt.Fprintf(&doc, "<defs>\n%s</defs>\n", w.defs.String())
	}
	doc.WriteString(w.body.String())
	doc.WriteString("</svg>\n")
	return doc.String()
}

// svgWriter collects elements, and a gradient for each colour of lit ellipses.
type svgWriter struct {
	defs, body strings.Builder
	lights     map[color.NRGBA]string
}

func (w *svgWriter) shape(s shape) {
	switch {
	case s.polygon != nil:
		w.polygon(s.polygon)
	case s.line != nil:
		l := s.line
		fmt.Fprintf(&w.body, `<line x1="%s" y1="%s" x2="%s" y2="%s" stroke-width="%s" stroke-linecap="round"%s/>`+"\n",
			number(l.a.x), number(l.a.y), number(l.b.x), number(l.b.y), number(l.width), paint("stroke", l.color))
	case s.ellipse != nil:
		w.ellipse(s.ellipse)
	case s.text != nil:
		t := s.text
		anchor := "middle"
		if t.begins {
			anchor = "start"
		}
		fmt.Fprintf(&w.body,
			`<text x="%s" y="%s" font-size="%s" font-family="system-ui, sans-serif" text-anchor="%s" dominant-baseline="central"%s>%s</text>`+"\n",
			number(t.at.x), number(t.at.y), number(t.size), anchor, paint("fill", t.color), escape(t.value))
	}
}

func (w *svgWriter) polygon(g *polygon) {
	if len(g.points) == 4 && upright(g.points) {
		a, c := g.points[0], g.points[2]
		fmt.Fprintf(&w.body, `<rect x="%s" y="%s" width="%s" height="%s"%s/>`+"\n",
			number(a.x), number(a.y), number(c.x-a.x), number(c.y-a.y), paint("fill", g.fill))
		return
	}
	points := make([]string, len(g.points))
	for i, q := range g.points {
		points[i] = number(q.x) + "," + number(q.y)
	}
	fmt.Fprintf(&w.body, `<polygon points="%s"%s/>`+"\n", strings.Join(points, " "), paint("fill", g.fill))
}

// upright reports whether four points form an upright rectangle, starting at its upper left corner.
func upright(q []vec2) bool {
	return q[0].y == q[1].y && q[1].x == q[2].x && q[2].y == q[3].y && q[3].x == q[0].x && q[0].x < q[2].x && q[0].y < q[2].y
}

func (w *svgWriter) ellipse(e *ellipse) {
	fill := ` fill="none"`
	switch {
	case e.lit:
		fill = fmt.Sprintf(` fill="url(#%s)"`, w.light(e.fill))
	case e.fill.A > 0:
		fill = paint("fill", e.fill)
	}
	if e.strokeWidth > 0 {
		fill += fmt.Sprintf(` stroke-width="%s"`, number(e.strokeWidth)) + paint("stroke", e.stroke)
	}
	turned := ""
	if e.angle != 0 && e.rx != e.ry {
		turned = fmt.Sprintf(` transform="rotate(%s %s %s)"`, number(e.angle*180/math.Pi), number(e.c.x), number(e.c.y))
	}
	if e.rx == e.ry {
		fmt.Fprintf(&w.body, `<circle cx="%s" cy="%s" r="%s"%s/>`+"\n", number(e.c.x), number(e.c.y), number(e.rx), fill)
		return
	}
	fmt.Fprintf(&w.body, `<ellipse cx="%s" cy="%s" rx="%s" ry="%s"%s%s/>`+"\n",
		number(e.c.x), number(e.c.y), number(e.rx), number(e.ry), fill, turned)
}

// light returns the id of the gradient for stones of a colour.
func (w *svgWriter) light(c color.NRGBA) string {
	if id, ok := w.lights[c]; ok {
		return id
	}
	id := "light" + strconv.Itoa(len(w.lights))
	w.lights[c] = id
	fmt.Fprintf(&w.defs, `<radialGradient id="%s" cx="%s" cy="%s" r="%s">`,
		id, number(0.5+lightX/2), number(0.5+lightY/2), number(lightReach/2))
	for _, at := range []float64{0, 0.35, 0.7, 1} {
		fmt.Fprintf(&w.defs, `<stop offset="%s"%s/>`, number(at), strings.ReplaceAll(paint("stop", lit(c, at)), "stop=", "stop-color="))
	}
	w.defs.WriteString("</radialGradient>\n")
	return id
}

// The highlight of a stone: its place in half axes from the centre, and its radius.
const (
	lightX     = -0.3
	lightY     = -0.4
	lightReach = 1.45
)

// lit returns a stone's colour at a distance from its highlight, 0 to 1.
func lit(c color.NRGBA, at float64) color.NRGBA {
	if int(c.R)+int(c.G)+int(c.B) < 3*128 {
		return mix(mix(c, color.NRGBA{150, 150, 155, c.A}, 0.75), c, math.Pow(at, 0.7)*1.25)
	}
	return mix(c, mix(c, color.NRGBA{140, 130, 120, c.A}, 0.5), at*at)
}

// paint returns the attributes of a colour.
func paint(attribute string, c color.NRGBA) string {
	s := fmt.Sprintf(` %s="#%02x%02x%02x"`, attribute, c.R, c.G, c.B)
	if c.A < 255 {
		s += fmt.Sprintf(` %s-opacity="%s"`, attribute, number(float64(c.A)/255))
	}
	return s
}

// number formats a number with at most two decimal places.
func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100+0, 'f', -1, 64)
}

// escape escapes a text for use between tags.
func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(err) // a Builder does not fail
	}
	return b.String()
}
