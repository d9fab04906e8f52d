package review

import (
	"math"
	"slices"

	"moyo/engine"
	"moyo/game"
)

// Worth is what a position is worth.
type Worth struct {
	Level      int     // how often it was looked at, each time longer; 0 for never
	Black      float64 // Black's win chance, 0 to 1; half for a draw
	Solved     bool    // Black is exact
	Mate       int     // plies until Black (above 0) or White (below 0) has won for certain, 0 where that is not known
	Over       bool    // the game has ended here
	Lead       float64 // points by which Black leads, as an estimate, where Counted
	Counted    bool
	Rough      bool        // Black and Lead are, as in engine.Info
	Best       game.Move   // NoMove where there is none
	Line       []game.Move // begins with Best
	Candidates []engine.Candidate
	Nodes      int64
}

// worthOf returns what an engine says of a position in which side is to move.
func worthOf(info engine.Info, side game.Color) Worth {
	w := Worth{
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

// For returns the win chance of a side.
func (w Worth) For(side game.Color) float64 {
	if side == game.White {
		return 1 - w.Black
	}
	return w.Black
}

// LeadOf returns by how many points a side leads.
func (w Worth) LeadOf(side game.Color) float64 {
	if side == game.White {
		return -w.Lead
	}
	return w.Lead
}

// hedged reports whether the value cannot be relied on: the engine says so, or the win chance and the lead clearly name different leaders.
func (w Worth) hedged() bool {
	if !isEstimate(w) {
		return false
	}
	return w.Rough || w.Counted && math.Abs(w.Black-0.5) > blunderLoss && math.Abs(w.Lead) > blunderPoints/3 && (w.Black > 0.5) != (w.Lead > 0)
}

// certain reports whether it is known that side wins (1), draws (0.5) or loses (0).
func (w Worth) certain(side game.Color, value float64) bool { return w.Solved && w.For(side) == value }

// known returns what is known of every position: what the engine said, and what follows
// for one from what is proven of the next and the one before. A win that the played move
// keeps was there before it, and one that no move can lose is there after it. Estimates do not contradict each other.
func (r *Review) known() []Worth {
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
		// The best move keeps what is proven only where the engine itself has proven it.
		if known[i].certain(side, 0) || r.found[i].Solved && r.found[i].Best == r.moves[i] {
			next.prove(known[i], -1)
		}
	}
	r.even(known)
	return known
}

// prove makes w as certain as a position that is so many plies after it.
func (w *Worth) prove(by Worth, plies int) {
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
