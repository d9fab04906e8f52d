package placing

import (
	"errors"
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/zobrist"
)

// Colors returns the colours of the points of b with the given stones on it. It returns an error
// for stones off the board, on one point, or without a colour.
func Colors(b *board.Board, stones []game.Placed) ([]game.Color, error) {
	colors := make([]game.Color, b.Len())
	for _, s := range stones {
		switch {
		case s.Point < 0 || int(s.Point) >= len(colors):
			return nil, fmt.Errorf("set up: no point %d on a board of %d", s.Point, len(colors))
		case s.Color != game.Black && s.Color != game.White:
			return nil, fmt.Errorf("set up: the stone on %s has no colour", b.Name(s.Point))
		case colors[s.Point] != game.Empty:
			return nil, fmt.Errorf("set up: two stones on %s", b.Name(s.Point))
		}
		colors[s.Point] = s.Color
	}
	return colors, nil
}

// Set replaces the position by the given stones with toPlay to move, without history and captures.
// It refuses stones that [Colors] refuses, chains without liberties if they need some, stones with
// which a side has already won, and a side to move without a legal stone that would end the game.
// It then leaves the position unchanged.
func (g *Game) Set(stones []game.Placed, toPlay game.Color) error {
	if toPlay != game.Black && toPlay != game.White {
		return fmt.Errorf("set up: the side to move is %s", toPlay)
	}
	colors, err := Colors(g.b, stones)
	if err != nil {
		return err
	}
	fresh := New(g.rules, g.ruleSet, g.b)
	fresh.stones, fresh.toPlay = colors, toPlay
	fresh.empty -= len(stones)
	for _, s := range stones {
		fresh.key ^= zobrist.Stone(s.Point, s.Color)
	}
	if at := fresh.withoutLiberty(); g.ruleSet.Breath && at != board.None {
		return fmt.Errorf("set up: the chain of the %s stone on %s has no liberties", colors[at], g.b.Name(at))
	}
	for _, s := range stones {
		if fresh.ruleSet.Wins(&fresh, s.Point) != "" {
			return fmt.Errorf("set up: %s has won already by the stone on %s", s.Color, g.b.Name(s.Point))
		}
	}
	if fresh.stuck(); fresh.outcome.Over {
		return errors.New("set up: the side to move can place no stone")
	}
	*g = fresh
	return nil
}
