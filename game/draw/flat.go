package draw

import (
	"math"
	"strconv"

	"moyo/board"
	"moyo/game"
)

// drawFlat draws a board in the plane.
func drawFlat(b *board.Board, o *Options) *Picture {
	low, high := b.Coord(0), b.Coord(0)
	for q := range board.Point(b.Len()) {
		c := b.Coord(q)
		for k := range c {
			low[k], high[k] = min(low[k], c[k]), max(high[k], c[k])
		}
	}
	width, height, grid := b.Grid()
	border := 0.9 // around the outer points, in edges
	if o.Coordinates && grid {
		border = 1.45
	}
	w, h := high[0]-low[0]+2*border, high[1]-low[1]+2*border
	scale := float64(o.Size) / max(w, h)
	p := &Picture{Width: int(math.Ceil(w * scale)), Height: int(math.Ceil(h * scale)), title: b.Title(), look: o.look()}
	at := func(q board.Point) vec2 {
		c := b.Coord(q)
		return vec2{(c[0] - low[0] + border) * scale, (high[1] - c[1] + border) * scale}
	}
	p.addRect(0, 0, float64(p.Width), float64(p.Height), p.look.ground)
	step := spacing(b, at)
	if b.EdgeCount() == 0 {
		step = scale
	}
	thin := max(1, min(2.5, 0.035*step))
	for _, e := range b.Edges() {
		p.addLine(at(e[0]), at(e[1]), thin, p.look.ink)
	}
	for _, q := range b.Stars() {
		p.addDisc(at(q), max(1.5, 0.1*step), p.look.ink)
	}
	if !grid {
		for q := range board.Point(b.Len()) {
			p.addDisc(at(q), max(1, 0.07*step), p.look.ink)
		}
	}
	if o.Coordinates && grid {
		p.addCoordinates(o.Letters, width, height, at, scale)
	}
	spotOf := func(q board.Point) spot { return spot{at: at(q), r: 0.48 * step, minor: 0.48 * step} }
	for q := range board.Point(b.Len()) {
		if c := o.Stones[q]; c != game.Empty {
			p.addStone(spotOf(q), c)
		}
	}
	for _, q := range o.Dimmed {
		p.dim(at(q), 0.5*step)
	}
	for _, a := range o.Arrows {
		p.addArrow(at(a.From), at(a.To), 0.48*step, a.Head)
	}
	for _, m := range o.Marks {
		p.addMark(spotOf(m.Point), m, o.Stones[m.Point])
	}
	return p
}

// addCoordinates writes letters above and below a grid and numbers beside it.
func (p *Picture) addCoordinates(letters board.Letters, width, height int, at func(board.Point) vec2, scale float64) {
	size := 0.36 * scale
	for x := range width {
		top := at(board.Point(x))
		p.addText(vec2{top.x, top.y - 0.95*scale}, size, p.look.muted, letters.Column(x))
		bottom := at(board.Point((height-1)*width + x))
		p.addText(vec2{bottom.x, bottom.y + 0.95*scale}, size, p.look.muted, letters.Column(x))
	}
	for y := range height {
		left := at(board.Point(y * width))
		p.addText(vec2{left.x - 0.95*scale, left.y}, size, p.look.muted, strconv.Itoa(height-y))
		right := at(board.Point(y*width + width - 1))
		p.addText(vec2{right.x + 0.95*scale, right.y}, size, p.look.muted, strconv.Itoa(height-y))
	}
}
