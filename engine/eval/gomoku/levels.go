package gomoku

import (
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/internal/weak"
)

// levels is how the nine levels play.
var levels = [9]weak.Level{
	{Nodes: 50, Depth: 1, Hasty: 0.60, Drowsy: 8},
	{Nodes: 100, Depth: 1, Hasty: 0.40, Drowsy: 5},
	{Nodes: 200, Depth: 2, Hasty: 0.25, Drowsy: 3},
	{Nodes: 400, Depth: 2, Hasty: 0.12, Drowsy: 2},
	{Nodes: 1000, Depth: 3, Hasty: 0.06, Drowsy: 2},
	{Nodes: 4000, Depth: 5, Hasty: 0.03, Drowsy: 1.5},
	{Nodes: 20_000, Depth: 7},
	{Nodes: 150_000, Depth: 10},
	{},
}

// Levels returns the number of levels.
func Levels() int { return len(levels) }

// weaken bounds the search by the level and drops all moves but one where the
// level plays in haste.
func (e *Engine) weaken(root []alphabeta.Move, lim *engine.Limits) []alphabeta.Move {
	if e.opt.Level == 0 || lim.Best > 1 {
		return root
	}
	l := levels[e.opt.Level-1]
	l.Bound(lim)
	return l.Choose(lim.Seed, e.b.Hash(), root, nil, orderUnit)
}
