package work

import (
	"context"
	"errors"
	"fmt"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/server/base/limit"
	"moyo/server/machines/engines"
	"moyo/server/machines/solvers"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// question is a life-and-death problem in a job, which has the board separately.
type question struct {
	Problem  tsumego.Problem `json:"problem"`
	AllMoves bool            `json:"allMoves,omitempty"`
	Score    bool            `json:"score,omitempty"`
	Memory   int64           `json:"memory"` // bytes of the table
}

// Solver returns a solver on another machine; see solvers.Elsewhere.
func (f *Foreman) Solver(p tsumego.Problem, opt life.Options) solvers.Solver {
	return &remote{f, p, opt}
}

// remote is a solver that sends its problem as a job.
type remote struct {
	foreman *Foreman
	problem tsumego.Problem
	opt     life.Options
}

// Solve solves the problem. A verdict is only as good as its proof, and proofs are as large as searches. Therefore
// only workers with a node's key get problems; the operator runs their program.
func (r *remote) Solve(ctx context.Context) (*life.Answer, error) {
	q := question{Problem: r.problem, AllMoves: r.opt.AllMoves, Score: r.opt.Score, Memory: r.opt.Memory}
	b := q.Problem.Board
	q.Problem.Board = nil
	var found *life.Answer
	early := false
	err := r.foreman.ask(ctx, job{Kind: solve, Asked: boardOf(b), Solve: &q}, b.Len(), func(a answer) bool {
		switch {
		case !a.sure:
			return false
		case a.State == thinking && a.Progress != nil && r.opt.Report != nil:
			r.opt.Report(*a.Progress)
		case a.State == done:
			found, early = a.Solved, a.Early && ctx.Err() != nil
			return found != nil && onBoard(found, b)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if early {
		return found, context.Cause(ctx)
	}
	return found, nil
}

// After implements solvers.Solver. It always fails, because the continuations of a problem need the table of the
// solver on this machine.
func (r *remote) After(context.Context, []game.Move) (*life.Answer, error) {
	return nil, fmt.Errorf("%w: the worker has no table of the problem", engines.ErrElsewhere)
}

// onBoard reports whether all points of an answer are on the board, so that they can be drawn.
func onBoard(a *life.Answer, b *board.Board) bool {
	on := func(p game.Point) bool { return p >= 0 && int(p) < b.Len() }
	for _, m := range append(append([]game.Move{a.Best}, a.FirstMoves...), a.Line...) {
		if m != game.Pass && m != game.NoMove && !on(m.Point()) {
			return false
		}
	}
	for _, p := range append(append([]game.Point{}, a.Region...), a.Walls...) {
		if !on(p) {
			return false
		}
	}
	return true
}

// solve runs a solver.
func (t *task) solve(ctx context.Context, b *board.Board) (answer, error) {
	p := t.Solve.Problem
	p.Board = b
	pace := limit.NewPace(limit.ReportEvery, time.Now)
	s, err := life.NewSolver(p, life.Options{
		AllMoves: t.Solve.AllMoves, Score: t.Solve.Score, Threads: 1,
		Memory: min(max(t.Solve.Memory, 1<<20), int64(t.worker.cfg.Memory/t.worker.cfg.Slots)<<20),
		Report: func(at life.Progress) {
			if pace.Due() {
				at.Fraction = probability(at.Fraction)
				t.say(answer{State: thinking, Progress: &at})
			}
		},
	})
	if err != nil {
		return answer{}, errors.Join(errUnable, err)
	}
	a, err := s.Solve(ctx)
	if a != nil && err != nil && ctx.Err() != nil {
		return answer{Solved: a, Early: true}, nil
	}
	return answer{Solved: a}, err
}
