// Package slow plays and solves Capture Five and its variants by the definition, for tests of
// faster code. It shares no code with that: it examines stones one by one, and keeps every state in
// a map.
package slow

import (
	"fmt"

	"moyo/board"
	"moyo/game"
)

// MaxPoints is the size of the largest board.
const MaxPoints = 64

// Rules are a board and the options of the game.
type Rules struct {
	Board     *board.Board
	N         int
	Diagonals bool // rows along every line, not only orthogonal ones
	Pass      bool // passing is allowed, and two passes in a row are a draw
	Captures  bool
}

// State is a position with all that simple ko and passing need.
type State struct {
	Stones [MaxPoints]game.Color // by point
	Ko     int8                  // point that the side to move may not play, or -1
	ToPlay game.Color
	Passed bool // the last move was a pass
}

// Empty returns the state of the empty board with Black to move.
func Empty() State { return State{Ko: -1, ToPlay: game.Black} }

// Ending is how a move ends the game, if it does.
type Ending uint8

// The endings.
const (
	GoesOn Ending = iota
	Wins          // for the side that moved
	Draw          // the other side has no move, or two passes ended the game
)

// Move is a legal move and the resulting state.
type Move struct {
	Point game.Point // board.None for a pass
	Then  State
	End   Ending
}

// New refuses boards that are too large or have no lines.
func New(spec string, n int, options ...func(*Rules)) (*Rules, error) {
	b, err := board.Parse(spec)
	if err != nil {
		return nil, err
	}
	if b.Len() > MaxPoints || b.Lines() == nil {
		return nil, fmt.Errorf("board %s: %d points of at most %d, lines: %v", spec, b.Len(), MaxPoints, b.Lines() != nil)
	}
	r := &Rules{Board: b, N: n, Captures: true}
	for _, set := range options {
		set(r)
	}
	return r, nil
}

// Options of New.
func Diagonals(r *Rules)  { r.Diagonals = true }
func Passing(r *Rules)    { r.Pass = true }
func NoCaptures(r *Rules) { r.Captures = false }

// Moves returns the legal moves of a state in which the game continues: points in ascending order,
// then the pass.
func (r *Rules) Moves(s State) []Move { return r.MovesAfter(Simple, nil, s) }

// Ko is a ko rule.
type Ko uint8

// The ko rules: a stone may not recreate the stones as they were before the other side's last move,
// at any earlier time, or at any earlier time with the same side to move.
const (
	Simple Ko = iota
	Positional
	Situational
)

// MovesAfter is Moves under a ko rule. past contains all states before s.
func (r *Rules) MovesAfter(ko Ko, past []State, s State) []Move {
	var all []Move
	till := append(past[:len(past):len(past)], s)
	for p := range game.Point(r.Board.Len()) {
		then, ok := r.placeAfter(ko, past, s, p)
		if !ok {
			continue
		}
		m := Move{Point: p, Then: then}
		switch {
		case r.Longest(then, s.ToPlay) >= r.N:
			m.End = Wins
		case !r.mayPlace(ko, till, then) && (!r.Pass || full(r, then)):
			m.End = Draw
		}
		all = append(all, m)
	}
	if r.Pass {
		m := Move{Point: board.None, Then: s}
		m.Then.Ko, m.Then.ToPlay, m.Then.Passed = -1, s.ToPlay.Other(), true
		if s.Passed {
			m.End = Draw
		}
		all = append(all, m)
	}
	return all
}

// full reports whether the board has no empty point.
func full(r *Rules, s State) bool {
	for p := range r.Board.Len() {
		if s.Stones[p] == game.Empty {
			return false
		}
	}
	return true
}

// mayPlace reports whether the board has a legal point.
func (r *Rules) mayPlace(ko Ko, past []State, s State) bool {
	for p := range game.Point(r.Board.Len()) {
		if _, ok := r.placeAfter(ko, past, s, p); ok {
			return true
		}
	}
	return false
}

// placeAfter is place under superko.
func (r *Rules) placeAfter(ko Ko, past []State, s State, p game.Point) (then State, ok bool) {
	then, ok = r.place(s, p)
	if !ok || ko == Simple || !r.Captures {
		return then, ok
	}
	for _, b := range past {
		if b.Stones == then.Stones && (ko == Positional || b.ToPlay == then.ToPlay) {
			return s, false
		}
	}
	return then, true
}

// place puts a stone on p, removes the other side's chains without liberties, and checks the
// stone's own. ok is false if the move is illegal.
func (r *Rules) place(s State, p game.Point) (then State, ok bool) {
	if s.Stones[p] != game.Empty || s.Ko == int8(p) {
		return s, false
	}
	then = State{Stones: s.Stones, Ko: -1, ToPlay: s.ToPlay.Other()}
	then.Stones[p] = s.ToPlay
	if !r.Captures {
		return then, true
	}
	var taken []game.Point
	for _, q := range r.Board.Neighbors(p) {
		if then.Stones[q] != s.ToPlay.Other() {
			continue
		}
		if stones, liberties := r.Chain(then, q); len(liberties) == 0 {
			for _, t := range stones {
				then.Stones[t] = game.Empty
				taken = append(taken, t)
			}
		}
	}
	own, liberties := r.Chain(then, p)
	if len(liberties) == 0 {
		return s, false
	}
	if len(taken) == 1 && len(own) == 1 && len(liberties) == 1 {
		then.Ko = int8(taken[0]) // a recapture would take only the stone on p
	}
	return then, true
}

// Chain returns the chain of the stone on p and its liberties.
func (r *Rules) Chain(s State, p game.Point) (stones, liberties []game.Point) {
	var seen [MaxPoints]bool
	seen[p] = true
	stones = append(stones, p)
	for i := 0; i < len(stones); i++ {
		for _, q := range r.Board.Neighbors(stones[i]) {
			if seen[q] {
				continue
			}
			switch s.Stones[q] {
			case s.Stones[p]:
				stones = append(stones, q)
			case game.Empty:
				liberties = append(liberties, q)
			default:
				continue
			}
			seen[q] = true
		}
	}
	return stones, liberties
}

// Longest returns the length of c's longest row of different points along a line
// that counts.
func (r *Rules) Longest(s State, c game.Color) int {
	longest := 0
	lines := r.Board.Lines()
	for p := range game.Point(r.Board.Len()) {
		for d := range lines.Dirs {
			if axis := lines.Axis(p, d); axis == board.Orthogonal || r.Diagonals && axis == board.Diagonal {
				longest = max(longest, rowFrom(lines, s, p, d, c))
			}
		}
	}
	return longest
}

// rowFrom counts the different stones of colour c from p in direction d.
func rowFrom(lines *board.Lines, s State, p game.Point, d int, c game.Color) int {
	var seen [MaxPoints]bool
	count := 0
	for p != board.None && s.Stones[p] == c && !seen[p] {
		seen[p] = true
		count++
		step := lines.Next(p, d)
		p, d = step.To, int(step.Dir)
	}
	return count
}
