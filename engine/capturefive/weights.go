package capturefive

import (
	"moyo/game"
	"moyo/game/rules/capturefive/fast"
)

// weights are the engine's values of windows and chains, for one set of rules.
// scale is the score of a win probability of 73 %.
type weights struct {
	window [256]int32    // value of a window for Black, by state
	order  [3][256]int32 // of a move into a window, by the side that moves and its state
	four   [3]uint8      // state of a window that lacks one stone, by colour
	three  [3]uint8      // that lacks two
	worths
}

// scale is the evaluation at which the side to move wins with odds e to 1.
const scale = 200

// The values of a window by the stones that it lacks, if the opponent has none
// in it, and if it has one that might be captured.
var (
	lacking = [...]int32{0, 100, 145, 27, 0}
	spoiled = [...]int32{0, 38, 2, 0}
	chains  = worths{stone: 138, taker: 60, takes: 75, owner: 55, loses: 38, tight: 30, move: 90}
)

// The values of a move into a window by the stones that it lacks before the
// move, for own windows and the opponent's.
var (
	building = [...]int32{0, 20000, 900, 120, 24, 6, 2}
	blocking = [...]int32{0, 9000, 500, 80, 16, 4, 1}
)

func newWeights(opt fast.Options) *weights {
	w := &weights{worths: chains}
	n := opt.N
	step := [3]int{0, 1, n + 1}
	for c := game.Black; c <= game.White; c++ {
		w.four[c], w.three[c] = uint8((n-1)*step[c]), uint8((n-2)*step[c])
	}
	for b := range n + 1 {
		for v := range n + 1 - b {
			state := b + (n+1)*v
			w.window[state] = worth(n, b, v, opt.Captures) - worth(n, v, b, opt.Captures)
			w.order[game.Black][state] = urgency(n, b, v)
			w.order[game.White][state] = urgency(n, v, b)
		}
	}
	return w
}

// at returns table[i], or the last entry for larger i.
func at(table []int32, i int) int32 { return table[min(i, len(table)-1)] }

// worth returns the value of a window of n points with own and foe stones.
func worth(n, own, foe int, captures bool) int32 {
	switch {
	case own == 0:
		return 0
	case foe == 0:
		return at(lacking[:], n-own)
	case foe == 1 && captures:
		return at(spoiled[:], n-1-own)
	}
	return 0
}

// urgency returns the value of a move into a window of n points with own and
// foe stones.
func urgency(n, own, foe int) int32 {
	switch {
	case own > 0 && foe > 0:
		return 0
	case foe > 0:
		return at(blocking[:], n-foe)
	}
	return at(building[:], n-own)
}
