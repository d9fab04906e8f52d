package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/rules/weiqi/census"
)

// perftCmd groups the counts.
type perftCmd struct {
	Legal perftLegalCmd `cmd:"" help:"Count the legal positions of Go on a board, and the moves in them."`
	Games perftGamesCmd `cmd:"" help:"Count the games on a tiny board: of Go under positional superko, or of another game with their results."`
	Moves perftMovesCmd `cmd:"" help:"Count the sequences of legal moves of a game, depth by depth."`
}

// countedBoard is the board of a count.
type countedBoard struct {
	Board string `help:"Board, such as grid:3x4, torus:4x4 or file:PATH." xor:"board" required:"" placeholder:"SPEC"`
	Graph string `help:"Or the number of a graph in Farnebäck's GoGameGraphs." xor:"board" required:"" placeholder:"ID"`
}

func (c countedBoard) open() (*board.Board, error) {
	if c.Graph == "" {
		return openBoard(c.Board)
	}
	b, err := census.Graph(c.Graph)
	if err != nil {
		return nil, wrongUse(err)
	}
	return b, nil
}

// name is what the output calls the board.
func (c countedBoard) name(b *board.Board) string {
	if c.Graph != "" {
		return "graph:" + c.Graph
	}
	return b.Spec()
}

type perftLegalCmd struct {
	countedBoard
	JSON bool `help:"Print one line of JSON."`
}

// legalCount is the output. The moves are null if the board is too large to count them.
type legalCount struct {
	Board        string   `json:"board"`
	Points       int      `json:"points"`
	Edges        int      `json:"edges"`
	Legal        *big.Int `json:"legal"`
	MovesSuicide *uint64  `json:"moves_suicide"`
	Moves        *uint64  `json:"moves"`
}

// Run counts and prints.
func (c *perftLegalCmd) Run(ctx context.Context, stdout io.Writer) error {
	b, err := c.open()
	if err != nil {
		return err
	}
	count := legalCount{Board: c.name(b), Points: b.Len(), Edges: b.EdgeCount()}
	if w, h, ok := b.Grid(); ok && b.Len() > 16 {
		err = count.byBorders(ctx, w, h)
	} else {
		err = count.byPositions(ctx, b)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(stdout).Encode(count)
	}
	_, err = fmt.Fprintf(stdout, "%s: %d points, %d edges\nlegal positions      %d\n", b.Title(), b.Len(), b.EdgeCount(), count.Legal)
	if err == nil && count.Moves != nil {
		_, err = fmt.Fprintf(stdout, "moves                %d\nmoves, suicide too   %d\n", *count.Moves, *count.MovesSuicide)
	}
	return err
}

// byPositions enumerates the positions.
func (l *legalCount) byPositions(ctx context.Context, b *board.Board) error {
	bar := newProgress("black sets")
	defer bar.End()
	count, err := census.Legal(ctx, b, bar.Set)
	l.Legal, l.MovesSuicide, l.Moves = new(big.Int).SetUint64(count.Legal), &count.MovesSuicide, &count.Moves
	return err
}

// byBorders counts the positions of a larger grid, without their moves.
func (l *legalCount) byBorders(ctx context.Context, w, h int) error {
	bar := newProgress("points")
	defer bar.End()
	var err error
	l.Legal, err = census.Grid(ctx, w, h, bar.Set)
	return err
}

type perftGamesCmd struct {
	countedBoard
	Rules string `help:"Another game than Go, such as gomoku:n=3." default:"weiqi" placeholder:"ID" aliases:"game"`
	JSON  bool   `help:"Print one line of JSON."`
}

// Run counts and prints.
func (c *perftGamesCmd) Run(ctx context.Context, stdout io.Writer) error {
	b, err := c.open()
	if err != nil {
		return err
	}
	if c.Rules != "weiqi" {
		return c.ofAnother(ctx, stdout, b)
	}
	bar := newProgress("games")
	count, err := census.Games(ctx, b, func(games uint64) { bar.Set(int64(games), -1) })
	bar.End()
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(stdout).Encode(struct {
			Board   string `json:"board"`
			Games   uint64 `json:"games"`
			Longest int    `json:"longest"`
		}{c.name(b), count.Games, count.Longest})
	}
	_, err = fmt.Fprintf(stdout, "%s: %d games, the longest of %d moves\n", b.Title(), count.Games, count.Longest)
	return err
}

// ofAnother counts the games of a game other than Go.
func (c *perftGamesCmd) ofAnother(ctx context.Context, stdout io.Writer, b *board.Board) error {
	rules, err := catalog.Rules(c.Rules)
	if err != nil {
		return wrongUse(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		return wrongUse(err)
	}
	if _, passes := pos.(game.Scorer); passes {
		return wrongUse(fmt.Errorf("rules %q: games of Go are counted under the usual rules only", c.Rules))
	}
	count, err := game.Games(ctx, pos)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(stdout).Encode(struct {
			Board     string `json:"board"`
			Rules     string `json:"rules"`
			Games     uint64 `json:"games"`
			Black     uint64 `json:"black"`
			White     uint64 `json:"white"`
			Draws     uint64 `json:"draws"`
			Longest   int    `json:"longest"`
			Positions int    `json:"positions"`
		}{c.name(b), rules.ID(), count.Games, count.Black, count.White, count.Draws, count.Longest, count.Positions})
	}
	_, err = fmt.Fprintf(stdout, "%s: %d games, the longest of %d moves\nBlack wins %d, White %d, drawn %d\n%d positions\n",
		b.Title(), count.Games, count.Longest, count.Black, count.White, count.Draws, count.Positions)
	return err
}

type perftMovesCmd struct {
	countedBoard
	Rules string `help:"Rules, such as weiqi:komi=0.5,ko=simple." default:"weiqi" placeholder:"ID" aliases:"game"`
	Depth int    `help:"Moves to look ahead, 1 to 30." default:"4"`
	JSON  bool   `help:"Print one line of JSON a depth."`
}

// Run counts and prints each depth as it is done.
func (c *perftMovesCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Depth < 1 || c.Depth > 30 {
		return wrongUse(fmt.Errorf("depth %d: want 1 to 30", c.Depth))
	}
	b, err := c.open()
	if err != nil {
		return err
	}
	rules, err := catalog.Rules(c.Rules)
	if err != nil {
		return wrongUse(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		return wrongUse(err)
	}
	for depth := 1; depth <= c.Depth; depth++ {
		start := time.Now()
		n, err := game.Perft(ctx, pos, depth)
		if err != nil {
			return err
		}
		took := time.Since(start)
		if c.JSON {
			err = json.NewEncoder(stdout).Encode(struct {
				Board   string  `json:"board"`
				Rules   string  `json:"rules"`
				Depth   int     `json:"depth"`
				Count   uint64  `json:"count"`
				Seconds float64 `json:"seconds"`
			}{c.name(b), rules.ID(), depth, n, took.Seconds()})
		} else {
			_, err = fmt.Fprintf(stdout, "depth %2d  %15d  %8.2fs\n", depth, n, took.Seconds())
		}
		if err != nil {
			return err
		}
	}
	return nil
}
