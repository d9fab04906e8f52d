package review

import (
	"math"

	"moyo/game"
	"moyo/study/coach"
)

// Class classifies moves by their quality.
type Class string

// The classes. Best is the engine's move, or one that is certainly as good.
const (
	Unjudged   Class = "" // not evaluated, or part of an opening dialogue
	Best       Class = "best"
	Good       Class = "good"
	Inaccuracy Class = "inaccuracy"
	Mistake    Class = "mistake"
	Blunder    Class = "blunder"
)

// The smallest losses of a blunder: in win probability, and in points if they are counted. Two
// thirds make a mistake, one third an inaccuracy. The win probabilities are those of lichess.org
// (5, 10 and 15 of 100). Points matter where the game is decided and the win probability hardly
// changes. They are estimates with an error of one or two, so these limits are generous.
const (
	blunderLoss   = coach.Much
	blunderPoints = 12
)

// Move is a move with its cost.
type Move struct {
	Move     game.Move
	Side     game.Color
	Class    Class
	Sure     bool      // Class is proven, or deeper evaluations of both positions with consistent values confirm it
	Loss     float64   // of Side's win probability, 0 for the engine's own move
	Points   float64   // that Side lost, if Counted
	Counted  bool      // Points is known
	Accuracy float64   // 0 to 100
	Better   game.Move // the better move; NoMove if none exists, or if nothing was lost
	Proven   bool      // Better certainly keeps what the move has lost
	Says     []coach.Saying
}

// severity returns how bad move i was: 1 is a blunder.
func (r *Review) severity(known []Evaluation, i int) float64 {
	before, after := known[i], known[i+1]
	if before.Level == 0 || after.Level == 0 || !r.judge[i] || before.Best == r.moves[i] {
		return 0
	}
	return max(r.lost(before, after, i), 0)
}

// lost returns the loss of move i between two values, in blunders; negative for a gain.
func (r *Review) lost(before, after Evaluation, i int) float64 {
	side := r.turns[i].Color
	s := (before.For(side) - after.For(side)) / blunderLoss
	if before.Counted && after.Counted && !before.Solved && !after.Solved {
		s = max(s, (before.LeadOf(side)-after.LeadOf(side))/blunderPoints)
	}
	return s
}

// classOf returns the class for a severity.
func classOf(severity float64) Class {
	switch {
	case severity >= 1:
		return Blunder
	case severity >= 2.0/3:
		return Mistake
	case severity >= 1.0/3:
		return Inaccuracy
	}
	return Good
}

// move judges move i.
func (r *Review) move(known []Evaluation, i int) Move {
	before, after, side := known[i], known[i+1], r.turns[i].Color
	m := Move{Move: r.moves[i], Side: side, Better: game.NoMove}
	if before.Level == 0 || after.Level == 0 || !r.judge[i] {
		return m
	}
	severity := r.severity(known, i)
	m.Class, m.Accuracy = classOf(severity), accuracy(severity*blunderLoss)
	m.Sure = level(before) > 1 && level(after) > 1 && !before.hedged() && !after.hedged()
	m.Counted = before.Counted && after.Counted
	if before.Best == m.Move || before.Solved && after.Solved && severity == 0 {
		m.Class = Best
	} else {
		m.Loss = max(0, before.For(side)-after.For(side))
		if m.Counted {
			m.Points = max(0, before.LeadOf(side)-after.LeadOf(side))
		}
	}
	if severity > 0 {
		m.Better = before.Best
		m.Proven = r.found[i].Solved
	}
	return m
}

// accuracy returns the accuracy of a move from 0 to 100, by its loss of win probability or the equivalent in points:
// the formula of lichess.org (https://lichess.org/page/accuracy), which was fitted to win probabilities there.
func accuracy(loss float64) float64 {
	return min(max(103.1668*math.Exp(-4.354*loss)-3.1669, 0), 100)
}

// Phase is a part of a game.
type Phase int

// The phases.
const (
	Opening Phase = iota
	Middle
	End
	Phases int = iota
)

// phaseOf returns the phase of move i. Games that are counted fill their board: the opening lasts
// for a sixth of the number of points in moves, and the end begins after half of it. In other games
// they are the first and the last third of the moves.
func (r *Review) phaseOf(i int) Phase {
	opening, end := len(r.moves)/3, 2*len(r.moves)/3
	if _, counted := r.at.(game.Scorer); counted {
		opening, end = r.at.Board().Len()/6, r.at.Board().Len()/2
	}
	switch {
	case i < opening:
		return Opening
	case i < end:
		return Middle
	}
	return End
}
