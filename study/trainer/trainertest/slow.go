// Package trainertest has a reader of problems for tests that shares no code with the solver.
package trainertest

import (
	"context"
	"fmt"
	"slices"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/trainer"
)

// MaxStates is the most states of a problem for Slow.
const MaxStates = 20_000

// Slow solves problems with a few empty points: it lists all reachable states and works back from
// the captures. Neither side has a ko threat.
type Slow struct {
	problem tsumego.Problem
	states  map[string]int // index by key
	list    []state
}

// state is a position with its legal moves.
type state struct {
	at    *trainer.Position
	moves []game.Move
	next  []int
	// plies is how long the attacker needs to capture against the longest resistance; -1 if it cannot.
	plies int
}

// New returns a reader of a problem, or an error if it has too many states.
func New(p tsumego.Problem) (*Slow, error) {
	s := &Slow{problem: p, states: map[string]int{}}
	s.add(trainer.Start(&p))
	for i := 0; i < len(s.list); i++ {
		if len(s.list) > MaxStates {
			return nil, fmt.Errorf("problem %s has more than %d states", p.ID, MaxStates)
		}
		s.expand(i)
	}
	s.workBack()
	return s, nil
}

// States returns the number of states of the problem, a measure of its difficulty.
func (s *Slow) States() int { return len(s.list) }

func (s *Slow) add(at *trainer.Position) int {
	key := at.Key()
	if i, ok := s.states[key]; ok {
		return i
	}
	s.states[key] = len(s.list)
	s.list = append(s.list, state{at: at, plies: -1})
	return len(s.list) - 1
}

func (s *Slow) expand(i int) {
	at := s.list[i].at
	if at.Captured() {
		s.list[i].plies = 0
		return
	}
	var moves []game.Move
	var next []int
	for m := game.Pass; int(m) < len(at.Stones()); m++ {
		if at.Check(m) != game.Legal {
			continue
		}
		after := at.Clone()
		_ = after.Play(m) // legal
		moves, next = append(moves, m), append(next, s.add(after))
	}
	s.list[i].moves, s.list[i].next = moves, next
}

// workBack finds the captures that can be forced in 1, 2, 3 ... plies.
func (s *Slow) workBack() {
	for plies, changed := 1, true; changed; plies++ {
		changed = false
		for i := range s.list {
			if s.list[i].plies < 0 && s.forced(&s.list[i], plies) {
				s.list[i].plies, changed = plies, true
			}
		}
	}
}

// forced reports whether the attacker captures in plies: by some move of its own, or after every
// move of the defender's.
func (s *Slow) forced(at *state, plies int) bool {
	within := func(i int) bool { return s.list[i].plies >= 0 && s.list[i].plies < plies }
	if at.at.ToPlay() == s.problem.Defender() {
		return !slices.ContainsFunc(at.next, func(i int) bool { return !within(i) })
	}
	return slices.ContainsFunc(at.next, within)
}

// After implements trainer.Reader.
func (s *Slow) After(_ context.Context, moves []game.Move) (*life.Answer, error) {
	at := trainer.Start(&s.problem)
	for _, m := range moves {
		if r := at.Play(m); r != game.Legal {
			return nil, &game.IllegalMove{Move: m, Reason: r}
		}
	}
	i, ok := s.states[at.Key()]
	if !ok {
		return nil, fmt.Errorf("nothing is known after %v", moves)
	}
	here := &s.list[i]
	attacks := at.ToPlay() != s.problem.Defender()
	a := &life.Answer{Verdict: life.Lose, Fate: life.Alive, Line: s.line(i), All: true, Best: game.Pass}
	if here.plies >= 0 {
		a.Fate = life.Dead
	}
	if attacks == (here.plies >= 0) {
		a.Verdict = life.Win
		for k, n := range here.next {
			if attacks == (s.list[n].plies >= 0) {
				a.FirstMoves = append(a.FirstMoves, here.moves[k])
			}
		}
	}
	if len(a.Line) > 0 {
		a.Best = a.Line[0]
	}
	return a, nil
}

// lineLength limits the line of a problem that may never end.
const lineLength = 7

// line returns best play: the shortest capture, or the longest resistance to it; otherwise a move
// that keeps the target safe, or one for the attacker after which few moves do.
func (s *Slow) line(i int) []game.Move {
	var line []game.Move
	for len(s.list[i].moves) > 0 && (s.list[i].plies > 0 || len(line) < lineLength) {
		best, at := -1, s.list[i]
		for k := range at.next {
			if best < 0 || s.better(&at, at.next[k], at.next[best]) {
				best = k
			}
		}
		line = append(line, at.moves[best])
		i = at.next[best]
	}
	return line
}

// better reports whether the side to move prefers state i to j.
func (s *Slow) better(at *state, i, j int) bool {
	if at.at.ToPlay() == s.problem.Defender() {
		return s.list[j].plies >= 0 && (s.list[i].plies < 0 || s.list[i].plies > s.list[j].plies)
	}
	if s.list[i].plies >= 0 || s.list[j].plies >= 0 {
		return s.list[i].plies >= 0 && (s.list[j].plies < 0 || s.list[i].plies < s.list[j].plies)
	}
	return s.saving(i) < s.saving(j)
}

// saving counts the defender's moves that keep the target safe.
func (s *Slow) saving(i int) int {
	n := 0
	for _, k := range s.list[i].next {
		if s.list[k].plies < 0 {
			n++
		}
	}
	return n
}
