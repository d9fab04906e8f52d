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
	// First are all the moves that solve it; empty if unknown, as for uploaded problems.
	First []game.Move
	// Line is best play of both sides from First[0] on.
	Line []game.Move
	// Best is the result of the first moves: Win or InKo; Unknown if not known.
	Best life.Verdict
}

// Reader reads positions out; a *life.Solver is one.
type Reader interface {
	After(ctx context.Context, moves []game.Move) (*life.Answer, error)
}

// View is a way to show a problem: turned or mirrored, and with swapped colours, so that people
// read it instead of remembering it. The zero View is the problem unchanged.
type View struct {
	Map  []game.Point // by point of the problem: where it is shown; nil for unchanged
	Swap bool
}

// Show returns the problem in the view.
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

// Color converts a colour of the problem to the view, and back.
func (v View) Color(c game.Color) game.Color {
	if v.Swap {
		return c.Other()
	}
	return c
}

// Move converts a move of the problem to the view.
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
