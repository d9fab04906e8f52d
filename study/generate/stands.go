package generate

import (
	"context"
	"slices"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// reader solves problems within the limits of a run.
type reader struct {
	ctx   context.Context
	nodes int64
}

// solve returns the answer with all first moves, nil if the problem is not valid. The error is
// ctx's or the solver's.
func (r *reader) solve(p *tsumego.Problem) (*life.Answer, *life.Solver, error) {
	s, err := life.NewSolver(*p, SolverOptions(r.nodes))
	if err != nil {
		return nil, nil, nil // not a question after all, such as one about safe stones
	}
	a, err := s.Solve(r.ctx)
	if err != nil {
		return nil, nil, err
	}
	return a, s, r.ctx.Err()
}

// same reports whether a problem has the verdict and the first moves of an answer.
func (r *reader) same(p *tsumego.Problem, a *life.Answer) (bool, error) {
	b, _, err := r.solve(p)
	if err != nil || b == nil {
		return false, err
	}
	return b.All && b.Verdict == a.Verdict && slices.Equal(b.FirstMoves, a.FirstMoves), nil
}

// stands reports whether the answer to a problem does not depend on the surroundings of its region: it is the
// same with a wall of the attacker's all around, and with a region that includes the adjacent points. So the
// diagram alone does not mislead about the region.
func (r *reader) stands(p *tsumego.Problem, a *life.Answer) (bool, error) {
	if closedIn(p) {
		return true, nil
	}
	if ok, err := r.same(sealed(p), a); !ok || err != nil {
		return false, err
	}
	return r.same(widened(p), a)
}

// beyond returns the points next to the region.
func beyond(p *tsumego.Problem) []game.Point { return around(p.Board, p.Region, false) }

// closedIn reports whether stones of the attacker's surround the region.
func closedIn(p *tsumego.Problem) bool {
	return !slices.ContainsFunc(beyond(p), func(q game.Point) bool { return p.Stones[q] != p.Defender().Other() })
}

// sealed returns the problem with walls at all empty points next to its region.
func sealed(p *tsumego.Problem) *tsumego.Problem {
	q := *p
	q.Walls = nil
	for _, m := range beyond(p) {
		if p.Stones[m] == game.Empty {
			q.Walls = append(q.Walls, m)
		}
	}
	slices.Sort(q.Walls)
	return &q
}

// widened returns the problem with a region extended by the adjacent empty points and chains, and
// these chains' liberties.
func widened(p *tsumego.Problem) *tsumego.Problem {
	w := *p
	w.Region = slices.Clone(p.Region)
	add := func(q game.Point) {
		if !slices.Contains(w.Region, q) {
			w.Region = append(w.Region, q)
		}
	}
	for _, q := range beyond(p) {
		add(q)
		if p.Stones[q] != game.Empty {
			chain, _ := chainOf(p.Board, p.Stones, q)
			for _, m := range chain {
				add(m)
			}
		}
	}
	slices.Sort(w.Region)
	return &w
}
