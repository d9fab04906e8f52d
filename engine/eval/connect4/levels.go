package connect4

import (
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/internal/weak"
	"moyo/game"
)

// levels is how the nine levels play.
var levels = [9]weak.Level{
	{Nodes: 20, Depth: 1, Hasty: 0.90, Drowsy: 30},
	{Nodes: 50, Depth: 1, Hasty: 0.60, Drowsy: 8},
	{Nodes: 100, Depth: 1, Hasty: 0.35, Drowsy: 3},
	{Nodes: 300, Depth: 2, Hasty: 0.20, Drowsy: 2},
	{Nodes: 1000, Depth: 3, Hasty: 0.10, Drowsy: 2},
	{Nodes: 4000, Depth: 5, Hasty: 0.04, Drowsy: 1.5},
	{Nodes: 20_000, Depth: 8},
	{Nodes: 200_000, Depth: 14},
	{},
}

// Levels returns the number of levels.
func Levels() int { return len(levels) }

// weaken bounds the search by the level and drops all moves but one where the
// level plays in haste.
func (e *Engine) weaken(pos game.Position, root []alphabeta.Move, lim *engine.Limits) []alphabeta.Move {
	l := levels[e.opt.Level-1]
	lim.Nodes, lim.Depth, lim.Threads = l.Nodes, l.Depth, 1
	return l.Choose(lim.Seed, pos.Hash(), root, nil, orderUnit)
}

// orderUnit is the difference of order that makes a move e times likelier to be
// thought of by a player who is wide awake.
const orderUnit = 30
