package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/tsumego"
	"moyo/tsumego/alphabeta2015"
	"moyo/tsumego/proof"
)

// lifeFlags are for problems of life and death alone.
type lifeFlags struct {
	Question string `help:"What is asked: live, kill or status. The default is the file's, else what the position suggests." enum:",live,kill,status" default:""`
	Target   string `help:"A stone of each chain in question, such as D4 or dp." placeholder:"POINTS"`
	Region   string `help:"The points where play matters; A1:G4 is a rectangle. Without any moyo finds them." placeholder:"POINTS"`
	Ko       string `help:"The point where the side to move may not retake at first." placeholder:"POINT"`
	Threats  string `help:"Ko threats outside the region, such as b=1,w=0 or w=unlimited; without, the answer says how many a ko needs." placeholder:"COUNTS"`
	Nodes    int64  `help:"Limit of positions searched for each problem, 0 for none."`
	AllMoves bool   `help:"All first moves that win, not one."`
	Score    bool   `help:"Of the moves that win, the one that gains most, and its points."`
	Proof    string `help:"Write the proof to a file, or of several problems to a folder, a file each." placeholder:"FILE"`
	Breadth  int    `help:"With a method of 2015, how many moves of a position are searched, 0 for all." placeholder:"N"`
}

// lifeSolver is what answers a problem, and proves it where it can.
type lifeSolver interface {
	Solve(ctx context.Context) (*tsumego.Answer, error)
	Proof(ctx context.Context) ([]*proof.Proof, error)
}

// openLife returns the solver of --method.
func (c *solveCmd) openLife(p tsumego.Problem, opt tsumego.Options) (lifeSolver, error) {
	switch c.Method {
	case "auto":
		if c.Depth != nil || c.Breadth != 0 {
			return nil, wrongUse(errors.New("--depth and --breadth: the solver of life and death has no such limits; --method alphabeta-2015 has"))
		}
		return tsumego.NewSolver(p, opt)
	case alphabetaName, minimaxName:
		if opt.AllMoves || opt.Score || c.Proof != "" || c.Breadth < 0 {
			return nil, wrongUse(fmt.Errorf("--method %s knows no --all-moves, --score and --proof, and no negative --breadth", c.Method))
		}
		return baseline2015{p, alphabeta2015.Options{Depth: c.depth(0), Breadth: c.Breadth, Minimax: c.Method == minimaxName, Nodes: opt.Nodes}}, nil
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

func (b baseline2015) Solve(ctx context.Context) (*tsumego.Answer, error) {
	return alphabeta2015.Solve(ctx, b.problem, b.opt)
}

// Proof has none.
func (baseline2015) Proof(context.Context) ([]*proof.Proof, error) {
	return nil, errors.New("the method of 2015 proves nothing")
}

// readLife is a problem, or what is wrong with it.
type readLife struct {
	item tsumego.Item
	err  error
}

// readLives sends the problems of files, each as soon as it has been read, and ends
// with the files or with ctx. Standard input is in.
func readLives(ctx context.Context, paths []string, in io.Reader) <-chan readLife {
	out := make(chan readLife)
	go func() {
		defer close(out)
		for _, path := range paths {
			if !sendLives(ctx, path, in, out) {
				return
			}
		}
	}()
	return out
}

// sendLives sends the problems of one file; false ends all.
func sendLives(ctx context.Context, path string, in io.Reader, out chan<- readLife) bool {
	send := func(r readLife) bool {
		select {
		case out <- r:
			return true
		case <-ctx.Done():
			return false
		}
	}
	name := "stdin"
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return send(readLife{err: err})
		}
		defer f.Close()
		in, name = f, filepath.Base(path)
	}
	for item, err := range tsumego.Read(name, in, plainBoard) {
		if !send(readLife{item, err}) {
			return false
		}
	}
	return true
}

// plainBoard opens the boards that files may name: those that specs generate.
func plainBoard(spec string) (*board.Board, error) { return catalog.Board(spec, nil) }

// runLife answers problems in turn.
func (c *solveCmd) runLife(ctx context.Context, stdout io.Writer) error {
	if c.Nodes < 0 {
		return wrongUse(fmt.Errorf("--nodes %d: want 0 or more", c.Nodes))
	}
	r := lifeRun{solveCmd: c, out: stdout}
	if !isTerminal(stdout) { // else the answers themselves show how far it is
		r.bar = newProgress("problems")
		defer r.bar.end()
	}
	problems := readLives(ctx, c.Position, c.stdin)
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
	bar           *progress // of problems; nil where each has its own
	done, unknown int
	bad           badProblems
	unproved      []error
}

// end says what a run came to.
func (r *lifeRun) end(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.bad.count > 0:
		return wrongUse(r.bad.err())
	case len(r.unproved) > 0:
		return errors.Join(r.unproved...)
	case r.unknown == 1 && r.done == 1:
		return errUndecided
	case r.unknown > 0:
		return fmt.Errorf("%d of %d problems: %w", r.unknown, r.done, errUndecided)
	}
	return nil
}

