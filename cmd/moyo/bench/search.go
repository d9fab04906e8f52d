package bench

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"moyo/board"
	"moyo/engine"
	enginegomoku "moyo/engine/gomoku"
	"moyo/game"
	"moyo/game/rules/gomoku"
)

// SearchOptions configure a measurement of the search of n in a row.
type SearchOptions struct {
	Time   time.Duration     // of each search
	Rounds int               // searches of each kind; the results are their means
	Each   func(SearchSpeed) // receives each position's speed when it is known; may be nil
}

// searchPlaces are quiet positions of six stones: a board, rules and the moves.
var searchPlaces = []struct{ board, rules, moves string }{
	{"grid:15", "rule=freestyle", "H8 K10 G12 E6 L5 D10"},
	{"grid:15", "rule=standard", "H8 K10 G12 E6 L5 D10"},
	{"grid:15", "rule=renju", "H8 K10 G12 E6 L5 D10"},
	{"grid:15", "rule=caro9", "H8 K10 G12 E6 L5 D10"},
	{"grid:20", "rule=freestyle", "K10 N12 J14 G8 O7 F12"},
	{"torus:15x15", "rule=freestyle", "H8 K10 G12 E6 L5 D10"},
}

// SearchSpeed is the result for one position.
type SearchSpeed struct {
	Board string  `json:"board"`
	Rules string  `json:"rules"`
	Depth float64 `json:"depth_1_thread"`
	One   float64 `json:"nodes_per_second_1_thread"`
	Two   float64 `json:"nodes_per_second_2_threads"`
	Ratio float64 `json:"ratio"`
}

// PrintSearchHead writes the head of the table of speeds.
func PrintSearchHead(out io.Writer) {
	fmt.Fprintf(out, "%-12s %-16s %6s %12s %12s %6s\n", "board", "rules", "depth", "1 thread/s", "2 threads/s", "ratio")
}

// Print writes a line of the table.
func (s SearchSpeed) Print(out io.Writer) {
	fmt.Fprintf(out, "%-12s %-16s %6.1f %12.0f %12.0f %6.2f\n", s.Board, s.Rules, s.Depth, s.One, s.Two, s.Ratio)
}

// Search measures the search of n in a row: depth and nodes per second. If ctx ends, it returns
// what has been measured so far.
func Search(ctx context.Context, opt SearchOptions) ([]SearchSpeed, error) {
	all := []SearchSpeed{}
	for _, place := range searchPlaces {
		s := SearchSpeed{Board: place.board, Rules: place.rules}
		if err := opt.measure(ctx, &s, place.moves); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			break
		}
		all = append(all, s)
		if opt.Each != nil {
			opt.Each(s)
		}
	}
	return all, nil
}

// measure searches alternately with one thread and with two, so that both see the same machine.
func (o SearchOptions) measure(ctx context.Context, s *SearchSpeed, moves string) error {
	b, err := board.Parse(s.Board)
	if err != nil {
		return err
	}
	r, err := gomoku.Parse(s.Rules)
	if err != nil {
		return err
	}
	pos, err := r.New(b)
	if err != nil {
		return err
	}
	for name := range strings.FieldsSeq(moves) {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			return err
		}
	}
	for range o.Rounds {
		for threads := 1; threads <= 2; threads++ {
			e := enginegomoku.New(enginegomoku.Options{})
			if err := e.Prepare(ctx, pos); err != nil {
				return err
			}
			info, err := e.Search(ctx, pos, engine.Limits{Time: o.Time, Threads: threads}, nil)
			if err != nil {
				return err
			}
			if threads == 1 {
				s.One += info.PerSecond() / float64(o.Rounds)
				s.Depth += float64(info.Depth) / float64(o.Rounds)
			} else {
				s.Two += info.PerSecond() / float64(o.Rounds)
			}
		}
	}
	s.Ratio = s.Two / max(s.One, 1)
	return nil
}
