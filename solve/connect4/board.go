package connect4

import "math/bits"

// rows is how many rows a board has, as a type: the length of the array. The
// compiler makes code for each, in which the distances between neighbours are
// constants; they decide how fast the search is.
type rows interface {
	[1]int8 | [2]int8 | [3]int8 | [4]int8 | [5]int8 | [6]int8 | [7]int8 | [8]int8 | [9]int8 | [10]int8 | [11]int8 | [12]int8
}

// grid is a board as bits. Column x begins at bit x*(height+1) with its lowest
// cell; the bit above its highest cell is always 0 and keeps columns apart.
type grid[R rows] struct {
	width int
	// floor holds the lowest cell of each column, cells all cells.
	floor, cells uint64
	// last holds every other cell of each column, the highest one first: those
	// that are filled second where two players fill what is left in turns.
	last uint64
}

// height returns the number of rows.
func (g *grid[R]) height() int {
	var r R
	return len(r)
}

// column returns the distance in bits from a cell to the one on its right.
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

// landing returns the cells on which the next stone of a column comes to rest.
func (g *grid[R]) landing(stones uint64) uint64 { return (stones + g.floor) & g.cells }

// columnOf returns the cells of the column that a cell is in.
func (g *grid[R]) columnOf(cell uint64) uint64 {
	x := uint(bits.TrailingZeros64(cell)) / g.column()
	return (1<<g.height() - 1) << (x * g.column())
}

// threats returns the cells, not all of them empty or on the board, where one
// stone more makes four of stones.
func (g *grid[R]) threats(b uint64) uint64 {
	t := (b << 1) & (b << 2) & (b << 3)
	d := g.column()
	t |= along(b, d) | along(b, d-1) | along(b, d+1)
	return t
}

// along is threats in one direction, d bits from cell to cell.
func along(b uint64, d uint) uint64 {
	pairs := b & (b << d) // of a cell and the one before it
	left := b >> d        // the one after
	return pairs<<d&(b<<(3*d)|left) | pairs>>(2*d)&(b<<d|b>>(3*d))
}

// fours returns the first cell of each four in one direction.
func fours(b uint64, d uint) uint64 {
	b &= b >> d
	return b & (b >> (2 * d))
}

// hasFour says whether there is a four in any direction.
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
