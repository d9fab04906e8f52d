package pattern

import "moyo/board"

// maxAsked bounds the points that the question about one of them leads to. No
// game is known that needs more than 8, but patterns can be drawn whose threes
// depend on each other without end.
const maxAsked = 64

// Banned says whether c may not play on the empty point p for Renju's sake: too
// long a row, two fours, or two threes that both count. It changes b and
// restores it.
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

// MayBan says whether Banned has to look twice at p.
func (b *Board) MayBan(p board.Point, c int) bool { return b.classes[c][b.code[c][p]].maybe }

// trueThrees counts the lines on which a stone of c on p makes a three that
// counts: some point turns it into a straight four, may be played, and does not
// make five at the same time (a five elsewhere would be no four).
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

// canStraighten says whether c, with a stone on p, may make a straight four on
// axis a.
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
			break // a straight four is one row: nothing beyond a gap
		}
	}
	return false
}

// straightens says whether a stone of c on q makes a straight four along a line
// that holds p.
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
