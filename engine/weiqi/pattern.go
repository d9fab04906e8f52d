package weiqi

import "moyo/game"

// The 3x3 patterns of MoGo's playouts (S. Gelly, Y. Wang, R. Munos and O.
// Teytaud, "Modification of UCT with patterns in Monte-Carlo Go", 2006): hane,
// cuts and moves at the edge, in the selection that michi (P. Baudis) showed to
// do well. In rows: X and O are the two colours in either order, x is anything
// but X, o anything but O, a point is empty, ? is anything, a blank is beyond
// the edge. The move is in the middle.
var patterns3x3 = [...][3]string{
	{"XOX", "...", "???"}, // hane that encloses
	{"XO.", "...", "?.?"}, // hane that does not cut
	{"XO?", "X..", "x.?"}, // magari
	{".O.", "X..", "..."}, // shoulder hit or contact on the diagonal
	{"XO?", "O.o", "?o?"}, // cut without protection
	{"XO?", "O.X", "???"}, // cut after a peep
	{"?X?", "O.O", "ooo"}, // push through
	{"OX?", "o.O", "???"}, // cut of a knight's move
	{"X.?", "O.?", "   "}, // chase along the edge
	{"OX?", "X.O", "   "}, // stop a cut at the edge
	{"?X?", "x.O", "   "}, // stop a connection at the edge
	{"?XO", "x.x", "   "}, // descend to the edge
	{"?OX", "X.O", "   "}, // cut at the edge
}

// ringOrder gives the rows and columns of the points around the middle in turn,
// neighbours first, as shape.ring does.
var ringOrder = [ringSize][2]int{{0, 1}, {0, 2}, {1, 2}, {2, 2}, {2, 1}, {2, 0}, {1, 0}, {0, 0}}

// The values of a point in a ring's code, two bits each. Colours are
// game.Color's.
const beyond = 3

// patternTable reports for each code of a ring whether some pattern fits.
var patternTable = makePatternTable()

func makePatternTable() *[1 << 16 / 64]uint64 {
	var table [1 << 16 / 64]uint64
	for _, rows := range patterns3x3 {
		for _, swapped := range []bool{false, true} {
			markPattern(&table, rows, swapped)
		}
	}
	return &table
}

// markPattern marks all codes of a pattern, turned and reflected.
func markPattern(table *[1 << 16 / 64]uint64, rows [3]string, swapped bool) {
	var codes = []uint16{0}
	for i, at := range ringOrder {
		var next []uint16
		for _, v := range valuesOf(rows[at[0]][at[1]], swapped) {
			for _, c := range codes {
				next = append(next, c|uint16(v)<<(2*i))
			}
		}
		codes = next
	}
	for _, c := range codes {
		for range 4 {
			c = c<<4 | c>>12 // a quarter turn: two places
			for _, m := range []uint16{c, mirrored(c)} {
				table[m/64] |= 1 << (m % 64)
			}
		}
	}
}

// mirrored reflects a ring's code: place i goes to place -i.
func mirrored(c uint16) uint16 {
	var m uint16
	for i := range ringSize {
		m |= (c >> (2 * i) & 3) << (2 * ((ringSize - i) % ringSize))
	}
	return m
}

// valuesOf returns the values that a pattern's letter allows.
func valuesOf(letter byte, swapped bool) []int {
	x, o := int(game.Black), int(game.White)
	if swapped {
		x, o = o, x
	}
	switch letter {
	case 'X':
		return []int{x}
	case 'O':
		return []int{o}
	case 'x':
		return []int{o, int(game.Empty), beyond}
	case 'o':
		return []int{x, int(game.Empty), beyond}
	case '.':
		return []int{int(game.Empty)}
	case ' ':
		return []int{beyond}
	}
	return []int{int(game.Empty), x, o, beyond}
}

// fits reports whether a 3x3 pattern fits around the empty point p. It is false
// where the surroundings are not squares.
func (b *stones) fits(p game.Point) bool {
	if !b.hasRing[p] {
		return false
	}
	var code uint16
	for i, q := range &b.ring[p] {
		v := uint16(beyond)
		if q != noPoint {
			v = uint16(b.At(q))
		}
		code |= v << (2 * i)
	}
	return patternTable[code/64]>>(code%64)&1 != 0
}
