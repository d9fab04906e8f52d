package connect4

import "math/bits"

// bounds returns bounds of the score of a quiet position that are known without search. Only
// whether the score is at least beta matters.
func (w *worker[R]) bounds(s *state, beta int) (lo, hi int) {
	lo, hi = lostBy(s.left, 2), wonBy(s.left, 2)
	if lo >= beta || hi < beta {
		return lo, hi
	}
	if w.ideas&Lines != 0 {
		empty := w.cells &^ (s.own | s.other)
		if beta > 0 && s.left&1 != 0 && !w.hasFour(s.own|empty) { // onTop handles even left
			return lo, 0
		}
		if beta <= 0 && !w.hasFour(s.other|empty) {
			return 0, hi
		}
	}
	if w.ideas&Follow != 0 && s.left&1 == 0 {
		hi = min(hi, w.onTop(s, beta))
		if hi < beta {
			return lo, hi
		}
	}
	if w.ideas&Zugzwang != 0 {
		hi = min(hi, w.zugzwang(s, beta))
		if hi < beta {
			return lo, hi
		}
	}
	if w.ideas&Kill != 0 && wonBy(s.left, 3) < beta {
		if w.kill(s) {
			return hi, hi
		}
		return lo, wonBy(s.left, 3)
	}
	return lo, hi
}

// kill reports whether the side to move has a move after which it wins with its next stone against
// every answer.
func (w *worker[R]) kill(s *state) bool {
	stones := s.own | s.other
	for safe := w.landing(stones) &^ (s.lose >> 1); safe != 0; safe &= safe - 1 {
		cell := safe & -safe
		own := s.own | cell
		after := stones | cell
		threats := w.threats(own) &^ after & w.cells
		landing := w.landing(after)
		wins := threats & landing
		if wins&(wins-1)|wins&(threats>>1) != 0 || wins == 0 && landing&^(threats>>1) == 0 && landing != 0 {
			return true
		}
	}
	return false
}

// onTop returns an upper bound of the score if the other side answers each stone by one on top of
// it. The rest of each column is then filled in pairs, the second cell by the other side. A column
// with an odd number of cells left starts with a single one, which either side may get; these
// columns are even in number. The number of cells left must be even.
func (w *worker[R]) onTop(s *state, beta int) int {
	stones := s.own | s.other
	theirs := s.other | w.last&^stones&^w.landing(stones)
	mine := w.cells &^ theirs
	d := w.column()
	if fours(mine, 1) != 0 {
		return bias
	}
	a, b, c := fours(theirs, d), fours(theirs, d-1), fours(theirs, d+1)
	// My fours do not count if all of their cells are above one of theirs.
	if w.above(fours(mine, d), a)|w.above(fours(mine, d-1), b)|w.above(fours(mine, d+1), c) != 0 {
		return bias
	}
	if a|b|c == 0 {
		return 0
	}
	if beta > 0 {
		return -1
	}
	return min(-1, w.latest(a, d, stones), w.latest(b, d-1, stones), w.latest(c, d+1, stones))
}

// above returns the fours that are not above one of under.
func (w *worker[R]) above(fours, under uint64) uint64 {
	if fours == 0 || under == 0 {
		return fours
	}
	// All bits from the lowest of under up, in each column.
	top := w.floor << w.height()
	return fours &^ (top - under | under)
}

// latest returns the score of the side to move if the other side completes one of fours, all of
// whose empty cells it gets, as late as possible.
func (w *worker[R]) latest(fours uint64, d uint, stones uint64) int {
	score := -1
	for ; fours != 0; fours &= fours - 1 {
		first := fours & -fours
		cells := first | first<<d | first<<(2*d) | first<<(3*d)
		above := w.height()
		for rest := cells &^ stones; rest != 0; rest &= rest - 1 {
			row := bits.TrailingZeros64(rest) % int(w.column())
			above = min(above, w.height()-1-row)
		}
		score = min(score, -(above/2 + 1))
	}
	return score
}

// zugzwang returns an upper bound of the score if the other side has a threat that the side to move
// must eventually enable: all other cells are filled in pairs as in onTop, up to the one below the
// threat.
func (w *worker[R]) zugzwang(s *state, beta int) int {
	stones := s.own | s.other
	threats := s.lose & w.last
	if s.left&1 != 0 {
		threats = s.lose &^ w.last
	}
	landing := w.landing(stones)
	for ; threats != 0; threats &= threats - 1 {
		cell := threats & -threats
		column := w.columnOf(cell)
		row := bits.TrailingZeros64(cell) % int(w.column())
		score := -((w.height()-1-row)/2 + 1)
		if score >= beta {
			continue
		}
		below := column & (cell>>1 - 1)
		pairs := w.last &^ column
		if s.left&1 == 0 {
			pairs |= below & w.last
		} else {
			pairs |= below &^ w.last
		}
		theirs := pairs &^ stones &^ landing
		mine := (w.cells&^column|below|cell>>1)&^theirs&^s.other | s.own
		if !w.hasFour(mine) {
			return score
		}
	}
	return bias
}
