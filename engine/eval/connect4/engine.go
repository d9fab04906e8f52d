// Package connect4 is what moyo's engines know of Connect Four. The [Engine]
// plays perfectly wherever package solve finds the value of a position in time,
// and else, on large boards and for rows of other lengths, searches with package
// alphabeta.
package connect4

import (
	"context"
	"fmt"
	"time"

	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/eval/connect4/solve"
	"moyo/game"
	rules "moyo/rules/connect4"
)

// Options are the resources and the playing strength of an Engine.
type Options struct {
	Memory  int64              // bytes for tables, 0 is 256 MiB
	Threads int                // 0 is 1; Limits.Threads overrides it
	Level   int                // 1 to Levels, 0 is full strength
	Search  *alphabeta.Options // nil is alphabeta.Default without null moves
	NoSolve bool               // searches with package alphabeta alone
	NoBook  bool               // solves first moves, too
}

// Engine plays Connect Four. It implements engine.Engine.
type Engine struct {
	opt     Options
	search  alphabeta.Options
	table   *alphabeta.Table
	field   *field
	solver  *solve.Solver
	threads int // of solver
}

// New returns an engine.
func New(opt Options) *Engine {
	if opt.Memory == 0 {
		opt.Memory = 256 << 20
	}
	e := &Engine{opt: opt, search: searchDefault()}
	if opt.Search != nil {
		e.search = *opt.Search
	}
	return e
}

// Name returns a name for people.
func (e *Engine) Name() string { return "connect four" }

// Close frees the memory.
func (e *Engine) Close() error {
	e.table, e.field, e.solver = nil, nil, nil
	return nil
}

// Search implements engine.Engine.
func (e *Engine) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	begin := time.Now()
	p, ok := pos.(*rules.Position)
	if !ok {
		return engine.Info{}, fmt.Errorf("%s: does not play %s", e.Name(), pos.Rules().ID())
	}
	if p.Outcome().Over {
		return engine.Info{Move: game.NoMove}, nil
	}
	e.prepare(p)
	if report == nil {
		report = func(engine.Info) {}
	}
	root := e.rootMoves(p, lim.Exclude)
	if e.opt.Level > 0 && e.opt.Level < Levels() && lim.Best <= 1 {
		root = e.weaken(p, root, &lim)
		return e.think(ctx, p, root, lim, begin, report), nil
	}
	if unbounded := lim.Time == 0 && lim.Nodes == 0 && lim.Depth == 0 && lim.Clock.Left == 0; unbounded && empty(p) >= p.Board().Len()-1 {
		lim.Time = firstTime
	}
	if e.solvable(p) && lim.Depth == 0 {
		return e.exact(ctx, p, root, lim, begin, report), nil
	}
	return e.think(ctx, p, root, lim, begin, report), nil
}

// prepare makes what is needed for the board and the rules of p.
func (e *Engine) prepare(p *rules.Position) {
	w, h, _ := p.Board().Grid()
	if f := e.field; f != nil && f.w == w && f.h == h && f.n == p.Need() {
		return
	}
	e.field, e.solver = newField(w, h, p.Need()), nil
	if e.table == nil {
		e.table = alphabeta.NewTable(e.opt.Memory / 8)
	} else {
		e.table.Clear()
	}
}

// rootMoves returns the moves that are not excluded, all if none is left.
func (e *Engine) rootMoves(p *rules.Position, exclude []game.Move) []alphabeta.Move {
	s := newState(e.field, p)
	all := s.all(nil)
	var kept []alphabeta.Move
	for _, m := range all {
		excluded := false
		for _, x := range exclude {
			excluded = excluded || x == game.Move(m.Point)
		}
		if !excluded {
			kept = append(kept, m)
		}
	}
	if len(kept) == 0 {
		return all
	}
	return kept
}

// empty returns the number of empty points.
func empty(p *rules.Position) int {
	count := 0
	for q := range game.Point(p.Board().Len()) {
		if p.At(q) == game.Empty {
			count++
		}
	}
	return count
}

// firstTime is how long a first move may take where nothing is said of time:
// nobody likes to wait for it, and little hangs on it.
const firstTime = 700 * time.Millisecond

// scale is the score that is worth a win chance of 73 %.
const scale = 40

// think searches with package alphabeta.
func (e *Engine) think(ctx context.Context, p *rules.Position, root []alphabeta.Move, lim engine.Limits, begin time.Time, report func(engine.Info)) engine.Info {
	s := newState(e.field, p)
	ctx, al, cancel := alphabeta.Bound(ctx, lim, s.left/2+2, begin)
	defer cancel()
	if al.Threads == 0 {
		al.Threads = e.opt.Threads
	}
	if lim.Nodes > 0 { // has to be repeatable
		e.table.Forget()
	}
	tell := func(r alphabeta.Result) { report(r.Info(scale)) }
	return alphabeta.Think(ctx, s, root, e.field.w*e.field.h, e.table, e.search, al, tell).Info(scale)
}
