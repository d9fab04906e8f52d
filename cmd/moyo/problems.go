package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	solve "moyo/solve/gomoku"
)

// problemsCmd groups the commands about problems.
type problemsCmd struct {
	List     problemsListCmd     `cmd:"" help:"List problems of life and death, of files or of the bank that comes with moyo."`
	Courses  problemsCoursesCmd  `cmd:"" help:"List the courses of the bank."`
	Sheet    problemsSheetCmd    `cmd:"" help:"Draw many problems in one picture."`
	Convert  problemsConvertCmd  `cmd:"" aliases:"import" help:"Convert problems of life and death to SGF, text or JSON lines."`
	Verify   problemsVerifyCmd   `cmd:"" help:"Check proofs of life and death that moyo solve wrote."`
	Generate problemsGenerateCmd `cmd:"" help:"Make problems of life and death, each proved, rated and tagged."`
	Rate     problemsRateCmd     `cmd:"" help:"Rate the difficulty of problems of life and death."`
	VCF      problemsVCFCmd      `cmd:"" name:"vcf" help:"Make Gomoku puzzles: win by continuous fours."`
}

// problemsVCFCmd makes puzzles until the requested number is reached.
type problemsVCFCmd struct {
	Count int    `default:"10" help:"Puzzles to make, 1 to 100000."`
	Board string `default:"grid:15" help:"Board." placeholder:"SPEC"`
	Rule  string `default:"freestyle" enum:"freestyle,standard,renju,caro8,caro9" help:"Rule about which rows win."`
	N     int    `short:"n" default:"5" help:"Stones in a row."`
	Depth string `default:"3..8" help:"Moves that the side to move needs to win, including the last." placeholder:"FROM..TO"`
	Even  bool   `help:"Make equally many of each depth; deep ones are rare and take long."`
	Any   bool   `help:"Also allow several winning first moves."`
	Nodes int    `default:"3000" help:"Limit of each search; positions that need more are skipped."`
	Seed  uint64 `default:"1" help:"Seed of the random games."`
}

// Run makes and prints, one line of JSON per puzzle. If interrupted, it ends with what it has
// printed.
func (c *problemsVCFCmd) Run(ctx context.Context, stdout io.Writer) error {
	from, to, err := depthRange(c.Depth)
	if err != nil {
		return wrongUse(err)
	}
	if c.Count < 1 || c.Count > 100_000 {
		return wrongUse(fmt.Errorf("count %d: want 1 to 100000", c.Count))
	}
	if c.Nodes < 1 {
		return wrongUse(fmt.Errorf("nodes %d: want 1 at least", c.Nodes))
	}
	g, err := openBoard(c.Board)
	if err != nil {
		return err
	}
	maker, err := solve.NewPuzzleMaker(g, c.Rule, c.N, c.Seed)
	if err != nil {
		return wrongUse(err)
	}
	made := map[int]int{}
	quota := c.Count
	if c.Even {
		quota = (c.Count + to - from) / (to - from + 1)
	}
	maker.Unique, maker.Nodes = !c.Any, c.Nodes
	maker.Want = func(depth int) bool { return depth >= from && depth <= to && made[depth] < quota }
	bar := newProgress("puzzles")
	defer bar.End()
	out := json.NewEncoder(stdout)
	for total := 0; total < c.Count && ctx.Err() == nil; {
		puzzle, ok := maker.Step()
		if !ok {
			continue
		}
		if err := out.Encode(puzzle); err != nil {
			return err
		}
		made[puzzle.Depth]++
		total++
		bar.Set(int64(total), int64(c.Count))
	}
	return nil
}

// depthRange reads "3..8" or "5".
func depthRange(text string) (from, to int, err error) {
	from, to, ok := numberRange(text)
	if !ok || from < 2 || to < from || to > solve.MaxDepth {
		return 0, 0, fmt.Errorf("depth %q: want FROM..TO within 2..%d", text, solve.MaxDepth)
	}
	return from, to, nil
}
