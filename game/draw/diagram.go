package draw

import (
	"errors"
	"math"
	"strconv"

	"moyo/board"
	"moyo/game"
)

// Cells gives the column and row of each point on a board that is a rectangle, apart from edges
// that wrap around.
type Cells struct {
	Width, Height int
	X, Y          []int // of each point, from the left and from the top
}

// ErrNoCells is the error for a board with an edge that neither leads to the next column or row nor
// wraps around.
var ErrNoCells = errors.New("draw: the board is not a rectangle of columns and rows")

// Diagram draws the part of a board that contains the shown points. It shows the edges of the board
// that border this part; in other directions the lines continue. A board that wraps around is cut open
// outside the part. Points are at most step pixels apart, and the picture is at most o.Size wide and
// high.
func Diagram(b *board.Board, o Options, cells Cells, shown []board.Point, step float64) (*Picture, error) {
	if err := o.check(b); err != nil {
		return nil, err
	}
	if len(cells.X) != b.Len() || len(cells.Y) != b.Len() || !cells.fit(b) {
		return nil, ErrNoCells
	}
	w := cells.window(b, shown)
	w.border = windowBorder
	if o.Coordinates {
		w.border = namedBorder
	}
	wide, high := float64(w.x.size-1)+2*w.border, float64(w.y.size-1)+2*w.border
	w.step = min(step, float64(o.Size)/max(wide, high))
	p := &Picture{Width: int(math.Ceil(wide * w.step)), Height: int(math.Ceil(high * w.step)), title: b.Title(), look: o.look()}
	p.addRect(0, 0, float64(p.Width), float64(p.Height), p.look.ground)
	w.addLines(p, b)
	for _, q := range b.Stars() {
		if w.has(q) {
			p.addDisc(w.at(q), max(1.2, 0.1*w.step), p.look.ink)
		}
	}
	if o.Coordinates {
		w.addCoordinates(p, o.Letters)
	}
	spotOf := func(q board.Point) spot { return spot{at: w.at(q), r: 0.48 * w.step, minor: 0.48 * w.step} }
	for q := range board.Point(b.Len()) {
		if c := o.Stones[q]; c != game.Empty && w.has(q) {
			p.addStone(spotOf(q), c)
		}
	}
	for _, q := range o.Dimmed {
		if w.has(q) {
			p.dim(w.at(q), 0.5*w.step)
		}
	}
	w.addArrows(p, o.Arrows)
	for _, m := range o.Marks {
		if w.has(m.Point) {
			p.addMark(spotOf(m.Point), m, o.Stones[m.Point])
		}
	}
	return p, nil
}

// The dimensions of a diagram, in edges: the border around its outer points, without and with
// letters and numbers, and the length of continuing lines; and the width factor of lines along the
// edge of the board.
const (
	windowBorder = 0.75
	namedBorder  = 1.4
	windowStub   = 0.7
	edgeWidth    = 2
)

// axis is the range of shown columns or rows: size of them from first, modulo all if they wrap around.
type axis struct {
	first, size int
	all         int // number on the board
	around      bool
}

// place returns the index of a column among those shown.
func (a axis) place(k int) (at int, shown bool) {
	at = k - a.first
	if a.around {
		at = (at + a.all) % a.all
	}
	return at, at >= 0 && at < a.size
}

// isEdge reports whether a column is on the edge of the board.
func (a axis) isEdge(k int) bool { return !a.around && (k == 0 || k == a.all-1) }

// window is the shown part of a board.
type window struct {
	cells  Cells
	x, y   axis
	border float64 // in steps
	step   float64
}

// window returns the part that contains the given points, or the whole board if there are no points.
func (c *Cells) window(b *board.Board, shown []board.Point) *window {
	w := &window{cells: *c, x: axis{all: c.Width, size: c.Width}, y: axis{all: c.Height, size: c.Height}}
	for _, e := range b.Edges() {
		w.x.around = w.x.around || abs(c.X[e[0]]-c.X[e[1]]) > 1
		w.y.around = w.y.around || abs(c.Y[e[0]]-c.Y[e[1]]) > 1
	}
	if len(shown) > 0 {
		w.x.cut(c.X, shown)
		w.y.cut(c.Y, shown)
	}
	return w
}

