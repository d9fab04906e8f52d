package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"moyo/board"
	"moyo/cmd/moyo/bench"
)

// benchCmd groups the measurements.
type benchCmd struct {
	Rules     benchRulesCmd     `cmd:"" help:"Random moves per second of the rules, by board."`
	Mcts      benchMCTSCmd      `cmd:"" help:"Playouts per second of the tree search, by board and threads."`
	Search    benchSearchCmd    `cmd:"" help:"Depth and nodes per second of the search of n in a row, by board and threads."`
	Signature benchSignatureCmd `cmd:"" help:"A number that changes when the engine plays differently."`
	Tables    benchTablesCmd    `cmd:"" help:"The tables of a founding document, measured again."`
	Tsumego   benchTsumegoCmd   `cmd:"" help:"Time for problems of life and death, by empty points and method."`
}

// benchRulesCmd measures light playouts: random moves from the empty board to
// the end, on one core.
type benchRulesCmd struct {
	Board  []string      `default:"grid:9,grid:13,grid:19,torus:9x9,torus:13x13,hex:6,honeycomb:5,circle:4x16,sphere:12x8,geodesic:3,cube:5,box:4x4x4" help:"Boards to play on."`
	Time   time.Duration `default:"1s" help:"Processor time for each board."`
	Rounds int           `default:"5" help:"Rounds that the time is divided into. The boards alternate, and each board's median speed counts."`
	Seed   uint64        `default:"1" help:"Seed of the random moves."`
	JSON   bool          `name:"json" help:"Print JSON."`
}

func (c *benchRulesCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Time <= 0 || c.Rounds < 1 {
		return wrongUse(fmt.Errorf("--time %v --rounds %d: both must be positive", c.Time, c.Rounds))
	}
	var boards []*board.Board
	for _, spec := range c.Board {
		b, err := openBoard(spec)
		if err != nil {
			return err
		}
		boards = append(boards, b)
	}
	bar := newProgress("boards")
	speeds := bench.Rules(ctx, boards, bench.RulesOptions{Time: c.Time, Rounds: c.Rounds, Seed: c.Seed, Progress: bar.Set})
	bar.End()
	if c.JSON {
		return writeJSON(stdout, speeds)
	}
	bench.PrintRules(stdout, speeds)
	return nil
}

// benchMCTSCmd measures the tree search.
type benchMCTSCmd struct {
	Board  []string      `default:"grid:9,torus:9x9,grid:13,grid:19,hex:6,geodesic:4" help:"Boards to search."`
	Time   time.Duration `default:"2s" help:"Time of each search."`
	Memory int64         `default:"256" help:"Memory of the tree, in MiB."`
	JSON   bool          `name:"json" help:"Print JSON."`
}

func (c *benchMCTSCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Time <= 0 || c.Memory <= 0 {
		return wrongUse(fmt.Errorf("--time %v --memory %d: both must be positive", c.Time, c.Memory))
	}
	all := []bench.MCTSSpeed{}
	if !c.JSON {
		bench.PrintMCTSHead(stdout)
	}
	for _, spec := range c.Board {
		b, err := openBoard(spec)
		if err != nil {
			return err
		}
		s, err := bench.MCTS(ctx, b, bench.MCTSOptions{Time: c.Time, Memory: c.Memory << 20})
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break // prints what has been measured so far
		}
		all = append(all, s)
		if !c.JSON {
			s.Print(stdout)
		}
	}
	if c.JSON {
		return writeJSON(stdout, all)
	}
	return nil
}

// benchSearchCmd measures the search of n in a row.
type benchSearchCmd struct {
	Time   time.Duration `default:"1s" help:"Time of each search."`
	Rounds int           `default:"3" help:"Searches of each kind; the results are their means."`
	JSON   bool          `name:"json" help:"Print JSON."`
}

func (c *benchSearchCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Time <= 0 || c.Rounds <= 0 {
		return wrongUse(fmt.Errorf("--time %v --rounds %d: both must be positive", c.Time, c.Rounds))
	}
	opt := bench.SearchOptions{Time: c.Time, Rounds: c.Rounds}
	if !c.JSON {
		bench.PrintSearchHead(stdout)
		opt.Each = func(s bench.SearchSpeed) { s.Print(stdout) }
	}
	all, err := bench.Search(ctx, opt)
	if err != nil || !c.JSON {
		return err
	}
	return writeJSON(stdout, all)
}

// benchSignatureCmd prints the number of the Bench line.
type benchSignatureCmd struct{}

func (c *benchSignatureCmd) Run(ctx context.Context, stdout io.Writer) error {
	n, err := bench.Signature(ctx)
	if err == nil {
		_, err = fmt.Fprintln(stdout, n)
	}
	return err
}
