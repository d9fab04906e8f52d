package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"moyo/client/terminal/files"
	"moyo/cmd/moyo/bench"
	"moyo/solve/life/format"
)

// benchTsumegoCmd measures methods for life and death on closed problems.
type benchTsumegoCmd struct {
	Empty    string        `default:"4..14" help:"Empty points of the problems." placeholder:"FROM..TO"`
	Count    int           `default:"50" help:"Problems for each number of empty points."`
	Board    string        `default:"grid:13" help:"Board of the problems."`
	Seed     uint64        `default:"7" help:"Other problems with another number."`
	Method   []string      `default:"auto" enum:"auto,alphabeta-2015,minimax-2015" help:"Methods, one beside the other: auto, alphabeta-2015, minimax-2015."`
	Time     time.Duration `default:"10s" help:"Limit for each problem and method."`
	Threads  int           `default:"1" help:"Threads of moyo's solver."`
	Memory   int64         `default:"256" help:"Megabytes for its table."`
	Depth    int           `help:"Moves of a line for the methods of 2015, 0 for all." placeholder:"N"`
	Breadth  int           `help:"Moves of a position for the methods of 2015, 0 for all." placeholder:"N"`
	Problems string        `help:"Take the problems of a file instead." placeholder:"FILE"`
	Write    string        `help:"Write the problems as JSON lines and measure nothing, so that other programs can have the same." placeholder:"FILE"`
	Plot     string        `help:"Draw median and 95th percentile as SVG." placeholder:"FILE"`
	JSON     bool          `name:"json" help:"Print JSON, with each problem."`
}

// Help is shown below the flags.
func (*benchTsumegoCmd) Help() string {
	return "Each problem is given to the methods in turn. Of one that was not solved in time the time counts as the limit. " +
		"A method of 2015 that solves less than half of the problems of a size is not given larger ones."
}

func (c *benchTsumegoCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Time <= 0 || c.Memory <= 0 || c.Threads <= 0 || c.Count <= 0 || c.Depth < 0 || c.Breadth < 0 {
		return wrongUse(errors.New("--time, --memory, --threads and --count have to be positive, --depth and --breadth not negative"))
	}
	items, err := c.items()
	if err != nil {
		return wrongUse(err)
	}
	if c.Write != "" {
		return files.Write(c.Write, func(w io.Writer) error { return format.Write(w, format.JSONL, items...) })
	}
	bar := newProgress("problems")
	result, err := bench.Tsumego(ctx, items, bench.TsumegoOptions{
		Method: c.Method, Time: c.Time, Threads: c.Threads, Memory: c.Memory << 20, Depth: c.Depth, Breadth: c.Breadth, Progress: bar.Set,
	})
	bar.End()
	if err != nil {
		return err
	}
	if c.Plot != "" {
		if err := files.Write(c.Plot, func(w io.Writer) error { _, err := io.WriteString(w, result.Plot()); return err }); err != nil {
			return err
		}
	}
	if c.JSON {
		enc := json.NewEncoder(stdout)
		enc.SetIndent("", " ")
		return enc.Encode(result)
	}
	return result.Print(stdout)
}

// items returns the problems, those with fewer empty points first, all with a region.
func (c *benchTsumegoCmd) items() ([]format.Item, error) {
	if c.Problems != "" {
		f, err := os.Open(c.Problems)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return bench.WithRegions(format.Read(filepath.Base(c.Problems), f, files.PlainBoard))
	}
	from, to, ok := numberRange(c.Empty)
	if !ok || from < 2 || from > to || to > bench.MostEmpty {
		return nil, fmt.Errorf("--empty %.20q: want FROM..TO within 2..%d", c.Empty, bench.MostEmpty)
	}
	b, err := openBoard(c.Board)
	if err != nil {
		return nil, err
	}
	return bench.ClosedProblems(b, from, to, c.Count, c.Seed)
}

// numberRange reads FROM..TO or one number, which is both.
func numberRange(text string) (from, to int, ok bool) {
	low, high, two := strings.Cut(text, "..")
	if !two {
		high = low
	}
	from, err1 := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	return from, to, err1 == nil && err2 == nil
}
