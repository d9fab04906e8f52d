package gtp

import (
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
)

// Cells are the columns and rows of a board that can be drawn as a rectangle: a
// grid, or a torus, a Möbius band and the like cut open.
type Cells struct {
	Width, Height int
	Columns, Rows []string     // labels, from the left and from the top
	At            []game.Point // y*Width+x, board.None for cells without a point
	X, Y          []int        // of each point
}

// NewCells lays a board out by the names of its points: letters for the column
// and a number for the row, counted from the bottom. ok is false for other
// names, or if too few edges join neighbours in the rectangle: three quarters
// of a flat board, which could be drawn as it is, half of others.
func NewCells(b *board.Board) (c *Cells, ok bool) {
	c = &Cells{X: make([]int, b.Len()), Y: make([]int, b.Len())}
	for p := range b.Len() {
		x, row, ok := cellOf(b.Name(game.Point(p)))
		if !ok {
			return nil, false
		}
		c.X[p], c.Y[p] = x, row
		c.Width, c.Height = max(c.Width, x+1), max(c.Height, row)
	}
	if c.Width*c.Height > 4*b.Len()+100 {
		return nil, false
	}
	c.At = make([]game.Point, c.Width*c.Height)
	for i := range c.At {
		c.At[i] = board.None
	}
	for p := range game.Point(b.Len()) {
		c.Y[p] = c.Height - c.Y[p]
		c.At[c.Y[p]*c.Width+c.X[p]] = p
	}
	for x := range c.Width {
		c.Columns = append(c.Columns, board.ColumnName(x))
	}
	for y := range c.Height {
		c.Rows = append(c.Rows, strconv.Itoa(c.Height-y))
	}
	return c, c.fits(b)
}

// maxCell bounds columns and rows.
const maxCell = 10_000

// cellOf parses a name such as "D4": column 3, row 4.
func cellOf(name string) (column, row int, ok bool) {
	digits := strings.TrimLeft(name, "ABCDEFGHJKLMNOPQRSTUVWXYZ")
	letters := name[:len(name)-len(digits)]
	row, err := strconv.Atoi(digits)
	if err != nil || row < 1 || row > maxCell || digits[0] == '0' || letters == "" || len(letters) > 2 {
		return 0, 0, false
	}
	for _, r := range letters {
		column = column*25 + strings.IndexRune("ABCDEFGHJKLMNOPQRSTUVWXYZ", r) + 1
	}
	return column - 1, row, true
}

// fits reports whether the rectangle shows the board's edges, apart from edges
// that wrap around.
func (c *Cells) fits(b *board.Board) bool {
	near := 0
	for _, e := range b.Edges() {
		if c.Adjacent(e[0], e[1]) {
			near++
		}
	}
	if b.Flat() {
		return 4*near >= 3*b.EdgeCount()
	}
	return 2*near >= b.EdgeCount()
}

// Adjacent reports whether two points are next to each other in a row or a
// column of the rectangle.
func (c *Cells) Adjacent(p, q game.Point) bool {
	dx, dy := c.X[p]-c.X[q], c.Y[p]-c.Y[q]
	return dx*dx+dy*dy == 1
}
