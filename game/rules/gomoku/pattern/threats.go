package pattern

import (
	"math/bits"

	"moyo/board"
)

// FivePoint returns a point where c wins immediately and the number of such points, or board.None
// and 0.
func (b *Board) FivePoint(c int) (board.Point, int) {
	n := b.Count(c, Win)
	if n == 0 {
		return board.None, 0
	}
	for i := 0; i < len(b.class[c]); i += 8 {
		if found := equalBytes(word(b.class[c], i), uint8(Win)); found != 0 {
			return board.Point(i + bits.TrailingZeros64(found)>>3), n
		}
	}
	panic("pattern: a counted class has no point")
}

// Has reports whether c has an empty point of one of the classes low to high.
func (b *Board) Has(c int, low, high Class) bool {
	for k := low; k <= high; k++ {
		if b.count[c][k] > 0 {
			return true
		}
	}
	return false
}

// Stops appends to buf the empty points where an enemy stone prevents c's empty point q from being
// a win, a straight four or two fours: q itself first. It considers only a single enemy stone; the
// enemy's own fours are other answers.
func (b *Board) Stops(q board.Point, c int, buf []board.Point) []board.Point {
	return b.keepBelow(q, c, FourFour, append(buf, q), func(k Kind) bool { return k >= Four && k != Over })
}

// keepBelow appends to buf the points other than q where an enemy stone makes q's class less than
// limit, or forbidden, through lines whose kind at q matters.
func (b *Board) keepBelow(q board.Point, c int, limit Class, buf []board.Point, matters func(Kind) bool) []board.Point {
	for a := range b.axes {
		if !matters(b.Kind(q, a, c)) {
			continue
		}
		key := b.keys[int(q)*b.stride+a]
		for slot, x := range b.Window(q, a) {
			if x == board.None || b.colour[x] != 0 || x == q {
				continue
			}
			k := b.table.kind(key|uint32(3-c)<<(2*slot), c)
			if is := b.classWith(q, a, c, k); is < limit || is == Ban {
				buf = append(buf, x)
			}
		}
	}
	return buf
}

// classWith returns the class of the empty point q for c if its kind on axis a were k.
func (b *Board) classWith(q board.Point, a, c int, k Kind) Class {
	if b.axes > 4 {
		i := int(q)*b.stride + a
		old := b.kinds[i]
		b.kinds[i] = uint8(k) << (4 * (c - 1))
		packed := b.packed(int(q), c)
		b.kinds[i] = old
		return b.classes[c][codes[packed]].class
	}
	packed := b.packed(int(q), c)
	packed = packed&^(15<<(4*a)) | uint16(k)<<(4*a)
	return b.classes[c][codes[packed]].class
}

// Simple reports that no window of the board contains a point twice and that two lines through a
// point meet nowhere else within reach, as on every grid. Otherwise one move may answer two
// threats.
func (b *Board) Simple() bool { return b.simple }

func (b *Board) isSimple() bool {
	seen := make([]board.Point, b.n)
	for p := range board.Point(b.n) {
		seen[p] = p + 1
		for a := range b.axes {
			for _, q := range b.Window(p, a) {
				if q == board.None {
					continue
				}
				if seen[q] == p+1 {
					return false
				}
				seen[q] = p + 1
			}
		}
	}
	return true
}

// Figures appends to buf the empty points whose class for either colour is at least low, ascending.
func (b *Board) Figures(buf []board.Point, low Class) []board.Point {
	black, white := b.class[Black], b.class[White]
	for i := 0; i < len(black); i += 8 {
		buf = appendBytes(buf, i, leastBytes(word(black, i), uint8(low))|leastBytes(word(white, i), uint8(low)))
	}
	return buf
}

// Line returns which rows win for c.
func (b *Board) Line(c int) Line {
	if c == Black {
		return b.table.Black
	}
	return b.table.White
}

// Blocks appends to buf the empty points where an enemy stone prevents c's empty point q from being
// a win: q first, and only q unless a row between two enemy stones does not count.
func (b *Board) Blocks(q board.Point, c int, buf []board.Point) []board.Point {
	buf = append(buf, q)
	if !b.Line(c).Fence {
		return buf
	}
	return b.keepBelow(q, c, Win, buf, func(k Kind) bool { return k == Five })
}
