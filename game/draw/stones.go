package draw

import (
	"image/color"

	"moyo/game"
)

// spot is where a stone or a mark goes: an ellipse of half axes r and minor, the
// latter in the direction of angle.
type spot struct {
	at       vec2
	r, minor float64
	angle    float64
	dim      float64 // 0 near to 1 far
}

// addStone draws a stone.
func (p *Picture) addStone(s spot, c game.Color) {
	shadow := spot{s.at.add(vec2{0.05 * s.r, 0.1 * s.r}), s.r * 1.03, s.minor * 1.03, s.angle, s.dim}
	p.addEllipse(shadow.ellipse(fade(color.NRGBA{40, 25, 5, 255}, 0.28*(1-s.dim))))
	fill, rim := blackStone, color.NRGBA{10, 10, 12, 255}
	if c == game.White {
		fill, rim = whiteStone, color.NRGBA{150, 140, 125, 255}
	}
	e := s.ellipse(mix(fill, paper, 0.35*s.dim))
	e.lit = true
	e.stroke, e.strokeWidth = mix(rim, paper, 0.35*s.dim), max(0.5, 0.05*s.r)
	p.addEllipse(e)
}

// ellipse returns the spot's outline, filled.
func (s spot) ellipse(fill color.NRGBA) ellipse {
	return ellipse{c: s.at, rx: s.minor, ry: s.r, angle: s.angle, fill: fill}
}

// addMark draws a mark; stone is what lies on its point.
func (p *Picture) addMark(s spot, m Mark, stone game.Color) {
	contrast := ink
	if stone == game.Black {
		contrast = whiteStone
	}
	r := min(s.r, s.minor)
	switch m.Kind {
	case Last:
		p.addRing(s.at, 0.5*r, max(1, 0.14*r), contrast)
	case Dead, Forbidden:
		d := 0.42 * r
		width := max(1, 0.16*r)
		p.addLine(s.at.add(vec2{-d, -d}), s.at.add(vec2{d, d}), width, accent)
		p.addLine(s.at.add(vec2{-d, d}), s.at.add(vec2{d, -d}), width, accent)
	case Territory:
		d := 0.36 * r
		fill, rim := blackStone, whiteStone
		if m.Color == game.White {
			fill, rim = whiteStone, muted
		}
		p.addRect(s.at.x-d, s.at.y-d, 2*d, 2*d, rim)
		d *= 0.85
		p.addRect(s.at.x-d, s.at.y-d, 2*d, 2*d, fill)
	case Label:
		if stone == game.Empty {
			p.addDisc(s.at, 0.75*r, ground)
		}
		p.addText(s.at, r*1.1, contrast, m.Text)
	}
}
