package pattern

import "moyo/board"

// maxAsked limits the recursion of Banned to further points. No known game needs more than 8, but
// there are patterns in which threes depend on each other endlessly.
const maxAsked = 64

// Banned reports whether Renju forbids the empty point p to c: too long a row, two fours, or two
// threes that both count. It changes b temporarily.
func (b *Board) Banned(p board.Point, c int) bool {
	b.asked = 0
	return b.banned(p, c)
}

func (b *Board) banned(p board.Point, c int) bool {
	entry := b.classes[c][b.code[c][p]]
	switch {
	case entry.class == Ban:
		return true
	case !entry.maybe || b.asked >= maxAsked:
		return false
	}
	b.asked++
	return b.trueThrees(p, c) >= 2
}

// MayBan reports whether Banned needs a full check of p.
func (b *Board) MayBan(p board.Point, c int) bool { return b.classes[c][b.code[c][p]].maybe }

// trueThrees counts the lines on which a stone of c on p makes a three that counts: some legal
// point turns it into a straight four without making five (then it would be no four).
func (b *Board) trueThrees(p board.Point, c int) int {
	var axes [32]int
	n := 0
	for a := range b.axes {
		if k := b.Kind(p, a, c); k == OpenThree || k == OpenThree2 {
			axes[n] = a
			n++
		}
	}
	b.Place(p, c)
	count := 0
	for _, a := range axes[:n] {
		if b.canStraighten(p, a, c) {
			count++
		}
	}
	b.Undo()
	return count
}

// canStraighten reports whether c, with a stone on p, can make a straight four on axis a.
func (b *Board) canStraighten(p board.Point, a, c int) bool {
	window := b.Window(p, a)
	half := b.table.half
	for _, step := range [2]int{1, -1} {
		slot := half
		if step < 0 {
			slot = half - 1
		}
		for ; slot >= 0 && slot < 2*half && window[slot] != board.None && b.colour[window[slot]] != uint8(3-c); slot += step {
			q := window[slot]
			if b.colour[q] != 0 {
				continue
			}
			if b.straightens(q, p, c) && b.Class(q, c) != Win && !b.banned(q, c) {
				return true
			}
			break // a straight four is one row, without gaps
		}
	}
	return false
}

// straightens reports whether a stone of c on q makes a straight four along a line that contains p.
func (b *Board) straightens(q, p board.Point, c int) bool {
	for a := range b.axes {
		if b.Kind(q, a, c) != OpenFour {
			continue
		}
		for _, r := range b.Window(q, a) {
			if r == p {
				return true
			}
		}
	}
	return false
}
