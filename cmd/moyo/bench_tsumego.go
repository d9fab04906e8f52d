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
	Seed     uint64        `default:"7" help:"Seed: another number makes other problems."`
	Method   []string      `default:"auto" enum:"auto,alphabeta-2015,minimax-2015" help:"Methods to compare: auto, alphabeta-2015, minimax-2015."`
	Time     time.Duration `default:"10s" help:"Limit for each problem and method."`
	Threads  int           `default:"1" help:"Threads of moyo's solver."`
	Memory   int64         `default:"256" help:"Memory for its table, in megabytes."`
	Depth    int           `help:"Depth limit for the methods of 2015, 0 for none." placeholder:"N"`
	Breadth  int           `help:"Breadth limit for the methods of 2015, 0 for none." placeholder:"N"`
	Problems string        `help:"Use the problems of a file instead." placeholder:"FILE"`
	Write    string        `help:"Only write the problems as JSON lines, for other programs." placeholder:"FILE"`
	Plot     string        `help:"Draw median and 95th percentile as SVG." placeholder:"FILE"`
	JSON     bool          `name:"json" help:"Print JSON, with each problem."`
}

// Help is shown below the flags.
func (*benchTsumegoCmd) Help() string {
	return "The methods alternate on each problem. A problem that was not solved in time counts with the limit. " +
		"A method of 2015 that solves less than half of the problems of a size gets no larger ones."
}

func (c *benchTsumegoCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Time <= 0 || c.Memory <= 0 || c.Threads <= 0 || c.Count <= 0 || c.Depth < 0 || c.Breadth < 0 {
		return wrongUse(errors.New("--time, --memory, --threads and --count must be positive, --depth and --breadth not negative"))
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

// items returns the problems, fewest empty points first, all with a region.
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

// numberRange reads FROM..TO, or one number for both.
func numberRange(text string) (from, to int, ok bool) {
	low, high, two := strings.Cut(text, "..")
	if !two {
		high = low
	}
	from, err1 := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	return from, to, err1 == nil && err2 == nil
}
