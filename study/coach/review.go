package coach

import (
	"math"

	"moyo/game"
)

// Much is the smallest loss of win probability that the coach mentions.
const Much = 0.15

// Judged is a bad move. Values are win probabilities of Side, 0 to 1.
type Judged struct {
	Side   game.Color
	Value  float64   // after the move
	Solved bool      // Value is exact
	Best   game.Move // the better move
	Better float64   // the value of Best
	Proven bool      // Better is exact
	Points float64   // lost by the move, 0 if points are not counted
}

// Judge explains what was wrong with a move in pos, and what would have been better.
func Judge(pos game.Position, j Judged) []Saying {
	s := counted(Fell, j.Side, 0)
	s.From, s.Value = j.Better, j.Value
	switch points := int(math.Round(j.Points)); {
	case j.Proven && j.Solved && j.Better == 1 && j.Value == 0:
		s = plain(WinToLoss)
	case j.Proven && j.Better == 1:
		s = plain(WinLost)
	case j.Proven && j.Better == 0.5 && j.Solved:
		s = plain(DrawToLoss)
	case j.Solved && j.Value == 0:
		s = plain(LossMade)
	case points > 1 && j.Better-j.Value < Much:
		s = counted(Cost, j.Side, points)
	}
	return append([]Saying{s, of(Better, j.Best)}, Reason(pos, j.Best)...)
}

// Turn is the move that decided a game.
type Turn struct {
	Side   game.Color
	Move   game.Move
	Number int // of the move, from 1
	Says   []Saying
}

// Found is the result of a review.
type Found struct {
	Turning *Turn // nil if no move is known to have decided the game
	Whole   bool  // every position was evaluated
	Settled bool  // no remaining move may have decided it
	Rough   bool  // the engine has a network that does not support the board or the rules
}

// Verdict summarizes the game that ended with end.
func Verdict(end game.Position, found Found) []Saying {
	var says []Saying
	_, agreed := end.(game.Scorer)
	switch out := end.Outcome(); {
	case !out.Over, agreed:
		// abandoned, resigned, or counted by the players: the rules know no winner
	case out.Winner == game.Empty:
		says = append(says, plain(Drawn))
	default:
		says = append(says, counted(HasWon, out.Winner, 0))
	}
	if !found.Whole {
		says = append(says, plain(Partial))
	}
	if found.Rough {
		says = append(says, plain(Rough))
	}
	switch {
	case found.Turning == nil && found.Settled:
		return append(says, plain(Shifted))
	case found.Turning == nil:
		return says // a position without evaluation may have decided it
	}
	s := counted(Turning, found.Turning.Side, found.Turning.Number)
	s.Move = found.Turning.Move
	return append(append(says, s), found.Turning.Says...)
}
