package capturefive

import (
	"moyo/engine/alphabeta"
	"moyo/game"
)

// Bounds of the search for forced lines at a leaf.
const (
	forcedDepth = 10
	forcedNodes = 160
)

// forcedTable remembers positions without a winning line of fours, by their keys
// with the lowest bit set; 0 is an empty entry. It serves one thread, and is
// cleared for searches that have to be repeatable.
type forcedTable [1 << forcedBits]uint64

const forcedBits = 14

func newForcedTable() *forcedTable { return new(forcedTable) }

// Quiesce returns the static evaluation, or the score of a win by fours: moves
// that each threaten to win with the next, so that the opponent has to answer.
// If the side to move has to answer a four itself, it searches the answers.
func (s *state) Quiesce(alpha, beta, ply int, nodes *int64) int {
	return s.quiesce(alpha, beta, ply, answerDepth, nodes)
}

// answerDepth bounds the number of successive answers searched at a leaf.
const answerDepth = 6

func (s *state) quiesce(alpha, beta, ply, depth int, nodes *int64) int {
	if score, ok := s.Decided(ply); ok {
		return score
	}
	if s.plain {
		return s.Eval()
	}
	if depth > 0 && s.Threatened() && !(s.b.Options().Pass && s.b.Passed()) {
		return s.answer(alpha, beta, ply, depth, nodes)
	}
	if s.b.Tally(s.w.three[s.b.ToPlay()]) > 0 {
		budget := forcedNodes
		n := s.fours(forcedDepth, &budget)
		*nodes += int64(forcedNodes-budget) / 8
		if n > 0 {
			return alphabeta.Win - ply - n
		}
	}
	return s.take(alpha, beta, ply, depth, nodes)
}

// captureDepth bounds the number of successive captures searched at a leaf.
const captureDepth = 3

// take returns the static evaluation, or the score of a capture that is better.
func (s *state) take(alpha, beta, ply, depth int, nodes *int64) int {
	best := s.Eval()
	if depth <= answerDepth-captureDepth || best >= beta || !s.b.Options().Captures {
		return best
	}
	s.beneath[depth] = s.captures(s.beneath[depth][:0])
	return s.best(s.beneath[depth], best, alpha, beta, ply, depth, nodes)
}

// answer returns the score of the best answer to the opponent's threat.
func (s *state) answer(alpha, beta, ply, depth int, nodes *int64) int {
	s.beneath[depth] = append(s.beneath[depth][:0], s.answers()...)
	return s.best(s.beneath[depth], -alphabeta.Win, alpha, beta, ply, depth, nodes)
}

// best returns the score of the best of the legal moves, or least if none is
// better.
func (s *state) best(moves []uint16, least, alpha, beta, ply, depth int, nodes *int64) int {
	best := least
	alpha = max(alpha, best)
	for _, p := range moves {
		if !s.b.Legal(p) {
			continue
		}
		s.b.Play(p)
		*nodes++
		score := -s.quiesce(-beta, -alpha, ply+1, depth-1, nodes)
		s.b.Undo()
		best = max(best, score)
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	return best
}

// fours returns the plies of a winning line of fours of the side to move, which
// cannot win immediately; 0 if it found none.
func (s *state) fours(depth int, budget *int) int {
	key := s.b.Key() | 1
	entry := &s.forced[key>>(64-forcedBits)]
	if *entry == key {
		return 0
	}
	me := s.b.ToPlay()
	best := 0
	for len(s.lines) <= depth {
		s.lines = append(s.lines, nil)
	}
	moves := s.checks(me, s.lines[depth][:0])
	s.lines[depth] = moves
	for _, p := range moves {
		if *budget <= 0 {
			return 0
		}
		*budget--
		s.b.Play(p)
		n := s.pressed(me, depth, budget)
		s.b.Undo()
		if n > 0 {
			best = n + 1
			break
		}
	}
	if best == 0 && *budget > 0 {
		*entry = key
	}
	return best
}

// pressed returns the plies in which me, which has just made a four, wins
// against every answer; 0 if it does not or the search found no win.
func (s *state) pressed(me game.Color, depth int, budget *int) int {
	if s.canFinish(me.Other()) || !s.canFinish(me) {
		return 0
	}
	answers := s.answers()
	if len(answers) == 0 {
		if s.escapes() {
			return 0
		}
		return 2
	}
	if depth <= 1 || len(answers) > 3 {
		return 0
	}
	var own [3]uint16
	copy(own[:], answers)
	longest := 0
	for _, p := range own[:len(answers)] {
		s.b.Play(p)
		n := 0
		switch {
		case s.canFinish(me):
			n = 1
		case !s.canFinish(me.Other()):
			n = s.fours(depth-1, budget)
		}
		s.b.Undo()
		if n == 0 {
			return 0
		}
		longest = max(longest, n+1)
	}
	return longest
}

// checks appends the legal points where me makes a four.
func (s *state) checks(me game.Color, buf []uint16) []uint16 {
	state := s.w.three[me]
	if s.b.Tally(state) == 0 {
		return buf
	}
	for w, st := range s.b.States() {
		if st != state {
			continue
		}
		for _, p := range s.b.Window(w) {
			if s.b.At(p) == game.Empty && !contains(buf, p) && s.b.Legal(p) {
				buf = append(buf, p)
			}
		}
	}
	return buf
}
