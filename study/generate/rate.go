package generate

import (
	"math"
	"slices"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Rate returns the difficulty of a problem in points of Glicko-2. It uses the effort of reading it out: the nodes of
// the search for all first moves, the length of the line, the number of moves to choose from, and how often the
// engine's levels fail. Moves that beginners find quickly (captures) make it easier. Moves that look wrong (into atari,
// on the first line) make it harder. docs/problems.md explains the numbers.
func Rate(p *tsumego.Problem, a *life.Answer, sight Sight) int {
	effort := math.Log2(float64(max(a.Nodes, 1)))
	depth := float64(min(len(a.Line), 20))
	points := rateFrom + rateEffort*effort + rateDepth*depth + rateChoice*float64(choices(p))
	if len(a.FirstMoves) > 0 && a.FirstMoves[0] != game.Pass {
		points += appearance(p, a.FirstMoves[0].Point())
	}
	for _, n := range sight {
		points += rateFail * float64(n)
	}
	points -= rateSeveral * float64(max(len(a.FirstMoves)-1, 0))
	if len(a.Line) <= 1 {
		points -= rateAtOnce
	}
	if a.Verdict == life.InKo {
		points += rateKo
	}
	return int(math.Round(min(max(points, rateLeast), rateMost)))
}

// The terms of Rate, in points.
const (
	rateFrom    = 100
	rateFail    = 25  // per failure of a level
	rateEffort  = 80  // per doubling of the nodes
	rateDepth   = 30  // per move of the line
	rateChoice  = 15  // per legal move
	rateSeveral = 100 // per further right first move
	rateKo      = 100
	rateAtOnce  = 150 // subtracted if one move is all
	rateAtari   = 150 // a first move into atari
	rateCapture = 150 // subtracted for a capture
	rateLeast   = 600
	rateMost    = 2500
)

// appearance returns how much the appearance of a move adds to the difficulty.
func appearance(p *tsumego.Problem, q game.Point) float64 {
	stones := slices.Clone(p.Stones)
	if len(play(p.Board, stones, q, p.ToPlay)) > 0 {
		return -rateCapture
	}
	if _, liberties := chainOf(p.Board, stones, q); liberties == 1 {
		return rateAtari
	}
	return 0
}