// one answers a problem, or says what is wrong with it and lets the others go on.
// The error ends the run.
func (r *lifeRun) one(ctx context.Context, p readLife) error {
	item, err := p.item, p.err
	if err == nil {
		err = r.override(&item)
	}
	answer := &tsumego.Answer{ID: item.ID, Verdict: tsumego.Unknown, Fate: tsumego.NoFate, Best: game.Pass}
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
		if item.ID != "" && !errors.As(err, new(*tsumego.FileError)) {
			err = fmt.Errorf("%s: %w", shownID(item.ID), err)
		}
		r.bad.add(err)
	} else if answer.Verdict == tsumego.Unknown {
		r.unknown++
	}
	if err := r.print(&item, answer, err); err != nil {
		return err
	}
	if r.bar != nil {
		r.bar.set(int64(r.done), -1)
	}
	if r.Proof != "" && err == nil && answer.Verdict != tsumego.Unknown {
		return r.prove(ctx, solver, item.ID)
	}
	return nil
}

// solve answers a problem within --time, or returns the answer it was given.
func (r *lifeRun) solve(ctx context.Context, p tsumego.Problem, none *tsumego.Answer) (lifeSolver, *tsumego.Answer, error) {
	opt := tsumego.Options{Memory: r.Memory << 20, Nodes: r.Nodes, AllMoves: r.AllMoves, Score: r.Score}
	if r.bar == nil {
		bar := newProgress("nodes")
		defer bar.end()
		opt.Report = func(now tsumego.Progress) { bar.set(now.Nodes, -1) }
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

// limited returns a context that --time ends.
func (r *lifeRun) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.Time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, r.Time)
}

// print writes the answer, whole and at once.
func (r *lifeRun) print(item *tsumego.Item, a *tsumego.Answer, failed error) error {
	if r.JSON {
		text, err := json.Marshal(lifeAnswerOf(item, a))
		if err == nil {
			_, err = r.out.Write(append(text, '\n'))
		}
		return err
	}
	if failed != nil {
		_, err := fmt.Fprintln(r.out, failed)
		return err
	}
	_, err := io.WriteString(r.out, lifeText(item, a, isTerminal(r.out)))
	return err
}

// prove writes the proof of an answer, which may take as long again. Where there is
// none the run goes on.
func (r *lifeRun) prove(ctx context.Context, s lifeSolver, id string) error {
	limited, cancel := r.limited(ctx)
	defer cancel()
	proofs, err := s.Proof(limited)
	if err != nil {
		r.unproved = append(r.unproved, fmt.Errorf("%s: %w", shownID(id), err))
		return nil
	}
	path := r.Proof
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, fileName(id)+".bin")
	} else if r.done > 1 {
		return wrongUse(fmt.Errorf("--proof %s: the proofs of several problems want a folder", path))
	}
	return writeFile(path, func(w io.Writer) error { return proof.Write(w, proofs) })
}

// fileName makes an ID a name for a file.
func fileName(id string) string {
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, id)
	return strings.TrimLeft(name[:min(len(name), 100)], ".")
}

// override applies the flags to a problem and settles its question.
func (c *solveCmd) override(it *tsumego.Item) error {
	if err := c.overridePoints(it); err != nil {
		return wrongUse(err)
	}
	if side, ok := map[string]game.Color{"black": game.Black, "white": game.White}[c.ToPlay]; ok && side != it.ToPlay {
		it.ToPlay = side
		switch { // the defender stays
		case !it.Asked || c.Target != "":
		case it.Question == tsumego.Live:
			it.Question = tsumego.Kill
		case it.Question == tsumego.Kill:
			it.Question = tsumego.Live
		}
	}
	if c.Target != "" {
		it.Asked = it.Asked && it.Question == tsumego.Status
	}
	if c.Question != "" {
		q, err := tsumego.ParseQuestion(c.Question)
		if err != nil {
			return wrongUse(err)
		}
		it.Question, it.Asked = q, true
	}
	if err := it.Settle(); err != nil || it.Asked {
		return err
	}
	it.Question = tsumego.GuessQuestion(&it.Problem)
	return it.Check()
}

// overridePoints applies the flags that name points.
func (c *solveCmd) overridePoints(it *tsumego.Item) (err error) {
	if c.Target != "" {
		if it.Target, err = tsumego.ParsePointList(it.Board, c.Target); err != nil {
			return fmt.Errorf("--target: %w", err)
		}
	}
	if c.Region != "" {
		if it.Region, err = tsumego.ParsePointList(it.Board, c.Region); err != nil {
			return fmt.Errorf("--region: %w", err)
		}
		it.Walls = nil // which may lie inside
	}
	if c.Ko != "" {
		if it.Ko, err = tsumego.ParsePoint(it.Board, c.Ko); err != nil {
			return fmt.Errorf("--ko: %w", err)
		}
	}
	if c.Threats != "" {
		threats, err := tsumego.ParseThreats(c.Threats)
		if err != nil {
			return fmt.Errorf("--threats: %w", err)
		}
		it.Threats = &threats
	}
	return nil
}
