package connect4

import "math/bits"

// rows is the number of rows of a board as a type: the length of the array. The compiler generates
// code for each, in which the distances between neighbours are constants. That decides the speed of
// the search.
type rows interface {
	[1]int8 | [2]int8 | [3]int8 | [4]int8 | [5]int8 | [6]int8 | [7]int8 | [8]int8 | [9]int8 | [10]int8 | [11]int8 | [12]int8
}

// grid is a board as bits. Column x begins at bit x*(height+1) with its lowest cell. The bit above
// its highest cell is always 0 and separates columns.
type grid[R rows] struct {
	width int
	// floor contains the lowest cell of each column, cells all cells.
	floor, cells uint64
	// last contains every other cell of each column, from the highest: the cells that are filled
	// second if two players fill the rest alternately.
	last uint64
}

// height returns the number of rows.
func (g *grid[R]) height() int {
	var r R
	return len(r)
}

// column returns the distance in bits to the cell on the right.
func (g *grid[R]) column() uint {
	var r R
	return uint(len(r)) + 1
}

func newGrid[R rows](width int) grid[R] {
	g := grid[R]{width: width}
	for x := range width {
		g.floor |= 1 << (uint(x) * g.column())
	}
	g.cells = g.floor * (1<<g.height() - 1)
	for y := g.height() - 1; y >= 0; y -= 2 {
		g.last |= g.floor << y
	}
	return g
}

// landing returns the cells where the next stone of each column comes to rest.
func (g *grid[R]) landing(stones uint64) uint64 { return (stones + g.floor) & g.cells }

// columnOf returns the column of a cell.
func (g *grid[R]) columnOf(cell uint64) uint64 {
	x := uint(bits.TrailingZeros64(cell)) / g.column()
	return (1<<g.height() - 1) << (x * g.column())
}

// threats returns the cells, not all of them empty or on the board, that complete four of stones.
func (g *grid[R]) threats(b uint64) uint64 {
	t := (b << 1) & (b << 2) & (b << 3)
	d := g.column()
	t |= along(b, d) | along(b, d-1) | along(b, d+1)
	return t
}

// along is threats in one direction, d bits from cell to cell.
func along(b uint64, d uint) uint64 {
	pairs := b & (b << d) // a cell and the one before it
	left := b >> d        // the one after
	return pairs<<d&(b<<(3*d)|left) | pairs>>(2*d)&(b<<d|b>>(3*d))
}

// fours returns the first cell of each four in one direction.
func fours(b uint64, d uint) uint64 {
	b &= b >> d
	return b & (b >> (2 * d))
}

// hasFour reports whether the stones contain a four.
func (g *grid[R]) hasFour(b uint64) bool {
	d := g.column()
	return fours(b, 1)|fours(b, d)|fours(b, d-1)|fours(b, d+1) != 0
}

// mirror returns the cells, and the bits above the columns, of the mirror image.
func (g *grid[R]) mirror(b uint64) uint64 {
	d := g.column()
	one := uint64(1)<<d - 1
	m := uint64(0)
	for range g.width {
		m = m<<d | b&one
		b >>= d
	}
	return m
}
