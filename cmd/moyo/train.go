package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"moyo/board"
	"moyo/engine/gomoku"
	rules "moyo/game/rules/gomoku"
)

// trainCmd makes what engines know of a game from games they play against
// themselves.
type trainCmd struct {
	Gomoku    trainGomoku    `cmd:"" help:"Learn the values of patterns and the order of moves of n in a row."`
	Network   trainNetwork   `cmd:"" help:"Learn the network of five in a row, from games against itself."`
	Weiqi     trainWeiqi     `cmd:"" help:"Learn what a network knows of Go on any board, from games against itself."`
	Graphs    trainGraphs    `cmd:"" help:"Write boards for the trainer of cmd/device, which runs on a graphics card."`
	Book      trainBook      `cmd:"" help:"Search the answers to first moves of n in a row for the opening book."`
	Proposals trainProposals `cmd:"" help:"Search even first stones of n in a row for swap and swap2."`
}

// trainProposals prepares the stones that an engine proposes in an opening.
type trainProposals struct {
	lessonFlags
	Nodes int64 `help:"Positions searched for each proposal." default:"2000000"`
	Count int   `help:"Proposals to make." default:"24"`
}

// Run searches and writes the proposals; after Ctrl-C, what there is of them.
func (c *trainProposals) Run(ctx context.Context) error {
	r, b, err := c.open()
	if err != nil {
		return err
	}
	out, err := os.Create(c.Out)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "# Made by moyo train proposals --rule %s --board %s --nodes %d --count %d\n", c.Rule, c.Board, c.Nodes, c.Count)
	err = gomoku.MakeProposals(ctx, r.Options(), b, c.Nodes, c.Count, out)
	return errors.Join(err, out.Close())
}

// trainBook makes the opening book.
type trainBook struct {
	lessonFlags
	Nodes int64 `help:"Positions searched for each answer." default:"3000000"`
	Reach int   `help:"Steps from the middle of the first stones that are answered; White's second stone may lie twice as far." default:"2"`
}

// Run searches and writes the book; after Ctrl-C, what there is of it.
func (c *trainBook) Run(ctx context.Context) error {
	r, b, err := c.open()
	if err != nil {
		return err
	}
	begin := time.Now()
	k, err := gomoku.MakeBook(ctx, r.Options(), b, c.Nodes, c.Reach, func(line string) {
		fmt.Fprintf(os.Stderr, "%6s  %s\n", time.Since(begin).Round(time.Second), line)
	})
	if k == nil {
		return err
	}
	out, failed := os.Create(c.Out)
	if failed != nil {
		return failed
	}
	comment := fmt.Sprintf("Made by moyo train book --rule %s --board %s --nodes %d --reach %d", c.Rule, c.Board, c.Nodes, c.Reach)
	if failed := k.Write(out, comment); failed != nil {
		return failed
	}
	if failed := out.Close(); failed != nil {
		return failed
	}
	return err
}

type trainGomoku struct {
	lessonFlags
	Samples     int    `help:"Positions of each generation." default:"100000"`
	Generations int    `help:"Generations; each plays with the weights of the one before." default:"2"`
	Epochs      int    `help:"Times each position is learned from." default:"10"`
	Nodes       int64  `help:"Positions searched for each move." default:"2000"`
	Threads     int    `help:"Games at once; with 1 the result is repeatable." default:"1"`
	Seed        uint64 `help:"Seed of the random numbers." default:"1"`
	From        string `help:"File of weights to begin with instead of those made by hand." type:"existingfile" optional:""`
}

// Run trains and writes the weights; after Ctrl-C, those of the last full
// generation and what was learned since.
func (c *trainGomoku) Run(ctx context.Context) error {
	r, _, err := c.open()
	if err != nil {
		return err
	}
	opt := gomoku.TrainOptions{
		SelfPlay: gomoku.SelfPlay{Rule: r.Options().Rule, Board: c.Board, Nodes: c.Nodes, Threads: c.Threads, Seed: c.Seed},
		Samples:  c.Samples, Generations: c.Generations, Epochs: c.Epochs,
	}
	if c.From != "" {
		if opt.From, err = readFile(c.From, gomoku.ReadWeights); err != nil {
			return err
		}
	}
	say := sayPositions(c.Samples)
	opt.Progress = func(generation, n int) { say(fmt.Sprintf("generation %d: ", generation), n) }
	opt.Trained = func(generation int, before, after gomoku.Fit) {
		fmt.Fprintf(os.Stderr, "\ngeneration %d: loss of the value %.4f to %.4f, "+
			"of the order %.3f to %.3f, best move first %.1f %% to %.1f %% (%d positions held back)\n",
			generation, before.Value, after.Value, before.Order, after.Order, 100*before.First, 100*after.First, after.Samples)
	}
	w, err := gomoku.Train(ctx, opt)
	if err != nil {
		return err
	}
	return writeFile(c.Out, w.Write)
}

// sayPositions returns what says on stderr, every two seconds and of the last, how many of so many positions
// have been played, after some words.
func sayPositions(of int) func(words string, n int) {
	begin := time.Now()
	shown := begin
	return func(words string, n int) {
		if now := time.Now(); now.Sub(shown) > 2*time.Second || n >= of {
			shown = now
			fmt.Fprintf(os.Stderr, "\r%s%d of %d positions, %s ", words, n, of, now.Sub(begin).Round(time.Second))
		}
	}
}

// writeFile makes a file of what write writes.
func writeFile(name string, write func(io.Writer) error) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(out), out.Close())
}

// readFile returns what read reads from a file. Its errors name it.
func readFile[T any](name string, read func(io.Reader) (T, error)) (v T, err error) {
	in, err := os.Open(name)
	if err != nil {
		return v, err
	}
	defer in.Close()
	if v, err = read(in); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return v, err
}

// lessonFlags say which game of n in a row is learned, and where to.
type lessonFlags struct {
	Rule  string `help:"Rule: freestyle, standard, renju, caro8 or caro9." default:"freestyle"`
	Board string `help:"Board to play on." default:"grid:15"`
	Out   string `help:"File to write." required:""`
}

// open returns the rules and the board of a training, and refuses at once what
// would otherwise fail after it: a game that cannot be played there, or a file
// that cannot be written.
func (c *lessonFlags) open() (*rules.Rules, *board.Board, error) {
	parsed, err := rules.Parse("rule=" + c.Rule)
	if err != nil {
		return nil, nil, wrongUse(err)
	}
	b, err := board.Parse(c.Board)
	if err != nil {
		return nil, nil, wrongUse(err)
	}
	if _, err := parsed.New(b); err != nil {
		return nil, nil, wrongUse(err)
	}
	_, before := os.Stat(c.Out)
	f, err := os.OpenFile(c.Out, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, wrongUse(err)
	}
	if before != nil { // it was not there
		os.Remove(c.Out)
	}
	return parsed.(*rules.Rules), b, f.Close()
}
