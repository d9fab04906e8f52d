package fullwidth

// tableBits is the size of the table: 2^tableBits entries. New entries always
// replace old ones.
const tableBits = 18

// bound is the kind of a stored score.
type bound uint8

const (
	exact bound = iota
	atLeast
	atMost
)

// entry is the result for a position. The score is valid in the iteration that
// found it, at the same depth, and hence at the same distance from the root; the
// move always.
type entry struct {
	key   uint64
	score int16
	move  uint16
	round uint16
	depth uint8
	bound bound
}

func boundOf(score, alpha, beta int) bound {
	switch {
	case score >= beta:
		return atLeast
	case score <= alpha:
		return atMost
	}
	return exact
}
