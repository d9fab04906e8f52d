package weiqi

import (
	"fmt"
	"math"
	"time"

	"moyo/engine/mcts"
)

// level is how one of the nine levels plays: the lower, the fewer playouts, the
// less knowledge and the more noise.
type level struct {
	playouts    int64
	time        time.Duration // at most, on large boards
	temperature float64
	blunder     float64
	policy      policy
	know        knowledge
}

// What the lower levels know: a novice plays near the last move, a beginner
// sees ataris too. Neither reads ladders or knows shapes.
var (
	novice   = knowledge{even: 10, near: [3]float32{4, 4, 2}, margin: 0.2}
	beginner = knowledge{even: 10, near: [3]float32{12, 11, 4}, capture: 6, captures: 12, selfkill: 5, margin: 0.1}
	// medium playouts fight for chains in atari half of the time.
	medium = policy{capture: 128, selfkill: 128}
)

// levels are the levels without a network, tuned by matches: each beats the one
// two below clearly, but not always. docs/mcts.md has the figures.
var levels = [9]level{
	{playouts: 12, time: time.Second, temperature: 2, blunder: 0.20, policy: light, know: novice},
	{playouts: 40, time: time.Second, temperature: 1, blunder: 0.10, policy: light, know: novice},
	{playouts: 120, time: time.Second, temperature: 0.7, blunder: 0.05, policy: light, know: novice},
	{playouts: 80, time: time.Second, temperature: 0.6, blunder: 0.04, policy: medium, know: beginner},
	{playouts: 100, time: 2 * time.Second, temperature: 0.4, blunder: 0.02, policy: heavy, know: beginner},
	{playouts: 80, time: 2 * time.Second, temperature: 0.4, policy: heavy, know: full},
	{playouts: 220, time: 3 * time.Second, policy: heavy, know: full},
	{playouts: 1200, time: 4 * time.Second, policy: heavy, know: full},
	{playouts: 30000, time: 5 * time.Second, policy: heavy, know: full},
}

// netLevel is how a level plays where a network guides the search.
type netLevel struct {
	evaluations      bySize        // of a search
	time             time.Duration // at most, on large boards
	priorTemperature bySize        // flattens the policy of a level that does not search; 0: it plays the best move
}

// bySize is a number for boards of each of sizedPoints. The same prior temperature costs
// more on a larger board, where more moves go wrong, and the same evaluations gain more.
type bySize [3]float64

// sizedPoints are the sizes of 9x9, 13x13 and 19x19.
var sizedPoints = [3]int{81, 169, 361}

// priorLeast is the least probability of a move that a level considers, as a share of the best move's.
const priorLeast = 0.005

// netLevels are meant to be evenly spaced in rank. Levels below the sixth draw a move from a flattened policy, as people play
// moves that look right. The sixth plays the best move of the policy, and higher ones search. docs/mcts.md has the matches.
var netLevels = [9]netLevel{
	{evaluations: bySize{1, 1, 1}, time: time.Second, priorTemperature: bySize{2.9, 2.65, 1.3}},
	{evaluations: bySize{1, 1, 1}, time: time.Second, priorTemperature: bySize{2.1, 1.95, 1.08}},
	{evaluations: bySize{1, 1, 1}, time: time.Second, priorTemperature: bySize{1.6, 1.4, 0.89}},
	{evaluations: bySize{1, 1, 1}, time: time.Second, priorTemperature: bySize{1.25, 0.98, 0.69}},
	{evaluations: bySize{1, 1, 1}, time: time.Second, priorTemperature: bySize{0.85, 0.62, 0.47}},
	{evaluations: bySize{1, 1, 1}, time: time.Second},
	{evaluations: bySize{25, 14, 9}, time: 3 * time.Second},
	{evaluations: bySize{220, 90, 30}, time: 4 * time.Second},
	{evaluations: bySize{6000, 6000, 6000}, time: 5 * time.Second},
}

// on returns the number for a board with the given points, interpolated over the logarithm of the size between the measured sizes.
func (v bySize) on(points int) float64 {
	for i, most := range sizedPoints[1:] {
		if low := sizedPoints[i]; points < most {
			part := max(0, math.Log(float64(points)/float64(low))/math.Log(float64(most)/float64(low)))
			return v[i] + part*(v[i+1]-v[i])
		}
	}
	return v[len(v)-1]
}

// Tune implements mcts.Tuned.
func (r *root) Tune(o *mcts.Options) {
	if l := r.model.level; r.guided && l != nil {
		points := int(r.start.n)
		o.Playouts, o.Temperature, o.Blunder = int64(l.evaluations.on(points)), 0, 0
		o.PriorTemperature, o.PriorLeast = l.priorTemperature.on(points), priorLeast
		if o.Time = l.time; r.playsOn {
			o.Time = 0
		}
	}
}

func (l *level) apply(o *mcts.Options, m *model) {
	for i := range levels {
		if &levels[i] == l {
			o.Name = fmt.Sprintf("mcts level %d", i+1)
		}
	}
	o.Playouts, o.Time, o.Temperature, o.Blunder = l.playouts, l.time, l.temperature, l.blunder
	m.policy, m.know = l.policy, l.know
}
