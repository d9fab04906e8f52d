package bench

import (
	"context"
	"fmt"
	"io"
	"time"

	"moyo/board"
	"moyo/engine"
	engineweiqi "moyo/engine/weiqi"
	"moyo/game/rules/weiqi"
)

// MCTSOptions configure a measurement of the tree search.
type MCTSOptions struct {
	Time   time.Duration // of each search
	Memory int64         // of the tree, in bytes
}

// MCTSSpeed is the result for one board.
type MCTSSpeed struct {
	Board     string  `json:"board"`
	Points    int     `json:"points"`
	One       float64 `json:"playouts_per_second_1_thread"`
	Two       float64 `json:"playouts_per_second_2_threads"`
	Ratio     float64 `json:"ratio"`
	TreeBytes int64   `json:"tree_bytes"`
	TreeBound int64   `json:"tree_bound"`
}

// PrintMCTSHead writes the head of the table of speeds.
func PrintMCTSHead(out io.Writer) {
	fmt.Fprintf(out, "%-14s %7s %12s %12s %6s %10s\n", "board", "points", "1 thread/s", "2 threads/s", "ratio", "tree MiB")
}

// Print writes a line of the table.
func (s MCTSSpeed) Print(out io.Writer) {
	fmt.Fprintf(out, "%-14s %7d %12.0f %12.0f %6.2f %10.1f\n", s.Board, s.Points, s.One, s.Two, s.Ratio, float64(s.TreeBytes)/(1<<20))
}

// MCTS searches the empty board alternately with one thread and with two, so that both see the same
// machine.
func MCTS(ctx context.Context, b *board.Board, opt MCTSOptions) (MCTSSpeed, error) {
	const rounds = 3
	s := MCTSSpeed{Board: b.Spec(), Points: b.Len(), TreeBound: opt.Memory}
	for range rounds {
		for threads := 1; threads <= 2; threads++ {
			e := engineweiqi.New(engineweiqi.Options{Memory: s.TreeBound, FullTime: true})
			pos, err := weiqi.Default().New(b)
			if err != nil {
				return s, err
			}
			info, err := e.Search(ctx, pos, engine.Limits{Time: opt.Time / rounds, Threads: threads, Seed: 1}, nil)
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
