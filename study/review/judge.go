package review

import (
	"math"

	"moyo/game"
	"moyo/study/coach"
)

// Class says how good a move was.
type Class string

// The classes. Best is what the engine would have played, or as good for certain.
const (
	Unjudged   Class = "" // not looked at, or part of the dialogue that opens a game
	Best       Class = "best"
	Good       Class = "good"
	Inaccuracy Class = "inaccuracy"
	Mistake    Class = "mistake"
	Blunder    Class = "blunder"
)

// From so much on a move is a blunder: of win chance, and of points where they are
// counted. Two thirds of it are a mistake, one third an inaccuracy. The win chances are
// those at which lichess.org draws its lines (5, 10 and 15 of 100). Points matter where the game is
// decided and the chance hardly changes any more; they are estimates with an error of one
// or two, so that the lines are drawn with room.
const (
	blunderLoss   = coach.Much
	blunderPoints = 12
)

// Move is a move with what it cost.
type Move struct {
	Move     game.Move
	Side     game.Color
	Class    Class
	Sure     bool      // Class holds after a deeper look at both positions, whose win chances and leads agree, or is proven; else it may be so
	Loss     float64   // of Side's win chance, 0 where the engine would have played it too
	Points   float64   // that Side gave away, where Counted
	Counted  bool      // Points is known
	Accuracy float64   // 0 to 100
	Better   game.Move // what would have been better; NoMove where nothing was, or where nothing was lost
	Proven   bool      // that Better keeps what the move has lost is certain
	Says     []coach.Saying
}

// severity says how bad move i was: 1 is a blunder.
func (r *Review) severity(known []Worth, i int) float64 {
	before, after := known[i], known[i+1]
	if before.Level == 0 || after.Level == 0 || !r.judge[i] || before.Best == r.moves[i] {
		return 0
	}
	return max(r.lost(before, after, i), 0)
}

// lost returns how much move i lost from one value to the next, in blunders; below 0 where it gained.
func (r *Review) lost(before, after Worth, i int) float64 {
	side := r.turns[i].Color
	s := (before.For(side) - after.For(side)) / blunderLoss
	if before.Counted && after.Counted && !before.Solved && !after.Solved {
		s = max(s, (before.LeadOf(side)-after.LeadOf(side))/blunderPoints)
	}
	return s
}

// classOf returns the class of a move that bad.
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
func (r *Review) move(known []Worth, i int) Move {
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

// accuracy returns how accurate a move was that lost so much win chance, or points that weigh as much, from 0 to 100: the
// formula of lichess.org (https://lichess.org/page/accuracy), which was fitted to win chances there.
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

// phaseOf returns the phase of move i. Games that are counted fill their board: the
// opening is the first sixth of as many moves as it has points, the end what comes after
// half of them. Of all other games it is the first and the last third of the moves.
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
