package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"moyo/board"
	"moyo/engine"
	evalgomoku "moyo/engine/eval/gomoku"
	evalweiqi "moyo/engine/eval/weiqi"
	"moyo/rules/weiqi"
)

// benchMCTSCmd measures the tree search.
type benchMCTSCmd struct {
	Board  []string      `default:"grid:9,torus:9x9,grid:13,grid:19,hex:6,geodesic:4" help:"Boards to search."`
	Time   time.Duration `default:"2s" help:"Time of each search."`
	Memory int64         `default:"256" help:"Bound of the tree, in MiB."`
	JSON   bool          `name:"json" help:"Print JSON."`
}

// mctsSpeed is what one board gave.
type mctsSpeed struct {
	Board     string  `json:"board"`
	Points    int     `json:"points"`
	One       float64 `json:"playouts_per_second_1_thread"`
	Two       float64 `json:"playouts_per_second_2_threads"`
	Ratio     float64 `json:"ratio"`
	TreeBytes int64   `json:"tree_bytes"`
	TreeBound int64   `json:"tree_bound"`
}

func (c *benchMCTSCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Time <= 0 || c.Memory <= 0 {
		return wrongUse(fmt.Errorf("--time %v --memory %d: both must be positive", c.Time, c.Memory))
	}
	all := []mctsSpeed{}
	if !c.JSON {
		fmt.Fprintf(stdout, "%-14s %7s %12s %12s %6s %10s\n", "board", "points", "1 thread/s", "2 threads/s", "ratio", "tree MiB")
	}
	for _, spec := range c.Board {
		b, err := openBoard(spec)
		if err != nil {
			return err
		}
		s, err := c.measure(ctx, b)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break // what has been measured so far is printed
		}
		all = append(all, s)
		if !c.JSON {
			fmt.Fprintf(stdout, "%-14s %7d %12.0f %12.0f %6.2f %10.1f\n", s.Board, s.Points, s.One, s.Two, s.Ratio, float64(s.TreeBytes)/(1<<20))
		}
	}
	if !c.JSON {
		return nil
	}
	enc := json.NewEncoder(stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(all)
}

// measure searches the empty board with one thread and with two, in turns, so
// that both see the same machine.
func (c *benchMCTSCmd) measure(ctx context.Context, b *board.Board) (mctsSpeed, error) {
	const rounds = 3
	s := mctsSpeed{Board: b.Spec(), Points: b.Len(), TreeBound: c.Memory << 20}
	for range rounds {
		for threads := 1; threads <= 2; threads++ {
			e := evalweiqi.New(evalweiqi.Options{Memory: s.TreeBound, FullTime: true})
			pos, err := weiqi.Default().New(b)
			if err != nil {
				return s, err
			}
			info, err := e.Search(ctx, pos, engine.Limits{Time: c.Time / rounds, Threads: threads, Seed: 1}, nil)
			if err != nil {
				return s, err
			}
			if threads == 1 {
				s.One += info.PerSecond() / rounds
			} else {
				s.Two += info.PerSecond() / rounds
			}
			held, _ := e.Memory()
			s.TreeBytes = max(s.TreeBytes, held)
		}
	}
	s.Ratio = s.Two / max(s.One, 1)
	return s, nil
}

// benchSignatureCmd prints the number of the Bench line.
type benchSignatureCmd struct{}

func (c *benchSignatureCmd) Run(ctx context.Context, stdout io.Writer) error {
	stones, err := evalweiqi.Signature(ctx)
	if err != nil {
		return err
	}
	rows, err := evalgomoku.Signature(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(stdout, (stones+rows)%1e8)
	return nil
}