// cut returns the smallest range with all given columns, extended to an adjacent edge; if the board
// wraps around, it leaves out the widest gap.
func (a *axis) cut(columns []int, shown []board.Point) {
	used := make([]bool, a.all)
	for _, q := range shown {
		used[columns[q]] = true
	}
	if a.around {
		a.cutAround(used)
		return
	}
	low, high := a.all-1, 0
	for k, is := range used {
		if is {
			low, high = min(low, k), max(high, k)
		}
	}
	if low == 1 {
		low = 0
	}
	if high == a.all-2 {
		high = a.all - 1
	}
	a.first, a.size = low, high-low+1
}

func (a *axis) cutAround(used []bool) {
	widest, end := 0, 0
	gap := 0
	for k := range 2 * a.all {
		if used[k%a.all] {
			gap = 0
			continue
		}
		if gap++; gap > widest {
			widest, end = gap, k+1
		}
	}
	a.first, a.size = end%a.all, a.all-widest
}

// fit reports whether every edge leads to the next column or row, or wraps around.
func (c *Cells) fit(b *board.Board) bool {
	for _, e := range b.Edges() {
		dx, dy := c.way(e[0], e[1])
		if abs(dx)+abs(dy) != 1 {
			return false
		}
	}
	return true
}

// way returns the columns and rows from one point to another, in the shorter direction around.
func (c *Cells) way(from, to board.Point) (dx, dy int) {
	return shorter(c.X[to]-c.X[from], c.Width), shorter(c.Y[to]-c.Y[from], c.Height)
}

func shorter(d, all int) int {
	switch {
	case d == all-1 && all > 2:
		return -1
	case d == 1-all && all > 2:
		return 1
	}
	return d
}

func abs(n int) int { return max(n, -n) }

func (w *window) has(q board.Point) bool {
	_, x := w.x.place(w.cells.X[q])
	_, y := w.y.place(w.cells.Y[q])
	return x && y
}

func (w *window) at(q board.Point) vec2 {
	x, _ := w.x.place(w.cells.X[q])
	y, _ := w.y.place(w.cells.Y[q])
	return vec2{float64(x) + w.border, float64(y) + w.border}.mul(w.step)
}

// addCoordinates writes letters above and below the columns and numbers beside the rows, as in the
// points' names.
func (w *window) addCoordinates(p *Picture, letters board.Letters) {
	const out = 1.02
	size := 0.36 * w.step
	write := func(x, y float64, name string) {
		p.addText(vec2{x + w.border, y + w.border}.mul(w.step), size, p.look.muted, name)
	}
	for x := range w.x.size {
		name := letters.Column((w.x.first + x) % w.x.all)
		write(float64(x), -out, name)
		write(float64(x), float64(w.y.size-1)+out, name)
	}
	for y := range w.y.size {
		name := strconv.Itoa(w.y.all - (w.y.first+y)%w.y.all)
		write(-out, float64(y), name)
		write(float64(w.x.size-1)+out, float64(y), name)
	}
}

// addLines draws the edges: whole between adjacent shown points, and the first part of edges that leave the window.
func (w *window) addLines(p *Picture, b *board.Board) {
	thin := max(0.7, min(2, 0.035*w.step))
	for q := range board.Point(b.Len()) {
		if !w.has(q) {
			continue
		}
		from := w.at(q)
		for _, n := range b.Neighbors(q) {
			dx, dy := w.cells.way(q, n)
			to := from.add(vec2{float64(dx), float64(dy)}.mul(w.step))
			width := thin
			if dx != 0 && w.y.isEdge(w.cells.Y[q]) || dy != 0 && w.x.isEdge(w.cells.X[q]) {
				width *= edgeWidth
			}
			whole := w.has(n) && w.at(n).sub(to).norm() < w.step/2
			switch {
			case !whole:
				p.addLine(from, from.add(to.sub(from).mul(windowStub)), width, p.look.ink)
			case q < n:
				p.addLine(from, to, width, p.look.ink)
			}
		}
	}
}
