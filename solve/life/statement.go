package life

import (
	"slices"

	"moyo/solve/life/proof"
	"moyo/solve/life/tsumego"
)

// Statement returns the question of a problem with a region, in the form of proofs. The error wraps
// ErrProblem.
func Statement(p tsumego.Problem) (*proof.Statement, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if len(p.Region) == 0 {
		return nil, tsumego.Invalidf("problem.noRegion", "the problem needs a region")
	}
	a := newArea(&p)
	if err := a.setTargets(&p); err != nil {
		return nil, err
	}
	s := statement(&p, a)
	return &s, nil
}

// statement returns the question of a problem with the area a.
func statement(p *tsumego.Problem, a *area) proof.Statement {
	s := proof.Statement{
		Board: p.Board, Stones: p.Stones, ToPlay: p.ToPlay, Ko: p.Ko, Defender: a.color[defender],
		Region: a.points, Walls: slices.Clone(p.Walls),
	}
	for _, t := range a.targets {
		s.Targets = append(s.Targets, a.points[t])
	}
	slices.Sort(s.Walls)
	s.Walls = slices.Compact(s.Walls)
	return s
}
