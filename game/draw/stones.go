package draw

import (
	"image/color"
	"math"
	"unicode/utf8"

	"moyo/game"
)

// spot is the place of a stone or a mark: an ellipse of half axes r and minor, the latter in the
// direction of angle.
type spot struct {
	at       vec2
	r, minor float64
	angle    float64
	dim      float64 // 0 near to 1 far
}

// addStone draws a stone.
func (p *Picture) addStone(s spot, c game.Color) {
	if p.look.round {
		shadow := spot{s.at.add(vec2{0.05 * s.r, 0.1 * s.r}), s.r * 1.03, s.minor * 1.03, s.angle, s.dim}
		p.addEllipse(shadow.ellipse(fade(color.NRGBA{40, 25, 5, 255}, 0.28*(1-s.dim))))
	}
	e := s.ellipse(mix(p.look.stones[c], p.look.paper, 0.35*s.dim))
	e.lit = p.look.round
	e.stroke, e.strokeWidth = mix(p.look.rims[c], p.look.paper, 0.35*s.dim), max(0.5, p.look.rim*s.r)
	p.addEllipse(e)
}

// ellipse returns the spot's outline, filled.
func (s spot) ellipse(fill color.NRGBA) ellipse {
	return ellipse{c: s.at, rx: s.minor, ry: s.r, angle: s.angle, fill: fill}
}

// addMark draws a mark. stone is the colour of its point.
func (p *Picture) addMark(s spot, m Mark, stone game.Color) {
	contrast := p.look.ink
	if stone == game.Black {
		contrast = p.look.stones[game.White]
	}
	r := min(s.r, s.minor)
	width := max(1, 0.14*r)
	switch m.Kind {
	case Last:
		p.addRing(s.at, 0.5*r, width, contrast)
	case Circle:
		p.addRing(s.at, 0.55*r, width, contrast)
	case Dead, Forbidden:
		p.addCross(s.at, 0.42*r, max(1, 0.16*r), p.look.accent)
	case Cross:
		p.addCross(s.at, 0.42*r, max(1, 0.16*r), contrast)
	case Triangle:
		p.addOutline(width, contrast, around(s.at, 0.62*r, 3)...)
	case Square:
		p.addOutline(width, contrast, around(s.at, 0.62*r, 4)...)
	case Territory:
		p.addTerritory(s.at, 0.36*r, m.Color)
	case Label:
		if stone == game.Empty {
			p.addDisc(s.at, 0.75*r, p.look.ground)
		}
		p.addText(s.at, labelSize(r, m.Text), contrast, m.Text)
	}
}

// labelSize returns the size of a text on a stone of radius r, smaller for long texts.
func labelSize(r float64, text string) float64 {
	const digit = 0.56 // width of a digit, in text sizes
	return r * min(1.1, 1.65/(digit*float64(max(1, utf8.RuneCountInString(text)))))
}

// addCross draws two lines from corner to corner, d away from the middle.
func (p *Picture) addCross(at vec2, d, width float64, c color.NRGBA) {
	p.addLine(at.add(vec2{-d, -d}), at.add(vec2{d, d}), width, c)
	p.addLine(at.add(vec2{-d, d}), at.add(vec2{d, -d}), width, c)
}

// addTerritory draws a small square, with a rim that is visible on any background.
func (p *Picture) addTerritory(at vec2, d float64, c game.Color) {
	fill, rim := p.look.stones[game.Black], p.look.stones[game.White]
	if c == game.White {
		fill, rim = p.look.stones[game.White], p.look.muted
	}
	p.addRect(at.x-d, at.y-d, 2*d, 2*d, rim)
	d *= 0.85
	p.addRect(at.x-d, at.y-d, 2*d, 2*d, fill)
}

// addOutline draws lines from corner to corner.
func (p *Picture) addOutline(width float64, c color.NRGBA, corners ...vec2) {
	for i, q := range corners {
		p.addLine(q, corners[(i+1)%len(corners)], width, c)
	}
}

// around returns the corners of a triangle that points upwards, or of an upright square.
func around(at vec2, r float64, corners int) []vec2 {
	points := make([]vec2, corners)
	for i := range points {
		s, c := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / float64(corners))
		points[i] = at.add(vec2{r * s, r * c})
	}
	return points
}
