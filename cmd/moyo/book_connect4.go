package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"moyo/board"
	"moyo/engine/connect4"
	rules "moyo/game/rules/connect4"
	solve "moyo/solve/connect4"
)

// connect4Plies is the default number of plies in a Connect Four book: 560 positions of the usual
// board, each of which takes seconds; each further ply has four times as many.
const connect4Plies = 4

// connect4Book returns the book for a size of Connect Four's board. The error is for what the
// solver does not support.
func connect4Book(c *bookBuildCmd) (bookToMake, error) {
	r, err := rules.Parse(c.Game)
	if err != nil {
		return bookToMake{}, err
	}
	b, err := board.Parse(cmp.Or(c.Board, "grid:7x6"))
	if err != nil {
		return bookToMake{}, err
	}
	start, err := r.New(b)
	if err != nil {
		return bookToMake{}, err
	}
	if n := start.(*rules.Position).Need(); n != 4 {
		return bookToMake{}, fmt.Errorf("--game %s: only four in a row can be solved, not %d", c.Game, n)
	}
	if c.Threads < 1 || c.Threads > 256 {
		return bookToMake{}, fmt.Errorf("--threads %d: want 1 to 256", c.Threads)
	}
	width, height, ok := b.Grid()
	if !ok {
		return bookToMake{}, errors.New("--board: want a grid")
	}
	plies := cmp.Or(c.Plies, connect4Plies)
	return bookToMake{
		folder: "engine/connect4/book", file: fmt.Sprintf("grid%dx%d.txt", width, height),
		comment: func(int) string {
			return fmt.Sprintf("Made by moyo book build --game %s --board %s --plies %d", r.ID(), b.Spec(), plies)
		},
		make: func(ctx context.Context, progress func(done, total int)) (openingBook, error) {
			k, err := connect4.MakeBook(ctx, width, height, plies, solve.Options{Threads: c.Threads}, progress)
			if k == nil {
				return nil, err
			}
			return k, err
		},
	}, nil
}
