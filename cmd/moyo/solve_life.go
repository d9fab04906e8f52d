package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"moyo/client/terminal/answers"
	"moyo/client/terminal/files"
	"moyo/client/terminal/progress"
	"moyo/client/terminal/words"
	"moyo/engine/baseline/alphabeta2015"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/proof"
	"moyo/solve/life/tsumego"
)

// lifeFlags are the flags for problems of life and death.
type lifeFlags struct {
	Question string `help:"Question: live, kill or status. The default is the file's, else what the position suggests." enum:",live,kill,status" default:""`
	Target   string `help:"A stone of each chain in question, such as D4 or dp." placeholder:"POINTS"`
	Region   string `help:"The points where play matters; A1:G4 is a rectangle. By default moyo finds them." placeholder:"POINTS"`
	Ko       string `help:"The point where a ko forbids the first move." placeholder:"POINT"`
	Threats  string `help:"Ko threats outside the region, such as b=1,w=0 or w=unlimited; by default the answer reports how many a ko needs." placeholder:"COUNTS"`
	Nodes    int64  `help:"Most positions to search per problem, 0 for no limit."`
	AllMoves bool   `help:"List all winning first moves, not just one."`
	Score    bool   `help:"Find the winning move that gains most, and its points."`
	Proof    string `help:"Write the proof to a file or, for several problems, one file each to a folder." placeholder:"FILE"`
	Breadth  int    `help:"With a method of 2015, the breadth limit, 0 for none." placeholder:"N"`
}

// lifeSolver solves a problem, and proves the answer if it can.
type lifeSolver interface {
	Solve(ctx context.Context) (*life.Answer, error)
	Proof(ctx context.Context) (*proof.Proof, error)
}

// openLife returns the solver of --method.
func (c *solveCmd) openLife(p tsumego.Problem, opt life.Options) (lifeSolver, error) {
	switch c.Method {
	case "auto":
		return life.NewSolver(p, opt)
	case alphabetaName, minimaxName:
		return baseline2015{
			p, alphabeta2015.Options{Depth: c.depth(0), Breadth: c.Breadth, Minimax: c.Method == minimaxName, Nodes: opt.Nodes},
		}, nil
	}
	return nil, wrongUse(fmt.Errorf("--method %s is for Gomoku", c.Method))
}

// The methods of a founding document.
const (
	alphabetaName = "alphabeta-2015"
	minimaxName   = "minimax-2015"
)

// baseline2015 is the method of a founding document as a solver.
type baseline2015 struct {
	problem tsumego.Problem
	opt     alphabeta2015.Options
}

func (b baseline2015) Solve(ctx context.Context) (*life.Answer, error) {
	return alphabeta2015.Solve(ctx, b.problem, b.opt)
}

// Proof returns an error: this method has no proofs.
func (baseline2015) Proof(context.Context) (*proof.Proof, error) {
	return nil, errors.New("the method of 2015 proves nothing")
}

// runLife answers problems in turn.
func (c *solveCmd) runLife(ctx context.Context, stdout io.Writer) error {
	if err := c.lifeFlagsFit(); err != nil {
		return wrongUse(err)
	}
	r := lifeRun{solveCmd: c, out: stdout, bad: files.Bad{Warn: warnOf}}
	if !isTerminal(stdout) { // otherwise the answers themselves show the progress
		r.bar = newProgress("problems")
		defer r.bar.End()
	}
	problems := files.Problems(ctx, c.Position, c.stdin)
	for {
		select {
		case p, ok := <-problems:
			if !ok {
				return r.end(ctx)
			}
			if err := r.one(ctx, p); err != nil {
				return err
			}
		case <-ctx.Done():
			return r.end(ctx)
		}
	}
}

// lifeRun is one run over problems.
type lifeRun struct {
	*solveCmd
	out           io.Writer
	bar           *progress.Bar // of problems; nil if each has its own
	done, unknown int
	bad           files.Bad
	unproved      []error
}

// end returns the result of a run.
func (r *lifeRun) end(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.bad.Any():
		return wrongUse(r.bad.Err())
	case len(r.unproved) > 0:
		return errors.Join(r.unproved...)
	case r.unknown == 1 && r.done == 1:
		return errUndecided
	case r.unknown > 0:
		return fmt.Errorf("%d of %d problems: %w", r.unknown, r.done, errUndecided)
	}
	return nil
}

