package capturefive

import "math/bits"

// hopeless reports that the attacker cannot win within the given number of its own moves, without
// captures: each row that it could still complete lacks more stones, or the defender can answer
// every stone in it by another one. The latter is a pairing strategy (Hales and Jewett 1963):
// disjoint pairs of empty points, one in each row; when the attacker takes one point of a pair the
// defender takes the other. It works with either side to move. The search for pairs is greedy, so
// false proves nothing.
func (g *geometry) hopeless(s *state, moves int) bool {
	own, opp := s.stones[attacker], s.stones[defender]
	var rows [4 * maxPoints]uint64
	n := 0
	for _, w := range g.windows {
		lacks := w &^ own
		if lacks&opp != 0 || bits.OnesCount64(lacks) > moves {
			continue
		}
		if n == len(rows) || lacks&(lacks-1) == 0 {
			return false
		}
		rows[n] = lacks
		n++
	}
	var used uint64
	for size := 2; size <= g.need; size++ {
		for i := range n {
			if bits.OnesCount64(rows[i]) != size {
				continue
			}
			pair := pairFor(rows[:n], rows[i]&^used)
			if pair == 0 {
				return false
			}
			used |= pair
			for j := range n {
				if rows[j]&pair == pair {
					rows[j] = 0
				}
			}
		}
	}
	return true
}

// pairFor returns two free points of a row that are in as many of the rows as possible, or 0 if it
// has fewer than two.
func pairFor(rows []uint64, free uint64) (pair uint64) {
	most := 0
	for a := free; a != 0; a &= a - 1 {
		for b := a & (a - 1); b != 0; b &= b - 1 {
			both, n := a&-a|b&-b, 0
			for _, w := range rows {
				if w&both == both {
					n++
				}
			}
			if n > most {
				most, pair = n, both
			}
		}
	}
	return pair
}
