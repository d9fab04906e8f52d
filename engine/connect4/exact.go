package connect4

import (
	"cmp"
	"context"
	"slices"
	"time"

	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/player"
	"moyo/game"
	rules "moyo/game/rules/connect4"
	solve "moyo/solve/connect4"
)

// solvable reports whether the solver supports the position.
func (m *model) solvable(p *rules.Position) bool {
	w, h, _ := p.Board().Grid()
	return !m.opt.Plain && p.Need() == 4 && solve.Fits(w, h)
}

// firstSearch is the time of the search before the solver's, which provides a
// move if the solver fails.
const firstSearch = 100 * time.Millisecond

// exact takes the move from the book or from the solver. If neither has it in
// time, the move comes from a search of package alphabeta.
func (m *model) exact(e *player.Engine, t player.Turn, root player.Root, moves []alphabeta.Move) engine.Info {
	lim := t.Lim
	start, err := position(t.Pos.(*rules.Position))
	if err != nil { // a board that the solver does not support
		return e.Think(t, root, moves)
	}
	if info, ok := m.fromBook(&start, moves); ok {
		t.Report(info)
		return info
	}
	bounded, _, cancel := alphabeta.Bound(t.Ctx, lim, start.Left()/2+2, t.Begin)
	defer cancel()
	x := &exact{model: m, start: start, report: t.Report, begin: t.Begin, limit: lim.Nodes, threads: cmp.Or(lim.Threads, m.opt.Threads, 1)}
	quick := t
	quick.Ctx, quick.Lim = bounded, first(bounded, lim, len(moves))
	x.info = e.Think(quick, root, moves)
	each := lim.Best > 1 || len(lim.Exclude) > 0
	solving := bounded
	if !each {
		solving, cancel = shareOf(bounded)
		defer cancel()
	}
	if x.solve(solving, each) || each || lim.Nodes > 0 || bounded.Err() != nil {
		return x.info
	}
	rest := t
	rest.Begin = time.Now()
	if deadline, ok := bounded.Deadline(); ok {
		rest.Lim.Clock, rest.Lim.Time = engine.Clock{}, time.Until(deadline)
	}
	return e.Think(rest, root, moves)
}

// first returns the limits of the search before the solver's.
func first(ctx context.Context, lim engine.Limits, moves int) engine.Limits {
	lim.Best, lim.Clock, lim.Time = moves, engine.Clock{}, firstSearch
	if deadline, ok := ctx.Deadline(); ok {
		lim.Time = max(time.Millisecond, min(firstSearch, time.Until(deadline)/4))
	}
	if lim.Nodes > 0 {
		lim.Time, lim.Nodes = 0, min(lim.Nodes, 2000)
	}
	return lim
}

// shareOf leaves the solver three fifths of the remaining time: what it has not
// found by then it seldom finds in the rest.
func shareOf(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)*3/5)
}

// fromBook returns the best move if the book has the scores of all moves.
func (m *model) fromBook(start *solve.Position, root []alphabeta.Move) (engine.Info, bool) {
	if m.opt.NoBook {
		return engine.Info{}, false
	}
	root = slices.Clone(root)
	slices.SortStableFunc(root, func(a, b alphabeta.Move) int { return int(b.Score - a.Score) })
	x := exact{info: engine.Info{Book: true}}
	for _, move := range root {
		next := *start
		if next.Drop(int(move.Point)%start.Width()) != nil {
			return engine.Info{}, false
		}
		score, ok := shippedBook().Score(&next)
		if !ok {
			return engine.Info{}, false
		}
		x.info.Candidates = append(x.info.Candidates, candidate(start, game.Move(move.Point), -score))
	}
	x.settle()
	x.info.Elapsed = 0
	return x.info, true
}

// exact is a search by the solver.
type exact struct {
	model   *model
	start   solve.Position
	info    engine.Info // found so far
	report  func(engine.Info)
	begin   time.Time
	limit   int64
	threads int
}

// position returns p in the solver's form.
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

// prepare makes the solver, or returns false if it does not support the position.
func (x *exact) prepare() bool {
	m := x.model
	if m.solver == nil || m.threads != x.threads {
		s, err := solve.New(x.start.Width(), x.start.Height(), solve.Options{Memory: m.opt.Memory / 8 * 7, Threads: x.threads})
		if err != nil {
			return false
		}
		m.solver, m.threads = s, x.threads
	}
	if x.limit > 0 { // has to be repeatable
		m.solver.Forget()
	}
	m.solver.Limit(x.limit)
	return true
}

// solve finds the value of the position and the best move, or the value of each
// move if each is set. It returns false if the time was too short.
func (x *exact) solve(ctx context.Context, each bool) bool {
	if !x.prepare() {
		return false
	}
	solver := x.model.solver
	solver.Watch(func(p solve.Progress) {
		now := x.info
		now.Nodes, now.Elapsed = now.Nodes+p.Nodes, time.Since(x.begin)
		x.report(now)
	})
	defer solver.Watch(nil)
	if each {
		return x.all(ctx)
	}
	score, err := x.score(ctx, &x.start)
	if err != nil {
		return false
	}
	for _, c := range x.info.Candidates {
		next := x.start
		if next.Drop(int(c.Move)%next.Width()) != nil {
			return false
		}
		better, err := solver.Beats(ctx, next, 1-score)
		x.info.Nodes += solver.Nodes()
		if err != nil {
			return false
		}
		if !better {
			x.info.Candidates = []engine.Candidate{candidate(&x.start, c.Move, score)}
			x.settle()
			return true
		}
	}
	return false
}

// score returns the score of p, from the book if possible.
func (x *exact) score(ctx context.Context, p *solve.Position) (int, error) {
	if !x.model.opt.NoBook {
		if score, ok := shippedBook().Score(p); ok {
			return score, nil
		}
	}
	score, err := x.model.solver.Score(ctx, *p)
	x.info.Nodes += x.model.solver.Nodes()
	return score, err
}

// firstNodes is the number of nodes that each move gets in the first round.
const firstNodes = 100_000

// all values the moves one by one, each with more nodes in every round, so that
// easy moves need not wait for the others.
func (x *exact) all(ctx context.Context) bool {
	moves := slices.Clone(x.info.Candidates)
	exactly := make([]bool, len(moves)) // a move that the guess calls solved may be so by a longer way
	for nodes := int64(firstNodes); ; nodes *= 8 {
		solver := x.model.solver
		if x.limit > 0 {
			nodes = x.limit
		}
		solver.Limit(nodes)
		for i, c := range moves {
			if exactly[i] {
				continue
			}
			next := x.start
			if next.Drop(int(c.Move)%next.Width()) != nil {
				return false
			}
			score, err := x.score(ctx, &next)
			if ctx.Err() != nil {
				return false
			}
			if err == nil {
				exactly[i] = true
				moves[i] = candidate(&x.start, c.Move, -score)
				x.info.Candidates = slices.Clone(moves)
				x.settle()
				x.report(x.info)
			}
		}
		if !slices.Contains(exactly, false) || x.limit > 0 {
			return true
		}
	}
}

// candidate returns a move with a known score.
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
