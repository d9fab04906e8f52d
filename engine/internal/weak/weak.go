// Package weak makes searches play below their strength: they see fewer
// positions, and at times play the move that comes to mind, or any.
package weak

import (
	"math"
	"math/rand/v2"
	"slices"

	"moyo/engine"
	"moyo/engine/alphabeta"
)

// Level is how one level plays. The zero Level is full strength.
type Level struct {
	Nodes int64
	Depth int
	// Blind is how often any legal move is played, Hasty how often one from the
	// order of moves alone, and Drowsy how flat that order is then: the larger,
	// the more random.
	Blind, Hasty, Drowsy float64
}

// Bound lowers the limits to those of the level.
func (l Level) Bound(lim *engine.Limits) {
	if l.Nodes > 0 {
		lim.Nodes, lim.Depth = l.Nodes, l.Depth
	}
}

// Choose returns the moves that are left for the search: root, or a single one
// where the level plays in haste. any returns all legal moves. unit is the
// difference of order that makes a move e times likelier to be thought of by a
// player who is wide awake. The choice follows from seed and the position's hash.
func (l Level) Choose(seed, hash uint64, root []alphabeta.Move, any func() []alphabeta.Move, unit float64) []alphabeta.Move {
	r := rand.New(rand.NewPCG(seed, hash))
	switch whim := r.Float64(); {
	case whim < l.Blind:
		if all := any(); len(all) > 0 {
			return []alphabeta.Move{all[r.IntN(len(all))]}
		}
	case whim < l.Blind+l.Hasty:
		return []alphabeta.Move{Fancy(r, root, unit*l.Drowsy)}
	}
	return root
}

// Fancy draws a move by how likely it is to come to mind: e times likelier for
// each unit of order.
func Fancy(r *rand.Rand, root []alphabeta.Move, unit float64) alphabeta.Move {
	best := slices.MaxFunc(root, func(a, b alphabeta.Move) int { return int(a.Score) - int(b.Score) })
	weights := make([]float64, len(root))
	sum := 0.0
	for i, m := range root {
		weights[i] = math.Exp(float64(m.Score-best.Score) / unit)
		sum += weights[i]
	}
	at := r.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return root[i]
		}
	}
	return best
}
