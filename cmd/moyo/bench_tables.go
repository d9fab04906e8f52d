package main

import (
	"context"
	"fmt"
	"io"

	"moyo/catalog"
	"moyo/cmd/moyo/bench"
)

// benchTablesCmd measures the tables of the founding documents again.
type benchTablesCmd struct {
	Game   string `default:"all" enum:"all,capturefive,gomoku" help:"Whose tables: capturefive (two minutes), gomoku (twelve) or all."`
	Games  int    `default:"2" help:"Games whose positions are searched for the depths, 1 to 4."`
	Engine string `default:"alphabeta" help:"Engine to compare with the documents' own."`
	Quick  bool   `help:"Use a twentieth of the time. The results are not comparable with the documents'."`
	JSON   bool   `name:"json" help:"Print JSON."`
}

// Help is shown below the flags.
func (*benchTablesCmd) Help() string {
	return "Searches the positions of Robogo's table (2022) to the same depths, with its own method, kept " +
		"as robogo, and to the full width as fast as moyo can, without captures as in the document, and with them. " +
		"Also repeats the measurements of \"Artificial Intelligence for Gomoku\" (2023) " +
		"with its own method, kept as negascout-2023, and with moyo's engine, " +
		"on positions from self-play of negascout-2023 at depth 4."
}

func (c *benchTablesCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Games < 1 || c.Games > bench.MostGames {
		return wrongUse(fmt.Errorf("--games %d: want 1 to %d", c.Games, bench.MostGames))
	}
	probe, err := catalog.NewEngine(c.Engine, catalog.EngineOptions{MemoryMB: 1})
	if err != nil {
		return wrongUse(err)
	}
	if err := probe.Close(); err != nil {
		return err
	}
	all, err := c.measure(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return writeJSON(stdout, all)
	}
	return all.Print(stdout)
}

// measure measures the tables of --game, each with its own progress bar.
func (c *benchTablesCmd) measure(ctx context.Context) (*bench.Tables, error) {
	var all bench.Tables
	take := func(unit string, part func(bench.Progress) error) error {
		bar := newProgress(unit)
		defer bar.End()
		return part(bar.Set)
	}
	if c.Game != "gomoku" {
		err := take("rows", func(p bench.Progress) (err error) {
			all.CaptureFive, err = bench.MeasureRobogo(ctx, c.Quick, p)
			return err
		})
		if err != nil {
			return nil, err
		}
		err = take("contests", func(p bench.Progress) (err error) {
			all.Algorithms, err = bench.MeasureAlgorithms(ctx, p)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if c.Game == "capturefive" || ctx.Err() != nil {
		return &all, nil
	}
	return &all, take("s", func(p bench.Progress) (err error) {
		all.Gomoku2023, err = bench.MeasureGomoku2023(ctx, bench.GomokuOptions{Engine: c.Engine, Games: c.Games, Quick: c.Quick, Progress: p})
		return err
	})
}
