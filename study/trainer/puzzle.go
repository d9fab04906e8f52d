package trainer

import (
	"context"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Puzzle is a problem with what is known of its solution.
type Puzzle struct {
	tsumego.Problem
	// First are all the moves that solve it; empty where that is not known, as of
	// problems that somebody brought.
	First []game.Move
	// Line is best play of both sides from First[0] on.
	Line []game.Move
	// Best is what the first moves reach: Win or InKo; Unknown where it is not
	// known.
	Best life.Verdict
}

// Reader reads positions out; a *life.Solver is one.
type Reader interface {
	After(ctx context.Context, moves []game.Move) (*life.Answer, error)
}

// View is a way to show a problem: turned or mirrored, and with the colours
// swapped, so that it is read anew and not remembered. The zero View is the
// problem as it is.
type View struct {
	Map  []game.Point // by point of the problem: where it is shown; nil for where it is
	Swap bool
}

// Show returns the problem as the view has it.
func (v View) Show(p tsumego.Problem) tsumego.Problem {
	stones := make([]game.Color, len(p.Stones))
	for q, c := range p.Stones {
		stones[v.point(game.Point(q))] = v.Color(c)
	}
	p.Stones, p.ToPlay = stones, v.Color(p.ToPlay)
	p.Ko = v.point(p.Ko)
	p.Target, p.Region = v.points(p.Target), v.points(p.Region)
	p.Walls = v.points(p.Walls)
	slices.Sort(p.Region)
	slices.Sort(p.Walls)
	if p.Threats != nil && v.Swap {
		p.Threats = &tsumego.Threats{Black: p.Threats.White, White: p.Threats.Black}
	}
	return p
}

// Color returns a colour of the problem as it is shown, and the other way round.
func (v View) Color(c game.Color) game.Color {
	if v.Swap {
		return c.Other()
	}
	return c
}

// Move returns a move of the problem as it is shown.
func (v View) Move(m game.Move) game.Move {
	if m < 0 {
		return m
	}
	return game.Place(v.point(m.Point()))
}

// Back is the inverse of Move.
func (v View) Back(m game.Move) game.Move {
	if m < 0 || v.Map == nil {
		return m
	}
	return game.Move(slices.Index(v.Map, m.Point()))
}

func (v View) point(p game.Point) game.Point {
	if v.Map == nil || p == board.None {
		return p
	}
	return v.Map[p]
}

func (v View) points(ps []game.Point) []game.Point {
	out := make([]game.Point, len(ps))
	for i, p := range ps {
		out[i] = v.point(p)
	}
	return out
}
