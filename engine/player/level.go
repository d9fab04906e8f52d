package player

import (
	"math"
	"math/rand/v2"
	"slices"

	"moyo/engine"
	"moyo/engine/alphabeta"
)

// Levels is the number of levels, from 1, a beginner, to full strength.
const Levels = 9

// Level is how one level plays: it searches few positions, and sometimes plays
// a move that looks good, or any. The zero Level is full strength.
type Level struct {
	Nodes   int64
	Depth   int
	Threads int     // 0 for the limits' and options' number
	Random  float64 // how often it plays any legal move, 0 to 1
	Sampled float64 // how often it draws a move by the order of moves alone
	// Temperature of that draw: the larger, the more random.
	Temperature float64
}

// bound lowers the limits to those of the level.
func (l Level) bound(lim *engine.Limits) {
	if l.Nodes > 0 {
		lim.Nodes, lim.Depth = l.Nodes, l.Depth
	}
	if l.Threads > 0 {
		lim.Threads = l.Threads
	}
}

// choose returns the moves left to the search: moves, or a single one if the
// level does not search. all are the legal moves. unit is the difference of
// order that makes a move e times likelier at a temperature of 1. seed and the
// position's hash determine the choice.
func (l Level) choose(seed, hash uint64, moves, all []alphabeta.Move, unit float64) []alphabeta.Move {
	r := rand.New(rand.NewPCG(seed, hash))
	switch x := r.Float64(); {
	case x < l.Random:
		if len(all) > 0 {
			return []alphabeta.Move{all[r.IntN(len(all))]}
		}
	case x < l.Random+l.Sampled:
		return []alphabeta.Move{Sample(r, moves, unit*l.Temperature)}
	}
	return moves
}

// Sample draws one of the moves: a move is e times likelier than one whose
// order is lower by unit.
func Sample(r *rand.Rand, moves []alphabeta.Move, unit float64) alphabeta.Move {
	best := slices.MaxFunc(moves, func(a, b alphabeta.Move) int { return int(a.Score) - int(b.Score) })
	weights := make([]float64, len(moves))
	sum := 0.0
	for i, m := range moves {
		weights[i] = math.Exp(float64(m.Score-best.Score) / unit)
		sum += weights[i]
	}
	at := r.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return moves[i]
		}
	}
	return best
}
