package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"moyo/engine/gomoku"
	judge "moyo/engine/gomoku/network"
)

// trainNetwork trains the network of five in a row.
type trainNetwork struct {
	outputFlags
	Games     string `help:"File of training positions. Self-play adds games until it contains enough; several calls can share the work." required:""`
	Positions int    `help:"Positions that the file should contain." default:"500000"`
	Nodes     int64  `help:"Positions to search per move." default:"2000"`
	From      string `help:"File of the network that plays; without it the engine plays without one." type:"existingfile" optional:""`
	Epochs    int    `help:"Times each position is used for training." default:"6"`
	Threads   int    `help:"Games at the same time, and training threads." default:"1"`
	Seed      uint64 `help:"Seed of the random numbers." default:"1"`
}

// Run plays, trains and writes the network. After Ctrl-C the games stay, and the same command
// continues.
func (c *trainNetwork) Run(ctx context.Context) error {
	r, _, err := c.open()
	if err != nil {
		return err
	}
	if c.Positions < 1000 || c.Epochs < 1 || c.Nodes < 1 {
		return wrongUse(errors.New("--positions: at least 1000; --epochs and --nodes: at least 1"))
	}
	opt := gomoku.NetworkOptions{
		SelfPlay: gomoku.SelfPlay{Rule: r.Options().Rule, Board: c.Board, Nodes: c.Nodes, Threads: c.Threads, Seed: c.Seed},
		File:     c.Games, Positions: c.Positions, Epochs: c.Epochs,
	}
	if c.From != "" {
		if opt.From, err = readFile(c.From, judge.Read); err != nil {
			return err
		}
	}
	begin := time.Now()
	say := printPositions(c.Positions)
	opt.Played = func(n int) { say("", n) }
	opt.Trained = func(epoch int, taught, held judge.Fit) {
		fmt.Fprintf(os.Stderr, "\nepoch %d of %d, %s: value loss %.4f (validation "+
			"%.4f), order loss %.3f (%.3f), best move first %.1f %% (%.1f %%)",
			epoch, c.Epochs, time.Since(begin).Round(time.Second), taught.Value, held.Value,
			taught.Order, held.Order, 100*taught.First, 100*held.First)
	}
	n, err := gomoku.TrainNetwork(ctx, opt)
	fmt.Fprintln(os.Stderr)
	if err != nil {
		return err
	}
	return writeFile(c.Out, n.Write)
}
