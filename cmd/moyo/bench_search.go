package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"moyo/engine"
	evalgomoku "moyo/engine/eval/gomoku"
	"moyo/game"
	"moyo/rules/gomoku"
)

// benchSearchCmd measures the search of n in a row.
type benchSearchCmd struct {
	Time   time.Duration `default:"1s" help:"Time of each search."`
	Rounds int           `default:"3" help:"Searches of each kind; the figures are their means."`
	JSON   bool          `name:"json" help:"Print JSON."`
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

// searchSpeed is what one position gave.
type searchSpeed struct {
	Board string  `json:"board"`
	Rules string  `json:"rules"`
	Depth float64 `json:"depth_1_thread"`
	One   float64 `json:"nodes_per_second_1_thread"`
	Two   float64 `json:"nodes_per_second_2_threads"`
	Ratio float64 `json:"ratio"`
}

func (c *benchSearchCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Time <= 0 || c.Rounds <= 0 {
		return wrongUse(fmt.Errorf("--time %v --rounds %d: both must be positive", c.Time, c.Rounds))
	}
	all := []searchSpeed{}
	if !c.JSON {
		fmt.Fprintf(stdout, "%-12s %-16s %6s %12s %12s %6s\n", "board", "rules", "depth", "1 thread/s", "2 threads/s", "ratio")
	}
	for _, place := range searchPlaces {
		s := searchSpeed{Board: place.board, Rules: place.rules}
		if err := c.measure(ctx, &s, place.moves); err != nil {
			return err
		}
		if ctx.Err() != nil {
			break // what has been measured so far is printed
		}
		all = append(all, s)
		if !c.JSON {
			fmt.Fprintf(stdout, "%-12s %-16s %6.1f %12.0f %12.0f %6.2f\n", s.Board, s.Rules, s.Depth, s.One, s.Two, s.Ratio)
		}
	}
	if !c.JSON {
		return nil
	}
	enc := json.NewEncoder(stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(all)
}

// measure searches with one thread and with two in turns, so that both see the
// same machine.
func (c *benchSearchCmd) measure(ctx context.Context, s *searchSpeed, moves string) error {
	b, err := openBoard(s.Board)
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
	for range c.Rounds {
		for threads := 1; threads <= 2; threads++ {
			e := evalgomoku.New(evalgomoku.Options{})
			if err := e.Prepare(ctx, pos); err != nil {
				return err
			}
			info, err := e.Search(ctx, pos, engine.Limits{Time: c.Time, Threads: threads}, nil)
			if err != nil {
				return err
			}
			if threads == 1 {
				s.One += info.PerSecond() / float64(c.Rounds)
				s.Depth += float64(info.Depth) / float64(c.Rounds)
			} else {
				s.Two += info.PerSecond() / float64(c.Rounds)
			}
		}
	}
	s.Ratio = s.Two / max(s.One, 1)
	return nil
}
