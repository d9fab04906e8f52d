package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"moyo/catalog"
	"moyo/client/terminal/answers"
	"moyo/client/terminal/files"
	"moyo/game/rules/connect4"
	solve "moyo/solve/connect4"
)

// isConnect4 reports whether an id of rules is of Connect Four.
func isConnect4(id string) bool {
	name, _, _ := strings.Cut(id, ":")
	return name == connect4.Name
}

// runConnect4 solves positions given as lines of moves, in the arguments or on
// standard input.
func (c *solveCmd) runConnect4(ctx context.Context, stdout io.Writer) error {
	width, height, err := c.connect4Board()
	if err != nil {
		return wrongUse(err)
	}
	s, err := solve.New(width, height, solve.Options{Memory: c.Memory << 20, Threads: c.Threads})
	if err != nil {
		return wrongUse(err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var r undecidedCount
	lines := files.Lines(ctx, c.Position, c.stdin)
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				return cmp.Or(ctx.Err(), r.err())
			}
			decided, err := c.lineConnect4(ctx, stdout, s, line, width, height)
			if err != nil {
				return fmt.Errorf("%s: %w", line.Name, err)
			}
			r.add(decided)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// lineConnect4 solves the position of a line and prints what is known when it ends.
func (c *solveCmd) lineConnect4(
	ctx context.Context, stdout io.Writer, s *solve.Solver, line files.Line, width, height int,
) (decided bool, err error) {
	if errors.Is(line.Err, files.ErrLongLine) {
		return false, wrongUse(line.Err)
	} else if line.Err != nil {
		return false, line.Err
	}
	moves := strings.TrimSpace(line.Text)
	if moves == answers.NoMoves {
		moves = ""
	}
	p, err := solve.Read(width, height, moves)
	if err != nil && line.Arg {
		err = files.NotMoves([]string{moves}, err)
	}
	if err != nil {
		return false, wrongUse(err)
	}
	return c.solveConnect4(ctx, stdout, s, p, moves)
}

// connect4Board returns the size of the board, by default the usual one.
func (c *solveCmd) connect4Board() (width, height int, err error) {
	if err := c.only(ofConnect4); err != nil {
		return 0, 0, err
	}
	rules, err := catalog.Rules(c.Game)
	if err != nil {
		return 0, 0, err
	}
	b, err := catalog.Board(cmp.Or(c.Board, "grid:7x6"), catalog.LoadFile)
	if err != nil {
		return 0, 0, err
	}
	start, err := rules.New(b)
	if err != nil {
		return 0, 0, err
	}
	if n := start.(*connect4.Position).Need(); n != 4 {
		return 0, 0, fmt.Errorf("--game %s: only four in a row can be solved, not %d", c.Game, n)
	}
	width, height, _ = b.Grid()
	return width, height, nil
}

// solveConnect4 solves one position and prints what is known when it ends.
func (c *solveCmd) solveConnect4(
	ctx context.Context, stdout io.Writer, s *solve.Solver, p solve.Position, moves string,
) (decided bool, err error) {
	if c.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, c.Time)
		defer stop()
	}
	bar := newProgress("nodes")
	defer bar.End()
	s.Forget()
	s.Watch(func(now solve.Progress) { bar.Set(now.Nodes, -1) })
	began := time.Now()
	answer, err := answers.SolveConnect4(ctx, s, p, c.Analyze)
	bar.End()
	decided = err == nil
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return false, err
	}
	answer.Moves, answer.Micros = moves, time.Since(began).Microseconds()
	if c.JSON {
		return decided, json.NewEncoder(stdout).Encode(answer)
	}
	return decided, answer.Print(stdout)
}
