package gomoku

import (
	"sync"

	"moyo/game/rules/gomoku/pattern"
)

// Weights are the parameters of the evaluation and the order of moves.
type Weights struct {
	// Values are the values of the kinds at an empty point for either colour, to
	// move and waiting.
	Values pattern.Weights
	// Threats is added by what both sides could make next: see state.threats.
	Threats [threatMasks]int32
	// Own and Against are the log-likelihood, times orderUnit, that a colour plays
	// on a point with such kinds of its own and of its opponent's.
	Own, Against [3][pattern.Codes]int32
	// Burden is subtracted from Black's value, and added to White's: the cost of
	// forbidden points, if the other weights come from a rule that forbids none.
	Burden int32
}

// renjuBurden is the Burden of Renju while it uses freestyle's weights. Of 99 games against another engine with 50,000
// nodes a move and more, Black won 30 %, from openings evaluated at 57 % without it: 1.1 in logits. In games of 2,000
// nodes a move against itself (232,000 positions) it is 0.5: the longer both search, the more forbidden points cost.
const renjuBurden = scale

const (
	threatMasks = 512
	orderUnit   = 100
)

// scale is the evaluation at which the side to move wins with odds e to 1.
const scale = 200

// burden returns the share of Burden for the side to move.
func (w *Weights) burden(me int) int32 {
	if me == pattern.Black {
		return -w.Burden
	}
	return w.Burden
}

// startWeights returns the handmade weights from which training begins.
func startWeights() *Weights {
	w := &Weights{}
	for code, k := range pattern.CodeKinds() {
		class := pattern.ClassOf(k, false)
		value := int32(0)
		for _, kind := range k {
			value += kindValue[kind]
		}
		value += classValue[class]
		for c := pattern.Black; c <= pattern.White; c++ {
			w.Values[c][code] = pattern.Weight{Move: value, Wait: value * 4 / 5}
			w.Own[c][code] = classOrder[class] + 4*value
			w.Against[c][code] = classOrder[class]*3/4 + 3*value
		}
	}
	for mask := range w.Threats {
		w.Threats[mask] = startThreat(mask)
	}
	return w
}

// kindValue is the value of a line by its kind, classValue that of their
// combination, classOrder the place in the order of moves.
var (
	kindValue  = [...]int32{0, 0, 1, 2, 5, 7, 9, 6, 16, 22, 18, 30, 40, 0, 0}
	classValue = [pattern.Classes]int32{0, 0, 6, 0, 4, 0, 8, 40, 0, 10, 80, 40, 0, 0}
	classOrder = [pattern.Classes]int32{0, 60, 160, 60, 150, 260, 330, 600, 200, 330, 900, 1200, 3000, -1000}
)

// startThreat is the value of what both sides could make next.
func startThreat(mask int) int32 {
	value := int32(20)
	for bit, v := range [...]int32{10, 150, 40, 120, -10, -120, -30, -100, -120} {
		if mask>>bit&1 != 0 {
			value += v
		}
	}
	return value
}

var start = sync.OnceValue(startWeights)
