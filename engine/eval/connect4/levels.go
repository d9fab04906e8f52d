package connect4

import (
	"math"
	"math/rand/v2"
	"slices"

	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/game"
)

// level is how one of the nine levels plays: it sees fewer positions and plays
// the move that comes to mind more often the lower it is.
type level struct {
	nodes int64
	depth int
	// hasty is how often a move is played from the order of moves alone, and
	// drowsy how flat that order is then: the larger, the more random.
	hasty, drowsy float64
}

var levels = [9]level{
	{nodes: 20, depth: 1, hasty: 0.90, drowsy: 30},
	{nodes: 50, depth: 1, hasty: 0.60, drowsy: 8},
	{nodes: 100, depth: 1, hasty: 0.35, drowsy: 3},
	{nodes: 300, depth: 2, hasty: 0.20, drowsy: 2},
	{nodes: 1000, depth: 3, hasty: 0.10, drowsy: 2},
	{nodes: 4000, depth: 5, hasty: 0.04, drowsy: 1.5},
	{nodes: 20_000, depth: 8},
	{nodes: 200_000, depth: 14},
	{},
}

// Levels returns the number of levels.
func Levels() int { return len(levels) }

// weaken bounds the search by the level and drops all moves but one where the
// level plays in haste.
func (e *Engine) weaken(pos game.Position, root []alphabeta.Move, lim *engine.Limits) []alphabeta.Move {
	l := levels[e.opt.Level-1]
	lim.Nodes, lim.Depth, lim.Threads = l.nodes, l.depth, 1
	r := rand.New(rand.NewPCG(lim.Seed, pos.Hash()))
	if r.Float64() < l.hasty {
		return []alphabeta.Move{recalled(r, root, l.drowsy)}
	}
	return root
}

// orderUnit is the difference of order that makes a move e times likelier to be
// thought of by a player who is wide awake.
const orderUnit = 30

// recalled draws a move by how likely it is to come to mind, flattened.
func recalled(r *rand.Rand, root []alphabeta.Move, flat float64) alphabeta.Move {
	best := slices.MaxFunc(root, func(a, b alphabeta.Move) int { return int(a.Score) - int(b.Score) })
	weights := make([]float64, len(root))
	sum := 0.0
	for i, m := range root {
		weights[i] = math.Exp(float64(m.Score-best.Score) / orderUnit / flat)
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
