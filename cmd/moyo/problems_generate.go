package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"moyo/tsumego"
	"moyo/tsumego/bank"
	"moyo/tsumego/generate"
)

// problemsGenerateCmd makes problems of life and death.
type problemsGenerateCmd struct {
	Count   int      `default:"10" help:"Problems to make."`
	Seed    uint64   `default:"1" help:"Seed of chance: the same options make the same problems."`
	Board   []string `help:"Boards, each as often as it is named; without, grids of 9, 13 and 19 and a few others." placeholder:"SPEC,..."`
	Empty   string   `default:"4..10" help:"Empty points in the region." placeholder:"FROM..TO"`
	Unique  bool     `default:"true" negatable:"" help:"One first move alone solves; else up to three."`
	Even    bool     `help:"Spread the ranks: no five of them get more than a sixth. Hard ones take their time."`
	Nodes   int64    `default:"300000" help:"Limit of each search; positions that need more are passed over."`
	Threads int      `default:"0" help:"Threads, 0 for all processors; the result is the same."`
	Out     string   `short:"o" placeholder:"FILE" help:"Write a file; its ending says which: .bank, .jsonl, .sgf. Without, JSON lines are printed as problems are found. A run that was stopped goes on where it was, from FILE.part."`
}

// Run makes problems. Interrupted, it keeps what there is for the next run.
func (c *problemsGenerateCmd) Run(ctx context.Context, stdout io.Writer) error {
	run, err := c.run()
	if err != nil {
		return wrongUse(err)
	}
	if c.Threads <= 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	bar := newProgress("problems")
	defer bar.end()
	if c.Out == "" {
		return run.Continue(ctx, c.Threads, func(m *generate.Made) error {
			bar.set(int64(run.Found()), int64(c.Count))
			return tsumego.Write(stdout, tsumego.JSONL, madeItem(&m.Problem))
		})
	}
	if _, err := bankFormat(c.Out); err != nil {
		return wrongUse(err)
	}
	part := c.Out + ".part"
	journal, err := generate.OpenJournal(part, run)
	if err != nil {
		return wrongUse(err)
	}
	if run.Found() > 0 {
		fmt.Fprintf(os.Stderr, "going on after %s of %s\n", count(run.Found(), "problem"), part)
	}
	err = run.Continue(ctx, c.Threads, func(m *generate.Made) error {
		bar.set(int64(run.Found()), int64(c.Count))
		return journal.Add(m)
	})
	if err = errors.Join(err, journal.Close()); err != nil {
		return fmt.Errorf("%w; %s are in %s", err, count(run.Found(), "problem"), part)
	}
	if err := writeFile(c.Out, func(w io.Writer) error { return writeProblems(w, c.Out, run.Problems()) }); err != nil {
		return err
	}
	return os.Remove(part)
}

// run returns the run that the flags ask for.
func (c *problemsGenerateCmd) run() (*generate.Run, error) {
	from, to, err := emptyRange(c.Empty)
	if err != nil {
		return nil, err
	}
	if len(c.Board) == 0 {
		c.Board = generate.Shipped.Boards
	}
	m, err := generate.NewMaker(generate.Options{
		Seed: c.Seed, Count: c.Count, Boards: c.Board, From: from, To: to, Unique: c.Unique, Even: c.Even, Nodes: c.Nodes,
	})
	if err != nil {
		return nil, err
	}
	return generate.NewRun(m), nil
}

// emptyRange reads "3..8" or "5".
func emptyRange(text string) (from, to int, err error) {
	low, high, two := strings.Cut(text, "..")
	if !two {
		high = low
	}
	from, err1 := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil {
		return 0, 0, fmt.Errorf("empty points %q: want FROM..TO", text)
	}
	return from, to, nil
}

// bankEnding is that of the files that the program's own bank is in.
const bankEnding = ".bank"

// bankFormat returns the format that a file's ending names; a bank has none.
func bankFormat(path string) (tsumego.Format, error) {
	ending := strings.ToLower(filepath.Ext(path))
	switch ending {
	case bankEnding, endings[tsumego.JSONL]:
		return tsumego.JSONL, nil
	case endings[tsumego.SGF]:
		return tsumego.SGF, nil
	}
	return 0, fmt.Errorf("%q: want a file that ends in .bank, .jsonl or .sgf", path)
}

// writeProblems writes problems in the form that the path's ending names.
func writeProblems(w io.Writer, path string, problems []bank.Problem) error {
	if strings.EqualFold(filepath.Ext(path), bankEnding) {
		return bank.Write(w, problems)
	}
	f, err := bankFormat(path)
	if err != nil {
		return err
	}
	items := make([]tsumego.Item, len(problems))
	for i := range problems {
		items[i] = madeItem(&problems[i])
	}
	return tsumego.Write(w, f, items...)
}

// madeItem returns a problem as files other than banks hold it: rank and tags are notes.
func madeItem(p *bank.Problem) tsumego.Item {
	item := bankItem(p)
	item.Notes = fmt.Sprintf("%s, %d points: %s", p.Rank(), p.Rating, strings.Join(p.Tags, ", "))
	return item
}
