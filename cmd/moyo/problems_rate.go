package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"moyo/client/terminal/files"
	"moyo/client/terminal/words"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
	"moyo/study/generate"
)

// problemsRateCmd rates the difficulty of problems.
type problemsRateCmd struct {
	Files []string `arg:"" optional:"" help:"Files in any format of moyo solve. The default is the bank that comes with moyo."`
	Nodes int64    `default:"5000000" help:"Limit of each search; problems that need more are not rated."`
	JSON  bool     `name:"json" help:"Print a line of JSON for each problem."`
}

// rated is the difficulty of one problem, as JSON.
type rated struct {
	ID      string       `json:"id"`
	Verdict life.Verdict `json:"verdict"`
	Points  int          `json:"points,omitempty"` // of Glicko-2
	Rank    string       `json:"rank,omitempty"`
	First   int          `json:"first_moves"` // number of moves that solve it
	Nodes   int64        `json:"nodes"`
	Tags    []string     `json:"tags,omitempty"`
}

// Run rates one problem after the other.
func (c *problemsRateCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Nodes < 1 {
		return wrongUse(fmt.Errorf("nodes %d: want 1 at least", c.Nodes))
	}
	bar := newProgress("problems")
	defer bar.End()
	bad := files.Bad{Warn: warnOf}
	done := int64(0)
	for item, err := range files.List(ctx, c.Files, os.Stdin, &bad) {
		if err != nil {
			return err
		}
		var r rated
		err = (&files.LifeChanges{}).Settle(&item.Item)
		if err == nil {
			r, err = c.rate(ctx, item.Problem)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			bad.Add(fmt.Errorf("%s: %w", words.ID(item.ID), err))
			continue
		}
		if err := c.print(stdout, r); err != nil {
			return err
		}
		done++
		bar.Set(done, 0)
	}
	return cmp.Or(ctx.Err(), bad.Err())
}

// rate solves a problem as the generator does. A problem that no first move solves gets no points.
func (c *problemsRateCmd) rate(ctx context.Context, p tsumego.Problem) (rated, error) {
	s, err := life.NewSolver(p, generate.SolverOptions(c.Nodes))
	if err != nil {
		return rated{}, err
	}
	a, err := s.Solve(ctx)
	if err != nil {
		return rated{}, err
	}
	r := rated{ID: words.ID(p.ID), Verdict: a.Verdict, First: len(a.FirstMoves), Nodes: a.Nodes}
	if p.Question == tsumego.Status || !a.All || len(a.FirstMoves) == 0 {
		return r, nil
	}
	p.Region = a.Region
	sight, err := generate.MeasureSight(ctx, &p, a.FirstMoves)
	if err != nil {
		return rated{}, err
	}
	r.Points, r.Tags = generate.Rate(&p, a, sight), generate.Tags(&p, a, sight)
	r.Rank = bank.Rank(float64(r.Points))
	return r, nil
}

func (c *problemsRateCmd) print(w io.Writer, r rated) error {
	if c.JSON {
		return json.NewEncoder(w).Encode(r)
	}
	rank := cmp.Or(r.Rank, "-")
	_, err := fmt.Fprintf(w, "%-28s %-7s %-4s %4d  %s\n", r.ID, r.Verdict, rank, r.Points, strings.Join(r.Tags, " "))
	return err
}
