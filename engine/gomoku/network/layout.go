package network

import (
	"moyo/board"
	"moyo/game/rules/gomoku/pattern"
)

// Layout describes the windows of a board. It is immutable and may be shared.
type Layout struct {
	n     int
	views *table
	empty []uint16 // keys of the empty board, 4 a point
	from  []int32  // seen[from[q]:from[q+1]] contain the point q
	seen  []sighted
}

// sighted is a key that contains a cell at the given shift in bits.
type sighted struct {
	key   int32
	shift uint8
}

// largest bounds the points of a board: the sum of that many numbers up to unit fits into 16 bits.
const largest = 1<<16/unit - 1

// NewLayout returns the layout of a board of five in a row, or nil if no network supports
// the board: it has more than four axes, or is too large. Missing axes contribute nothing.
func NewLayout(b *pattern.Board) *Layout {
	if b.Axes() > 4 || b.Len() > largest {
		return nil
	}
	l := &Layout{n: b.Len(), views: windows(), empty: make([]uint16, 4*b.Len())}
	lists := make([][]sighted, l.n)
	for p := range board.Point(l.n) {
		for a := range 4 {
			i := 4*int(p) + a
			if a >= b.Axes() {
				l.empty[i] = 0xffff
				continue
			}
			w := b.Window(p, a)
			w = w[len(w)/2-half : len(w)/2+half]
			for slot, q := range w {
				if q == board.None {
					l.empty[i] |= wall << (2 * slot)
				} else {
					lists[q] = append(lists[q], sighted{int32(i), uint8(2 * slot)})
				}
			}
		}
	}
	l.from = make([]int32, l.n+1)
	for q, list := range lists {
		l.seen = append(l.seen, list...)
		l.from[q+1] = int32(len(l.seen))
	}
	return l
}
