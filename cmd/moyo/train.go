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

// trainCmd trains engines on a game by self-play.
type trainCmd struct {
	Gomoku    trainGomoku    `cmd:"" help:"Train the pattern values and the move ordering of n in a row."`
	Network   trainNetwork   `cmd:"" help:"Train the network of five in a row by self-play."`
	Weiqi     trainWeiqi     `cmd:"" help:"Train a network for Go on any board by self-play."`
	Graphs    trainGraphs    `cmd:"" help:"Write boards for the trainer in cmd/device, which runs on a graphics card."`
	Book      trainBook      `cmd:"" help:"Search the answers to first moves of n in a row for the opening book."`
	Proposals trainProposals `cmd:"" help:"Search even first stones of n in a row for swap and swap2."`
}

// trainProposals prepares the stones that an engine proposes in an opening.
type trainProposals struct {
	outputFlags
	Nodes int64 `help:"Positions searched for each proposal." default:"2000000"`
	Count int   `help:"Proposals to make." default:"24"`
}

// Run searches and writes the proposals; after Ctrl-C, those that are done.
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
	outputFlags
	Nodes int64 `help:"Positions searched for each answer." default:"3000000"`
	Reach int   `help:"Distance from the middle of the first stones to answer, in steps; White's second stone may be twice as far." default:"2"`
}

// Run searches and writes the book; after Ctrl-C, the part that is done.
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
	outputFlags
	Samples     int    `help:"Positions of each generation." default:"100000"`
	Generations int    `help:"Generations; each plays with the weights of the previous one." default:"2"`
	Epochs      int    `help:"Times each position is used for training." default:"10"`
	Nodes       int64  `help:"Positions to search per move." default:"2000"`
	Threads     int    `help:"Games at the same time; with 1 the result is repeatable." default:"1"`
	Seed        uint64 `help:"Seed of the random numbers." default:"1"`
	From        string `help:"File of weights to start from instead of the hand-made ones." type:"existingfile" optional:""`
}

// Run trains and writes the weights; after Ctrl-C, those of the last complete generation with the
// training since.
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
	say := printPositions(c.Samples)
	opt.Progress = func(generation, n int) { say(fmt.Sprintf("generation %d: ", generation), n) }
	opt.Trained = func(generation int, before, after gomoku.Fit) {
		fmt.Fprintf(os.Stderr, "\ngeneration %d: value loss %.4f to %.4f, "+
			"order loss %.3f to %.3f, best move first %.1f %% to %.1f %% (validation set of %d positions)\n",
			generation, before.Value, after.Value, before.Order, after.Order, 100*before.First, 100*after.First, after.Samples)
	}
	w, err := gomoku.Train(ctx, opt)
	if err != nil {
		return err
	}
	return writeFile(c.Out, w.Write)
}

// printPositions returns a function that prints on stderr, every two seconds and for the last one, how many of
// the positions have been played, after some words.
func printPositions(of int) func(words string, n int) {
	begin := time.Now()
	shown := begin
	return func(words string, n int) {
		if now := time.Now(); now.Sub(shown) > 2*time.Second || n >= of {
			shown = now
			fmt.Fprintf(os.Stderr, "\r%s%d of %d positions, %s ", words, n, of, now.Sub(begin).Round(time.Second))
		}
	}
}

// writeFile creates a file and fills it with write.
func writeFile(name string, write func(io.Writer) error) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(out), out.Close())
}

// readFile reads a file with read. Its errors name the file.
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

// outputFlags name the game of n in a row to train on, and the output file.
type outputFlags struct {
	Rule  string `help:"Rule: freestyle, standard, renju, caro8 or caro9." default:"freestyle"`
	Board string `help:"Board to play on." default:"grid:15"`
	Out   string `help:"File to write." required:""`
}

// open returns the rules and the board for training. It refuses immediately what would otherwise
// fail at the end: a game that cannot be played there, or a file that cannot be written.
func (c *outputFlags) open() (*rules.Rules, *board.Board, error) {
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
	if before != nil { // it did not exist
		os.Remove(c.Out)
	}
	return parsed.(*rules.Rules), b, f.Close()
}
