package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"moyo/client/terminal/files"
	"moyo/client/terminal/words"
	"moyo/solve/life/format"
	"moyo/study/generate"
)

// problemsGenerateCmd makes problems of life and death.
type problemsGenerateCmd struct {
	Count   int               `default:"10" help:"Problems to make."`
	Seed    uint64            `default:"1" help:"Random seed: the same options make the same problems."`
	Board   []string          `help:"Boards; repeat one to use it more often. The default is grids of 9, 13 and 19 and a few others." placeholder:"SPEC,..."`
	Empty   string            `default:"4..10" help:"Empty points in the region." placeholder:"FROM..TO"`
	Source  []generate.Source `help:"Sources; repeat one to use it more often: games (of moyo's levels), shapes (known to players), groups (grown at random), boxes (closed all around). The default is a mixture of all." placeholder:"SOURCE,..."`
	Unique  bool              `default:"true" negatable:"" help:"Only one first move solves; otherwise up to three."`
	Even    bool              `help:"Spread the ranks: no five of them get more than a fifth. Hard problems take long."`
	Nodes   int64             `default:"200000" help:"Limit of each search; positions that need more are skipped."`
	Threads int               `default:"0" help:"Threads, 0 for all processors. The result does not depend on it."`
	Out     string            `short:"o" placeholder:"FILE" help:"Write a file with the extension .bank, .jsonl or .sgf. The default prints each problem as a JSON line when it is found. A stopped run continues from FILE.part."`
}

// Run makes problems. If interrupted, it keeps its results for the next run.
func (c *problemsGenerateCmd) Run(ctx context.Context, stdout io.Writer) error {
	run, err := c.run()
	if err != nil {
		return wrongUse(err)
	}
	if c.Threads <= 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	bar := newProgress("problems")
	defer bar.End()
	if c.Out == "" {
		return run.Continue(ctx, c.Threads, func(m *generate.Made) error {
			bar.Set(int64(run.Found()), int64(c.Count))
			return format.Write(stdout, format.JSONL, files.Made(&m.Problem))
		})
	}
	if _, err := files.Format(c.Out); err != nil {
		return wrongUse(err)
	}
	part := c.Out + ".part"
	journal, err := generate.OpenJournal(part, run)
	if err != nil {
		return wrongUse(err)
	}
	if run.Found() > 0 {
		fmt.Fprintf(os.Stderr, "continuing after %s of %s\n", words.Count(run.Found(), "problem"), part)
	}
	err = run.Continue(ctx, c.Threads, func(m *generate.Made) error {
		bar.Set(int64(run.Found()), int64(c.Count))
		return journal.Add(m)
	})
	if err = errors.Join(err, journal.Close()); err != nil {
		return fmt.Errorf("%w; %s are in %s", err, words.Count(run.Found(), "problem"), part)
	}
	if err := files.Write(c.Out, func(w io.Writer) error { return files.WriteProblems(w, c.Out, run.Problems()) }); err != nil {
		return err
	}
	return os.Remove(part)
}

// run returns the run for the flags.
func (c *problemsGenerateCmd) run() (*generate.Run, error) {
	from, to, ok := numberRange(c.Empty)
	if !ok {
		return nil, fmt.Errorf("empty points %q: want FROM..TO", c.Empty)
	}
	if len(c.Board) == 0 {
		c.Board = generate.Shipped.Boards
	}
	if len(c.Source) == 0 {
		c.Source = generate.Shipped.Sources
	}
	m, err := generate.NewMaker(generate.Options{
		Seed: c.Seed, Count: c.Count, Boards: c.Board, From: from, To: to, Unique: c.Unique, Even: c.Even, Nodes: c.Nodes, Sources: c.Source,
	})
	if err != nil {
		return nil, err
	}
	return generate.NewRun(m), nil
}
