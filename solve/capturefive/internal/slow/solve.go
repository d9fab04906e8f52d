package slow

import "moyo/game"

// Value is the value of a state for the side to move with best play.
type Value struct {
	Winner game.Color // Empty for a draw or an endless game
	Plies  int        // until the fastest win that the winner can force
}

// Solution contains every state that is reachable from a start.
type Solution map[State]Value

// Solve finds the value of every state reachable from start, which is not over, by retrograde
// analysis.
func (r *Rules) Solve(start State) Solution {
	moves := map[State][]Move{}
	before := map[State][]State{}
	for todo := []State{start}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if moves[s] != nil {
			continue
		}
		moves[s] = r.Moves(s)
		for _, m := range moves[s] {
			if m.End == GoesOn {
				before[m.Then] = append(before[m.Then], s)
				todo = append(todo, m.Then)
			}
		}
	}
	return workBack(moves, before)
}

// workBack decides all states that are won or lost in 1, 2, 3 ... plies.
func workBack(moves map[State][]Move, before map[State][]State) Solution {
	solved := Solution{}
	settled := map[State]bool{}
	var layer []State
	for s := range moves {
		if v, ok := decided(s, moves[s], solved, settled); ok {
			layer, solved[s] = append(layer, s), v
		}
	}
	for _, s := range layer {
		settled[s] = true
	}
	for len(layer) > 0 {
		var next []State
		for _, s := range layer {
			for _, b := range before[s] {
				if _, done := solved[b]; done {
					continue
				}
				if v, ok := decided(b, moves[b], solved, settled); ok {
					next, solved[b] = append(next, b), v
				}
			}
		}
		for _, s := range next {
			settled[s] = true
		}
		layer = next
	}
	for s := range moves {
		if !settled[s] {
			solved[s] = Value{}
		}
	}
	return solved
}

// decided reports whether the known values show that the side to move wins, or loses with every
// move.
func decided(s State, moves []Move, solved Solution, settled map[State]bool) (Value, bool) {
	longest, lost := 0, true
	best := 0
	for _, m := range moves {
		v := Value{}
		switch {
		case m.End == Wins:
			return Value{s.ToPlay, 1}, true
		case m.End == GoesOn && settled[m.Then]:
			v = solved[m.Then]
		}
		if v.Winner == s.ToPlay && (best == 0 || v.Plies < best) {
			best = v.Plies
		}
		lost = lost && v.Winner == s.ToPlay.Other()
		longest = max(longest, v.Plies)
	}
	switch {
	case best > 0:
		return Value{s.ToPlay, best + 1}, true
	case lost && len(moves) > 0:
		return Value{s.ToPlay.Other(), longest + 1}, true
	}
	return Value{}, false
}

// WinsWithin reports whether c wins within the given plies against every defence, by trying
// everything.
func (r *Rules) WinsWithin(s State, c game.Color, plies int) bool {
	return r.WinsAfter(Simple, nil, s, c, plies)
}

// WinsAfter is WinsWithin under a ko rule. past contains all states before s.
func (r *Rules) WinsAfter(ko Ko, past []State, s State, c game.Color, plies int) bool {
	if plies <= 0 {
		return false
	}
	moves := r.MovesAfter(ko, past, s)
	past = append(past[:len(past):len(past)], s)
	if s.ToPlay != c {
		for _, m := range moves {
			if m.End != GoesOn || !r.WinsAfter(ko, past, m.Then, c, plies-1) {
				return false
			}
		}
		return len(moves) > 0
	}
	for _, m := range moves {
		if m.End == Wins {
			return true
		}
	}
	for _, m := range moves {
		if m.End == GoesOn && r.WinsAfter(ko, past, m.Then, c, plies-1) {
			return true
		}
	}
	return false
}
