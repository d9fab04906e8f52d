package capturefive

import (
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/internal/weak"
	"moyo/game"
)

// levels is how the nine levels play.
var levels = [9]weak.Level{
	{Nodes: 30, Depth: 1, Blind: 0.50, Hasty: 0.45, Drowsy: 12},
	{Nodes: 60, Depth: 1, Blind: 0.20, Hasty: 0.50, Drowsy: 6},
	{Nodes: 150, Depth: 2, Blind: 0.06, Hasty: 0.30, Drowsy: 3},
	{Nodes: 400, Depth: 2, Hasty: 0.15, Drowsy: 2},
	{Nodes: 1000, Depth: 3, Hasty: 0.06, Drowsy: 2},
	{Nodes: 4000, Depth: 5, Hasty: 0.03, Drowsy: 1.5},
	{Nodes: 20_000, Depth: 7},
	{Nodes: 150_000, Depth: 10},
	{},
}

// Levels returns the number of levels.
func Levels() int { return len(levels) }

// weaken bounds the search by the level and drops all moves but one where the
// level plays in haste, or anywhere.
func (e *Engine) weaken(pos game.Position, root []alphabeta.Move, lim *engine.Limits) []alphabeta.Move {
	if e.opt.Level == 0 || lim.Best > 1 {
		return root
	}
	l := levels[e.opt.Level-1]
	l.Bound(lim)
	anywhere := func() []alphabeta.Move {
		return keep(pos, newState(e.b, e.w, e.forced).anywhere(nil), lim.Exclude)
	}
	return l.Choose(lim.Seed, pos.Hash(), root, anywhere, orderUnit)
}

// orderUnit is the difference of order that makes a move e times likelier to be
// thought of by a player who is wide awake.
const orderUnit = 60
