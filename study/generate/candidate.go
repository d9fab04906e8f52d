package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/proof"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
)

// Candidates are small at first: most that take longer are not good questions. Good ones are then made harder
// within the options, except for every third candidate (easyEvery).
const (
	easyEvery  = 3
	usualNodes = 8_000
	usualOpen  = 11 // empty points of a region
	keepPlaced = 2  // one in keepPlaced problems whose only appeal is the place of the first move is kept, unless it comes from a game
	mostOfGame = 6  // problems from one game
)

// candidate makes the problems of one number.
type candidate struct {
	*Maker
	*rand.Rand
	reader
	source   Source
	number   uint64
	thorough bool // whether problems are made harder
	on       *terrain
}

// made makes the problems.
func (c *candidate) made() ([]*Made, error) {
	terrains := c.boardsFor(c.source)
	c.on = terrains[c.IntN(len(terrains))]
	problems, err := c.positions()
	if err != nil {
		return nil, err
	}
	var all []*Made
	for i := range problems {
		if slices.ContainsFunc(all, func(m *Made) bool { return overlap(&m.Problem.Problem, &problems[i]) }) {
			continue
		}
		made, err := c.judged(&problems[i], len(all))
		if err != nil {
			return nil, err
		}
		if made != nil {
			all = append(all, made)
		}
		if len(all) == mostOfGame {
			break
		}
	}
	return all, nil
}

// overlap reports whether two problems from one game are about the same group.
func overlap(a, b *tsumego.Problem) bool {
	for _, t := range a.Target {
		chain, _ := chainOf(a.Board, a.Stones, t)
		if slices.ContainsFunc(b.Target, func(u game.Point) bool { return slices.Contains(chain, u) }) {
			return true
		}
	}
	return false
}

// positions returns the positions to examine.
func (c *candidate) positions() ([]tsumego.Problem, error) {
	var p tsumego.Problem
	var ok bool
	switch c.source {
	case Games:
		return c.on.fromGame(c.ctx, c.Rand)
	case Shapes:
		p, ok = c.on.fromShape(c.Rand)
	case Groups:
		p, ok = c.on.grown(c.Rand)
	default:
		p, ok = c.on.enclosed(c.Rand, c.opt.From+c.IntN(c.opt.To-c.opt.From+1))
	}
	if !ok {
		return nil, nil
	}
	return []tsumego.Problem{p}, nil
}

// judged returns the problem with its answer if it is worth keeping, else nil. count is the number of
// problems kept from this candidate.
func (c *candidate) judged(p *tsumego.Problem, count int) (*Made, error) {
	if choices(p) < leastChoice || c.source != Boxes && openPoints(p) > usualOpen {
		return nil, nil
	}
	p.ID = c.id(count)
	c.nodes = min(c.opt.Nodes, usualNodes)
	f, err := c.solved(p)
	if f == nil || err != nil || c.IntN(dull(p, f.answer)) > 0 {
		return nil, err
	}
	if c.source != Boxes {
		if p, f, err = c.finished(p, f); f == nil || err != nil {
			return nil, err
		}
	}
	f.sight, err = MeasureSight(c.ctx, p, f.answer.FirstMoves)
	if err != nil {
		return nil, err
	}
	f.tags = Tags(p, f.answer, f.sight)
	if how := appealOf(f.tags, len(f.answer.Line)); how == plain || how == placed && c.source != Games && c.IntN(keepPlaced) > 0 {
		return nil, nil
	}
	if ok, err := proved(c.ctx, f.solver); err != nil {
		return nil, fmt.Errorf("problem %s: %w", p.ID, err)
	} else if !ok {
		return nil, nil
	}
	return c.kept(p, f), nil
}

// id returns the id of the candidate's next problem after count others.
func (c *candidate) id(count int) string {
	id := fmt.Sprintf("%s%d-%s", letters[c.source], c.opt.Seed, strconv.FormatUint(c.number, 36))
	if count > 0 {
		id += fmt.Sprintf("-%d", count+1)
	}
	return id
}

// finding is the analysis of a problem.
type finding struct {
	answer *life.Answer
	solver *life.Solver
	sight  Sight
	tags   []string
}

// solved solves a problem; the finding is nil if it is not worth keeping.
func (c *candidate) solved(p *tsumego.Problem) (*finding, error) {
	a, s, err := c.solve(p)
	if err != nil || a == nil || !c.worthKeeping(p, a) {
		return nil, err
	}
	return &finding{answer: a, solver: s}, nil
}

// finished removes unnecessary stones from a problem if its answer is stable; else the finding is nil.
func (c *candidate) finished(p *tsumego.Problem, f *finding) (*tsumego.Problem, *finding, error) {
	if ok, err := c.stands(p, f.answer); !ok || err != nil {
		return nil, nil, err
	}
	if c.thorough && c.source != Games {
		var err error
		if p, f, err = c.harder(p, f); err != nil {
			return nil, nil, err
		}
	}
	p, err := c.tidied(p, f.answer)
	if err != nil {
		return nil, nil, err
	}
	f, err = c.solved(p)
	return p, f, err
}

// kept returns a problem in the form of a bank.
func (c *candidate) kept(p *tsumego.Problem, f *finding) *Made {
	tags := f.tags
	if c.source == Games {
		tags = append(tags, "game")
	}
	return &Made{
		Candidate: c.number, key: c.on.key(p), family: c.on.family(p), source: c.source,
		Problem: bank.Problem{
			Problem: *p, First: f.answer.FirstMoves, Line: f.answer.Line, Best: f.answer.Verdict,
			Rating: Rate(p, f.answer, f.sight), Tags: tags,
		},
	}
}

// proved proves the answer of a solver and checks the proof; false if the proof is too long.
func proved(ctx context.Context, s *life.Solver) (bool, error) {
	p, err := s.Proof(ctx)
	if err == nil {
		err = proof.CheckAll(ctx, p)
	}
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.Is(err, life.ErrNoProof):
		return false, nil
	}
	return err == nil, err
}
