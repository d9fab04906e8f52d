package diagram

import (
	"image/color"
	"math"
	"strings"
	"unicode"

	"codeberg.org/go-pdf/fpdf"

	"moyo/game/draw"
)

// perPoint is the size of a typographic point in millimetres.
const perPoint = 25.4 / 72

func lineHeight(size float64) float64 { return size * perPoint * leading }

func (p *paper) font(size float64, bold bool) {
	style := ""
	if bold {
		style = "B"
	}
	p.pdf.SetFont(typeface, style, size)
}

// text writes one line at a place on its base line: to the right of it, or centred.
func (p *paper) text(x, y, size float64, bold bool, line string, centred bool) {
	p.font(size, bold)
	p.pdf.SetTextColor(0, 0, 0)
	line = p.legible(line)
	if centred {
		x -= p.pdf.GetStringWidth(line) / 2
	}
	p.pdf.Text(x, y, line)
}

// paragraph writes a centred text, in as many lines as needed.
func (p *paper) paragraph(text string, size float64, bold bool) {
	p.font(size, bold)
	for _, line := range p.wrapped(text, room, 0) {
		p.need(lineHeight(size))
		p.y += lineHeight(size)
		p.text(pageWidth/2, p.y-0.3*lineHeight(size), size, bold, line, true)
	}
}

// comment writes the comment on a move, after its number.
func (p *paper) comment(c Comment) {
	indent := 0.0
	if c.Move != "" {
		p.font(bodyText, true)
		indent = p.pdf.GetStringWidth(p.legible(c.Move) + "  ")
	}
	for i, text := range strings.Split(strings.TrimSpace(c.Text), "\n") {
		p.font(bodyText, false)
		for k, line := range p.wrapped(text, room, indent) {
			if p.need(lineHeight(bodyText)); p.failed != nil {
				return
			}
			p.y += lineHeight(bodyText)
			base := p.y - 0.3*lineHeight(bodyText)
			if i == 0 && k == 0 && c.Move != "" {
				p.text(margin, base, bodyText, true, c.Move, false)
			}
			p.text(margin+indent, base, bodyText, false, line, false)
			indent = 0
		}
	}
	p.y += 0.35 * lineHeight(bodyText)
}

// wrapped breaks a text into lines of the current font, the first one shorter by an indent.
func (p *paper) wrapped(text string, width, indent float64) (lines []string) {
	text = p.legible(text)
	space := p.pdf.GetStringWidth(" ")
	free := width - indent
	for _, word := range draw.Words(text) {
		for _, part := range p.parts(word, width) {
			wide := p.pdf.GetStringWidth(part)
			if n := len(lines); n > 0 && space+wide <= free {
				lines[n-1] += " " + part
				free -= space + wide
				continue
			} else if n == 0 && wide > free {
				lines = append(lines, "") // no space after the indent
			}
			if n := len(lines); n == 0 {
				free = width - indent
			} else {
				free = width
			}
			lines = append(lines, part)
			free -= wide
		}
	}
	return lines
}

// parts cuts a word that is wider than a line.
func (p *paper) parts(word string, width float64) (parts []string) {
	if p.pdf.GetStringWidth(word) <= width {
		return []string{word}
	}
	var part []rune
	wide := 0.0
	for _, r := range word {
		w := p.pdf.GetStringWidth(string(r))
		if wide+w > width {
			parts, part, wide = append(parts, string(part)), nil, 0
		}
		part, wide = append(part, r), wide+w
	}
	return append(parts, string(part))
}

// missing replaces characters that the typeface lacks.
const missing = '□'

// legible replaces characters that the typeface lacks.
func (p *paper) legible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) && r != together {
			return ' '
		}
		if unicode.IsControl(r) || r == '\u200b' || r == '\ufeff' {
			return -1
		}
		known, looked := p.known[r]
		if !looked {
			known = draw.Writable(string(r))
			p.known[r] = known
		}
		if !known {
			return missing
		}
		return r
	}, text)
}

// opacity sets the opacity of the following shapes.
func (p *paper) opacity(a uint8) {
	if alpha := math.Round(float64(a)/255*100) / 100; alpha != p.alpha {
		p.alpha = alpha
		p.pdf.SetAlpha(alpha, "Normal")
	}
}

// brush draws the shapes of a picture onto paper.
type brush struct {
	*paper
	x, y, scale float64
}

func (b *brush) at(q draw.Place) (x, y float64) { return b.x + q.X*b.scale, b.y + q.Y*b.scale }

func (b *brush) fillColor(c color.NRGBA) {
	b.opacity(c.A)
	b.pdf.SetFillColor(int(c.R), int(c.G), int(c.B))
}

func (b *brush) lineColor(c color.NRGBA, width float64) {
	b.opacity(c.A)
	b.pdf.SetDrawColor(int(c.R), int(c.G), int(c.B))
	b.pdf.SetLineWidth(width * b.scale)
}

// Polygon implements [draw.Painter].
func (b *brush) Polygon(points []draw.Place, fill color.NRGBA) {
	b.fillColor(fill)
	corners := make([]fpdf.PointType, len(points))
	for i, q := range points {
		corners[i].X, corners[i].Y = b.at(q)
	}
	b.pdf.Polygon(corners, "F")
}

// Line implements [draw.Painter].
func (b *brush) Line(from, to draw.Place, width float64, c color.NRGBA) {
	b.lineColor(c, width)
	b.pdf.SetLineCapStyle("round")
	x, y := b.at(from)
	x2, y2 := b.at(to)
	b.pdf.Line(x, y, x2, y2)
}

// Ellipse implements [draw.Painter].
func (b *brush) Ellipse(e draw.Ellipse) {
	style := ""
	if e.Fill.A > 0 {
		b.fillColor(e.Fill)
		style = "F"
	}
	if e.StrokeWidth > 0 {
		b.lineColor(e.Stroke, e.StrokeWidth)
		style += "D"
	}
	x, y := b.at(e.Center)
	b.pdf.Ellipse(x, y, e.RX*b.scale, e.RY*b.scale, -e.Angle*180/math.Pi, style)
}

// Text implements [draw.Painter].
func (b *brush) Text(at draw.Place, size float64, c color.NRGBA, value string) {
	b.opacity(c.A)
	b.pdf.SetFont(typeface, "", size*b.scale/perPoint)
	b.pdf.SetTextColor(int(c.R), int(c.G), int(c.B))
	value = b.legible(value)
	x, y := b.at(at)
	const capital = 0.36 // half the height of capitals, in sizes
	b.pdf.Text(x-b.pdf.GetStringWidth(value)/2, y+capital*size*b.scale, value)
}