// one solves a problem, or reports an error in it and continues. The returned error ends the run.
func (r *lifeRun) one(ctx context.Context, p files.Problem) error {
	item, err := p.Item, p.Err
	r.bad.Repaired(&item)
	if err == nil {
		err = r.change(&item)
	}
	answer := &life.Answer{ID: item.ID, Verdict: life.Unknown, Fate: life.NoFate, Best: game.Pass}
	var solver lifeSolver
	if err == nil {
		answer.Question = item.Question
		solver, answer, err = r.solve(ctx, item.Problem, answer)
	}
	if err != nil && errors.As(err, new(usageError)) {
		return err
	}
	r.done++
	if err != nil {
		if item.ID != "" && !errors.As(err, new(*format.FileError)) {
			err = fmt.Errorf("%s: %w", words.ID(item.ID), err)
		}
		r.bad.Add(err)
	} else if answer.Verdict == life.Unknown {
		r.unknown++
	}
	if err := r.print(&item, answer, err); err != nil {
		return err
	}
	if r.bar != nil {
		r.bar.Set(int64(r.done), -1)
	}
	if r.Proof != "" && err == nil && answer.Verdict != life.Unknown {
		return r.prove(ctx, solver, item.ID)
	}
	return nil
}

// change applies the flags to a problem and determines its question.
func (r *lifeRun) change(it *format.Item) error {
	changes := files.LifeChanges{ToPlay: r.ToPlay, Question: r.Question, Target: r.Target, Region: r.Region, Ko: r.Ko, Threats: r.Threats}
	if err := changes.Points(it); err != nil {
		return wrongUse(err)
	}
	return changes.Settle(it)
}

// options returns the search options of the flags.
func (r *lifeRun) options() life.Options {
	return life.Options{Memory: r.Memory << 20, Nodes: r.Nodes, Threads: r.Threads, AllMoves: r.AllMoves, Score: r.Score}
}

// solve solves a problem within --time, or returns the given answer.
func (r *lifeRun) solve(ctx context.Context, p tsumego.Problem, none *life.Answer) (lifeSolver, *life.Answer, error) {
	opt := r.options()
	if r.bar == nil {
		bar := newProgress("nodes")
		defer bar.End()
		opt.Report = func(now life.Progress) { bar.Set(now.Nodes, -1) }
	}
	s, err := r.openLife(p, opt)
	if err != nil {
		return nil, none, err
	}
	ctx, cancel := r.limited(ctx)
	defer cancel()
	answer, err := s.Solve(ctx)
	if err != nil {
		return nil, none, err
	}
	return s, answer, nil
}

// limited returns a context that ends after --time. With only --nodes it has no limit, so that the answer does
// not depend on the machine.
func (r *lifeRun) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.Time == 0 || r.Nodes > 0 && !r.gave("time") {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, r.Time)
}

// print writes the answer in one piece.
func (r *lifeRun) print(item *format.Item, a *life.Answer, failed error) error {
	if r.JSON {
		text, err := json.Marshal(answers.LifeOf(item, a))
		if err == nil {
			_, err = r.out.Write(append(text, '\n'))
		}
		return err
	}
	if failed != nil {
		_, err := fmt.Fprintln(r.out, failed)
		return err
	}
	_, err := io.WriteString(r.out, answers.LifeText(item, a, isTerminal(r.out)))
	return err
}

// prove writes the proof of an answer, which may take as long again. Without a proof the run
// continues.
func (r *lifeRun) prove(ctx context.Context, s lifeSolver, id string) error {
	limited, cancel := r.limited(ctx)
	defer cancel()
	p, err := s.Proof(limited)
	if err != nil {
		r.unproved = append(r.unproved, fmt.Errorf("%s: %w", words.ID(id), err))
		return nil
	}
	path := r.Proof
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, files.Name(id)+".bin")
	} else if r.done > 1 {
		return wrongUse(fmt.Errorf("--proof %s: several proofs need a folder", path))
	}
	return files.Write(path, func(w io.Writer) error { return proof.Write(w, p) })
}
