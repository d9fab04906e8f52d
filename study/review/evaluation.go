package review

import (
	"math"
	"slices"

	"moyo/engine"
	"moyo/game"
)

// Evaluation is the value of a position.
type Evaluation struct {
	Level      int     // number of evaluations, each longer than the previous one; 0 for none
	Black      float64 // Black's win probability, 0 to 1; half for a draw
	Solved     bool    // Black is exact
	Mate       int     // plies until Black (above 0) or White (below 0) has certainly won, 0 if unknown
	Over       bool    // the game has ended
	Lead       float64 // estimate of Black's lead in points, if Counted
	Counted    bool
	Rough      bool        // Black and Lead are rough, as in engine.Info
	Best       game.Move   // NoMove if none exists
	Line       []game.Move // begins with Best
	Candidates []engine.Candidate
	Nodes      int64
}

// evaluationOf returns an engine's evaluation of a position with side to move.
func evaluationOf(info engine.Info, side game.Color) Evaluation {
	w := Evaluation{
		Black: info.Value, Mate: info.Mate, Solved: info.Solved || info.Mate != 0, Lead: info.Lead, Counted: info.HasLead, Rough: info.Rough,
		Best: info.Move, Line: info.PV, Candidates: info.Candidates,
	}
	if info.Mate > 0 {
		w.Black = 1
	} else if info.Mate < 0 {
		w.Black = 0
	}
	if side == game.White {
		w.Black, w.Mate, w.Lead = 1-w.Black, -w.Mate, -w.Lead
	}
	return w
}

// For returns the win probability of a side.
func (w Evaluation) For(side game.Color) float64 {
	if side == game.White {
		return 1 - w.Black
	}
	return w.Black
}

// LeadOf returns the lead of a side in points.
func (w Evaluation) LeadOf(side game.Color) float64 {
	if side == game.White {
		return -w.Lead
	}
	return w.Lead
}

// hedged reports whether the value is not reliable: the engine says so, or the win probability and the lead clearly
// name different leaders.
func (w Evaluation) hedged() bool {
	if !isEstimate(w) {
		return false
	}
	return w.Rough || w.Counted && math.Abs(w.Black-0.5) > blunderLoss && math.Abs(w.Lead) > blunderPoints/3 && (w.Black > 0.5) != (w.Lead > 0)
}

// certain reports whether it is known that side wins (1), draws (0.5) or loses (0).
func (w Evaluation) certain(side game.Color, value float64) bool {
	return w.Solved && w.For(side) == value
}

// known returns what is known about every position: the engine's evaluations, and the consequences of proven values
// of the next position and the previous one. A win that the move played keeps existed before it, and one that no move
// can lose exists after it. Estimates do not contradict each other.
func (r *Review) known() []Evaluation {
	known := slices.Clone(r.found)
	for i := len(r.moves) - 1; i >= 0; i-- {
		if side := r.turns[i].Color; !known[i].Solved && known[i+1].certain(side, 1) {
			known[i].prove(known[i+1], 1)
			known[i].Best, known[i].Line = r.moves[i], []game.Move{r.moves[i]}
		}
	}
	for i := range r.moves {
		side, next := r.turns[i].Color, &known[i+1]
		if next.Solved || next.Over || next.Level == 0 || !known[i].Solved {
			continue
		}
		// The best move keeps a proven value only if the engine itself has proven it.
		if known[i].certain(side, 0) || r.found[i].Solved && r.found[i].Best == r.moves[i] {
			next.prove(known[i], -1)
		}
	}
	r.even(known)
	return known
}

// prove makes w as certain as a position plies later.
func (w *Evaluation) prove(by Evaluation, plies int) {
	w.Black, w.Solved, w.Mate = by.Black, true, 0
	switch {
	case by.Over && by.Black == 1:
		w.Mate = plies
	case by.Over && by.Black == 0:
		w.Mate = -plies
	case by.Mate > 0:
		w.Mate = max(by.Mate+plies, 1)
	case by.Mate < 0:
		w.Mate = min(by.Mate-plies, -1)
	}
}
