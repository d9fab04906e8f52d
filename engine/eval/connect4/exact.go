package connect4

import (
	"cmp"
	"context"
	"slices"
	"time"

	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/eval/connect4/solve"
	"moyo/game"
	rules "moyo/rules/connect4"
)

// solvable says whether the solver can hold the position.
func (e *Engine) solvable(p *rules.Position) bool {
	w, h, _ := p.Board().Grid()
	return !e.opt.NoSolve && p.Need() == 4 && solve.Fits(w, h)
}

// glance is how long a move may be looked for without the solver, so that there
// is one whatever becomes of it.
const glance = 100 * time.Millisecond

// exact solves the position. What it does not find in time comes from a search
// of package alphabeta, which goes first.
func (e *Engine) exact(ctx context.Context, p *rules.Position, root []alphabeta.Move, lim engine.Limits, begin time.Time, report func(engine.Info)) engine.Info {
	bounded, al, cancel := alphabeta.Bound(ctx, lim, p.Board().Len()/2, begin)
	defer cancel()
	first := lim
	first.Best = max(lim.Best, len(root))
	first.Clock, first.Time = engine.Clock{}, glance
	if lim.Nodes > 0 {
		first.Time, first.Nodes = 0, min(lim.Nodes, 2000)
	}
	if deadline, ok := bounded.Deadline(); ok {
		first.Time = min(glance, time.Until(deadline)/4)
	}
	guess := e.think(bounded, p, root, first, begin, report)
	x := &exact{engine: e, pos: p, info: guess, report: report, begin: begin, limit: lim.Nodes, threads: cmp.Or(al.Threads, e.opt.Threads, 1)}
	if x.solve(bounded, lim) {
		return x.info
	}
	if lim.Nodes == 0 && bounded.Err() == nil {
		return e.think(ctx, p, root, lim, begin, report)
	}
	return x.info
}

// exact is a search by the solver.
type exact struct {
	engine  *Engine
	pos     *rules.Position
	info    engine.Info // what was found so far
	report  func(engine.Info)
	begin   time.Time
	limit   int64
	threads int
}

// position returns p as the solver knows it.
func position(p *rules.Position) (solve.Position, error) {
	w, h, _ := p.Board().Grid()
	return solve.FromStones(w, h, func(x, y int) int {
		switch p.At(game.Point((h-1-y)*w + x)) {
		case p.ToPlay():
			return 1
		case p.ToPlay().Other():
			return -1
		}
		return 0
	})
}

// prepare makes the solver, or returns false where there can be none.
func (x *exact) prepare() bool {
	e := x.engine
	if e.solver == nil || e.threads != x.threads {
		w, h, _ := x.pos.Board().Grid()
		s, err := solve.New(w, h, solve.Options{Memory: e.opt.Memory / 8 * 7, Threads: x.threads})
		if err != nil {
			return false
		}
		e.solver, e.threads = s, x.threads
	}
	if x.limit > 0 { // has to be repeatable
		e.solver.Forget()
	}
	e.solver.Limit(x.limit)
	return true
}

// solve finds the value of the position and the best move, or of every move where
// several are asked for or some excluded. It returns false where not all could be
// had in time.
func (x *exact) solve(ctx context.Context, lim engine.Limits) bool {
	start, err := position(x.pos)
	if err != nil || !x.prepare() {
		return false
	}
	solver := x.engine.solver
	solver.Watch(func(p solve.Progress) {
		now := x.info
		now.Nodes, now.Elapsed = now.Nodes+p.Nodes, time.Since(x.begin)
		x.report(now)
	})
	defer solver.Watch(nil)
	if lim.Best > 1 || len(lim.Exclude) > 0 {
		return x.all(ctx, &start)
	}
	score, err := solver.Score(ctx, start)
	x.info.Nodes += solver.Nodes()
	if err != nil {
		return false
	}
	for _, c := range x.info.Candidates {
		next := start
		if next.Drop(int(c.Move)%start.Width()) != nil {
			return false
		}
		better, err := solver.Beats(ctx, next, 1-score)
		x.info.Nodes += solver.Nodes()
		if err != nil {
			return false
		}
		if !better {
			x.info.Candidates = []engine.Candidate{candidate(&start, c.Move, score)}
			x.settle()
			return true
		}
	}
	return false
}

// all values the moves one by one, the likeliest first.
func (x *exact) all(ctx context.Context, start *solve.Position) bool {
	solver := x.engine.solver
	moves := slices.Clone(x.info.Candidates)
	for i, c := range moves {
		next := *start
		if next.Drop(int(c.Move)%start.Width()) != nil {
			return false
		}
		score, err := solver.Score(ctx, next)
		x.info.Nodes += solver.Nodes()
		if err != nil {
			return false
		}
		moves[i] = candidate(start, c.Move, -score)
		x.info.Candidates = slices.Clone(moves)
		x.settle()
		x.report(x.info)
	}
	return true
}

// candidate returns a move whose score is known.
func candidate(start *solve.Position, m game.Move, score int) engine.Candidate {
	c := engine.Candidate{Move: m, PV: []game.Move{m}, Solved: true, Value: 0.5}
	switch {
	case score > 0:
		c.Value, c.Mate = 1, start.Plies(score)
	case score < 0:
		c.Value, c.Mate = 0, -start.Plies(score)
	}
	return c
}

// settle puts the best move first and makes it the answer.
func (x *exact) settle() {
	slices.SortStableFunc(x.info.Candidates, func(a, b engine.Candidate) int { return cmp.Compare(rank(b), rank(a)) })
	best := x.info.Candidates[0]
	x.info.Move, x.info.Value, x.info.PV, x.info.Mate = best.Move, best.Value, best.PV, best.Mate
	x.info.Solved = !slices.ContainsFunc(x.info.Candidates, func(c engine.Candidate) bool { return !c.Solved })
	x.info.Elapsed = time.Since(x.begin)
}

// rank orders candidates: quick wins first, then by value, slow losses last.
func rank(c engine.Candidate) float64 {
	switch {
	case c.Mate > 0:
		return 2 - float64(c.Mate)/1000
	case c.Mate < 0:
		return -1 - float64(c.Mate)/1000
	}
	return c.Value
}
