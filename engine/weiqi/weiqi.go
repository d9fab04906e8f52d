// Package weiqi is the engines' knowledge of Go, on any board. It has a fast board with
// tactics, playouts that answer ataris, and priors for the tree search of package mcts. A
// network guides the search; ownership, dead stones and the nine levels build on both.
//
// All of it works on a bare graph. Where the surroundings of a point are
// squares, as on a grid, a torus or a mesh of quadrangles, 3x3 patterns and
// diagonals help as well; they are found from the graph itself.
package weiqi

import (
	"cmp"

	"moyo/engine"
	"moyo/engine/mcts"
	"moyo/engine/neural"
)

// Options choose an engine.
type Options struct {
	Level     int         // 1 to 9; 0 is full strength. Levels guided by a network differ from those with playouts
	Memory    int64       // bytes; 256 MiB if zero
	Threads   int         // if the limits of a search set none; one if zero
	FullTime  bool        // search to the limits, even when no other move can become the best
	Net       *neural.Net // evaluates positions and moves in the search, from ReadNet; nil for none
	NetSearch *NetSearch  // how Net guides the search; nil if it only adds to the playouts
	Steady    bool        // the playouts of a level decide each move: no clock cuts them short, and no check whether the game is over
}

// New returns an engine.
func New(opt Options) *Engine {
	m := &model{know: full, policy: heavy}
	o := mcts.Options{Memory: opt.Memory, Threads: opt.Threads, FullTime: opt.FullTime, Resign: 0.06}
	if opt.Level > 0 {
		levels[min(opt.Level, len(levels))-1].apply(&o, m)
	}
	switch m.net, m.search = opt.Net, opt.NetSearch; {
	case opt.Net == nil:
	case opt.NetSearch != nil && opt.Level > 0:
		o.PUCT, m.level = opt.NetSearch.PUCT, &netLevels[min(opt.Level, len(netLevels))-1]
	case opt.NetSearch != nil:
		o.Name, o.PUCT = "mcts guided by a network", opt.NetSearch.PUCT
	default:
		o.ExpandAt = estimateExpand
	}
	if opt.Net != nil && opt.NetSearch != nil {
		m.room = knownRoom(cmp.Or(max(opt.Memory, 0), mcts.DefaultMemory))
		o.Beside = m.room + mcts.BiasBytes
	}
	if opt.Steady {
		o.Time, m.playsOn = 0, true
	}
	return &Engine{Engine: mcts.New(m, o), model: m}
}

// Engine plays Go by tree search. It also finds dead stones and ownership.
type Engine struct {
	*mcts.Engine
	model *model
}

var (
	_ engine.Engine             = (*Engine)(nil)
	_ engine.DeadStones         = (*Engine)(nil)
	_ engine.SekiStones         = (*Engine)(nil)
	_ engine.OwnershipEstimator = (*Engine)(nil)
	_ engine.Evaluator          = (*Engine)(nil)
)
