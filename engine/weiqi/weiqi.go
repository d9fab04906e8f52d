// Package weiqi is what the engines know of Go, on any board: a fast board with
// tactics, playouts that answer ataris, priors for the tree search of package
// mcts, a network that leads it, ownership, dead stones by playouts, and the nine levels.
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
	Level    int         // 1 to 9; 0 is full strength without bounds of its own. What a network leads differs from what is played out
	Memory   int64       // bytes; 256 MiB if zero
	Threads  int         // where the limits of a search give none; one if zero
	FullTime bool        // search to the limits, also when the best move cannot be caught any more
	Net      *neural.Net // judges positions and moves in the search, from ReadNet; nil for none
	Led      *Led        // how Net leads the search; nil where it only adds to what playouts say
	Steady   bool        // the playouts of a level decide each move: no clock cuts them short, nobody looks whether the game is over
}

// New returns an engine.
func New(opt Options) *Engine {
	m := &model{know: full, policy: heavy}
	o := mcts.Options{Memory: opt.Memory, Threads: opt.Threads, FullTime: opt.FullTime, Resign: 0.06}
	if opt.Level > 0 {
		levels[min(opt.Level, len(levels))-1].apply(&o, m)
	}
	switch m.net, m.led = opt.Net, opt.Led; {
	case opt.Net == nil:
	case opt.Led != nil && opt.Level > 0:
		o.PUCT, m.level = opt.Led.PUCT, &ledLevels[min(opt.Level, len(ledLevels))-1]
	case opt.Led != nil:
		o.Name, o.PUCT = "mcts led by a network", opt.Led.PUCT
	default:
		o.ExpandAt = judgedExpand
	}
	if opt.Net != nil && opt.Led != nil {
		m.room = knownRoom(cmp.Or(max(opt.Memory, 0), mcts.DefaultMemory))
		o.Beside = m.room + mcts.LessonBytes
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
	_ engine.Engine     = (*Engine)(nil)
	_ engine.DeadStones = (*Engine)(nil)
	_ engine.SekiStones = (*Engine)(nil)
	_ engine.Owner      = (*Engine)(nil)
	_ engine.Evaluator  = (*Engine)(nil)
)
