package capturefive

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
	// blind is how often any legal move is played, hasty how often one from the
	// order of moves alone, and drowsy how flat that order is then: the larger,
	// the more random.
	blind, hasty, drowsy float64
}

var levels = [9]level{
	{nodes: 30, depth: 1, blind: 0.50, hasty: 0.45, drowsy: 12},
	{nodes: 60, depth: 1, blind: 0.20, hasty: 0.50, drowsy: 6},
	{nodes: 150, depth: 2, blind: 0.06, hasty: 0.30, drowsy: 3},
	{nodes: 400, depth: 2, hasty: 0.15, drowsy: 2},
	{nodes: 1000, depth: 3, hasty: 0.06, drowsy: 2},
	{nodes: 4000, depth: 5, hasty: 0.03, drowsy: 1.5},
	{nodes: 20_000, depth: 7},
	{nodes: 150_000, depth: 10},
	{},
}

// Levels returns the number of levels.
func Levels() int { return len(levels) }

// weaken bounds the search by the level and drops all moves but one where the
// level plays in haste.
func (e *Engine) weaken(pos game.Position, root []alphabeta.Move, lim *engine.Limits) []alphabeta.Move {
	if e.opt.Level == 0 || lim.Best > 1 {
		return root
	}
	l := levels[e.opt.Level-1]
	if l.nodes > 0 {
		lim.Nodes, lim.Depth = l.nodes, l.depth
	}
	r := rand.New(rand.NewPCG(lim.Seed, pos.Hash()))
	switch whim := r.Float64(); {
	case whim < l.blind:
		if all := keep(pos, newState(e.b, e.w, e.forced).anywhere(nil), lim.Exclude); len(all) > 0 {
			return []alphabeta.Move{all[r.IntN(len(all))]}
		}
	case whim < l.blind+l.hasty:
		return []alphabeta.Move{fancy(r, root, l.drowsy)}
	}
	return root
}

// orderUnit is the difference of order that makes a move e times likelier to be
// thought of by a player who is wide awake.
const orderUnit = 60

// fancy draws a move by how likely the order of moves finds it, flattened.
func fancy(r *rand.Rand, root []alphabeta.Move, flat float64) alphabeta.Move {
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
