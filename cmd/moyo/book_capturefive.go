package main

import (
	"cmp"
	"context"
	"fmt"

	"moyo/board"
	"moyo/engine/capturefive"
	rules "moyo/game/rules/capturefive"
)

// captureFivePlies is the default number of stones of the largest position in Capture Five's book.
const captureFivePlies = 12

// captureFiveBook returns the book of Capture Five's game and board. The error is for what the
// search cannot play.
func captureFiveBook(c *bookBuildCmd) (bookToMake, error) {
	parsed, err := rules.Parse(c.Game)
	if err != nil {
		return bookToMake{}, err
	}
	b, err := board.Parse(cmp.Or(c.Board, "grid:9"))
	if err != nil {
		return bookToMake{}, err
	}
	pos, err := parsed.New(b)
	if err != nil {
		return bookToMake{}, err
	}
	if !capturefive.Plays(pos) {
		return bookToMake{}, fmt.Errorf("--board %s: too large for the search", b.Spec())
	}
	r := parsed.(*rules.Rules)
	opt := capturefive.BookOptions{Positions: c.Positions, Nodes: c.Nodes, Plies: cmp.Or(c.Plies, captureFivePlies), Width: c.Width}
	return bookToMake{
		folder: "engine/capturefive/book", file: capturefive.BookFile(r.Options(), b),
		comment: func(positions int) string { // fewer than requested if it was stopped
			return fmt.Sprintf("Made by moyo book build --game %s --board %s --nodes %d --positions %d --plies %d --width %d",
				r.ID(), b.Spec(), opt.Nodes, positions, opt.Plies, opt.Width)
		},
		make: func(ctx context.Context, progress func(done, total int)) (openingBook, error) {
			k, err := capturefive.MakeBook(ctx, r, b, opt, func(done int, _ string) { progress(done, opt.Positions) })
			if k == nil {
				return nil, err
			}
			return k, err
		},
	}, opt.Check()
}
