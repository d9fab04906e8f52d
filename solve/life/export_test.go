package life

import (
	"context"

	"moyo/solve/life/tsumego"
)

// ShrinkTables makes searches use their larger tables, and both threads, after few nodes. It
// returns a function that undoes that.
func ShrinkTables() (undo func()) {
	before := sizes
	sizes = []struct{ memory, nodes int64 }{{1 << 13, 200}, {1 << 16, 1000}}
	return func() { sizes = before }
}

// Solve answers a problem with its own solver.
func Solve(ctx context.Context, p tsumego.Problem, opt Options) (*Answer, error) {
	s, err := NewSolver(p, opt)
	if err != nil {
		return nil, err
	}
	return s.Solve(ctx)
}

// SolveNarrow answers a problem only within the smallest region that moyo finds for it.
func SolveNarrow(ctx context.Context, p tsumego.Problem, opt Options) (*Answer, error) {
	s, err := newSolverWithin(p, narrow, opt)
	if err != nil {
		return nil, err
	}
	return s.Solve(ctx)
}
