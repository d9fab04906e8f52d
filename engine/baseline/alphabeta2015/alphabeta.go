// Package alphabeta2015 is the method of a Go program for life and death (2015),
// kept as a baseline: minimax or alpha-beta to a depth, over the children with
// the best static evaluation, without a table. Positions may not repeat
// (positional superko); passes are allowed and two end the game; the capture of
// the target decides. docs/baselines.md lists what the document leaves open.
//
// Its answers are not proofs: superko decides every ko without ko threats, and
// limits of depth and breadth leave moves out.
package alphabeta2015

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Captured is the value of a position in which the target is captured; the value
// of an end without capture is its negative. All values are the attacker's.
const Captured = 1_000_000

// MaxDepth is the largest number of moves in a line; it means no limit.
const MaxDepth = 1000

// shownMoves is how many moves of the best line are kept.
const shownMoves = 64

// Options of a search. The zero value is exhaustive alpha-beta.
type Options struct {
	Depth   int   // moves of a line, 0 for MaxDepth
	Breadth int   // children of a position to search, best by the static evaluation; 0 for all
	Minimax bool  // without cut-offs
	Nodes   int64 // positions after which the search ends, 0 for no limit
}

// ErrThreats is the error for a problem with ko threats.
var ErrThreats = errors.New("the method of 2015 supports superko and no ko threats")

// Solve searches a problem until it is done or the context ends. If the problem
// has no region, it plays on the whole board, as in the document. A value
// between success and failure, which a limit of depth leaves, gives Unknown with
// the best move by evaluation. Fate is Alive for everything that is not
// captured, including seki. The error wraps tsumego.ErrProblem or is ErrThreats.
func Solve(ctx context.Context, p tsumego.Problem, opt Options) (*life.Answer, error) {
	s, err := newSearch(&p, opt)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	s.ctx = ctx
	value := s.value(0, p.ToPlay, 0, -Captured, Captured)
	a := &life.Answer{
		ID: p.ID, Question: p.Question, Verdict: life.Unknown, Fate: life.NoFate, Best: game.Pass,
		Region: s.field.points, Nodes: s.nodes, Elapsed: time.Since(began),
	}
	if !s.stopped {
		s.settle(a, value)
	}
	return a, nil
}

// settle sets the answer for a value.
func (s *search) settle(a *life.Answer, value int) {
	a.Line = slices.Clone(s.lines[0])
	switch {
	case value == Captured:
		a.Fate = life.Dead
	case value == -Captured:
		a.Fate = life.Alive
	default:
		a.Best = a.Line[0]
		return
	}
	a.Verdict = life.Lose
	if (a.Fate == life.Dead) == (s.toPlay == s.attacker) {
		a.Verdict = life.Win
		a.Best = a.Line[0]
		a.FirstMoves = a.Line[:1:1]
	}
}

// search is one call of Solve.
type search struct {
	*field
	opt    Options
	toPlay game.Color
	banned game.Point // as the first move

	ctx     context.Context
	nodes   int64
	stopped bool

	children []child                     // of all positions of the line, concatenated
	lines    [shownMoves + 1][]game.Move // best play from each move of the line on
}

// child is a move with the static evaluation of the position after it.
type child struct {
	move  game.Move
	value int
}

func newSearch(p *tsumego.Problem, opt Options) (*search, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if len(p.Target) == 0 {
		return nil, fmt.Errorf("%w: the method of 2015 needs a target", tsumego.ErrProblem)
	}
	if t := p.Threats; t != nil && (t.Black > 0 || t.White > 0) {
		return nil, ErrThreats
	}
	if opt.Depth <= 0 || opt.Depth > MaxDepth {
		opt.Depth = MaxDepth
	}
	return &search{field: newField(p), opt: opt, toPlay: p.ToPlay, banned: p.Ko}, nil
}

// value returns the value of the position after ply moves, the last passes of
// which were passes, with side to move. Outside of low and high it is a bound.
func (s *search) value(ply int, side game.Color, passes, low, high int) int {
	s.nodes++
	if s.nodes&1023 == 0 && s.ctx.Err() != nil || s.opt.Nodes > 0 && s.nodes > s.opt.Nodes {
		s.stopped = true
	}
	shown := ply <= shownMoves
	if shown {
		s.lines[ply] = s.lines[ply][:0]
	}
	switch {
	case s.stopped:
		return 0
	case s.captured() || passes == 2 || ply >= s.opt.Depth:
		return s.worth(passes)
	}
	first := len(s.children)
	s.expand(ply, side, passes)
	defer func() { s.children = s.children[:first] }()
	last := len(s.children)
	if s.opt.Breadth > 0 {
		last = min(last, first+s.opt.Breadth)
	}
	best := 0
	for i := first; i < last; i++ {
		m := s.children[i].move
		v := s.after(m, ply, side, passes, low, high)
		if s.stopped {
			return 0
		}
		if i == first || s.better(side, v, best) {
			best = v
			if ply < shownMoves {
				s.lines[ply] = append(append(s.lines[ply][:0], m), s.lines[ply+1]...)
			}
		}
		if side == s.attacker {
			low = max(low, best)
		} else {
			high = min(high, best)
		}
		if low >= high && !s.opt.Minimax {
			break
		}
	}
	return best
}

// after returns the value of a child.
func (s *search) after(m game.Move, ply int, side game.Color, passes, low, high int) int {
	if m == game.Pass {
		return s.value(ply+1, side.Other(), passes+1, low, high)
	}
	s.play(m.Point(), side) // known to be legal
	v := s.value(ply+1, side.Other(), 0, low, high)
	s.undo()
	return v
}

// better reports whether a side prefers one value to another.
func (s *search) better(side game.Color, v, than int) bool {
	if side == s.attacker {
		return v > than
	}
	return v < than
}

// expand appends the children of a position, best first for the side to move.
// The pass comes last of equals.
func (s *search) expand(ply int, side game.Color, passes int) {
	first := len(s.children)
	for _, p := range s.points {
		if s.stones[p] != game.Empty || ply == 0 && p == s.banned || !s.play(p, side) {
			continue
		}
		s.children = append(s.children, child{game.Place(p), s.worth(0)})
		s.undo()
	}
	s.children = append(s.children, child{game.Pass, s.worth(passes + 1)})
	slices.SortStableFunc(s.children[first:], func(a, b child) int {
		if side == s.attacker {
			return cmp.Compare(b.value, a.value)
		}
		return cmp.Compare(a.value, b.value)
	})
}

// worth returns the static evaluation of a position.
func (s *search) worth(passes int) int {
	switch {
	case s.captured():
		return Captured
	case passes == 2:
		return -Captured
	}
	return s.shape()
}
