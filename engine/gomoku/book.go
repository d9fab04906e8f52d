package gomoku

import (
	"context"
	"embed"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/internal/book"
	"moyo/engine/player"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
)

//go:embed book/*.txt
var books embed.FS

// shelf caches the books by rule and board, for five in a row.
var shelf = book.NewShelf(books)

// MakeBook searches the answers to the first stones on b: to a first stone
// within reach of the middle, and to White's second within twice the reach of
// one in the middle. Each search has the given nodes. With an error, such as
// the context's, it returns the book so far.
func MakeBook(
	ctx context.Context, opt rules.Options, b *board.Board, nodes int64, reach int, report func(line string),
) (*book.Book, error) {
	r, err := rules.New(opt)
	if err != nil {
		return nil, err
	}
	k := book.New(b)
	e := New(Options{NoBook: true})
	middle := nearest(b, board.Vec{})
	var positions [][]board.Point
	for q, d := range b.Distances(middle) {
		if d <= reach {
			positions = append(positions, []board.Point{board.Point(q)})
		}
	}
	for q, d := range b.Distances(middle) {
		if d > 0 && d <= 2*reach {
			positions = append(positions, []board.Point{middle, board.Point(q)})
		}
	}
	for _, stones := range positions {
		if _, known := k.Find(stones); known {
			continue
		}
		a, err := searchAnswer(ctx, e, r, b, stones, nodes)
		if err != nil {
			return k, err
		}
		report(k.Add(stones, a))
	}
	return k, nil
}

// searchAnswer searches the answer to stones placed in turn.
func searchAnswer(
	ctx context.Context, e *player.Engine, r game.Rules, b *board.Board, stones []board.Point, nodes int64,
) (book.Answer, error) {
	pos, err := r.New(b)
	if err != nil {
		return book.Answer{}, err
	}
	for _, q := range stones {
		if err := pos.Play(game.Place(q)); err != nil {
			return book.Answer{}, err
		}
	}
	info, err := e.Search(ctx, pos, engine.Limits{Nodes: nodes}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return book.Answer{Move: info.Move.Point(), Value: info.Value, Depth: info.Depth}, err
}
