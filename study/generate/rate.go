package generate

import (
	"math"
	"slices"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Rate says how hard a problem is, in points of Glicko-2, from what it took to read it
// out: the nodes of the search for all first moves, the length of the line, the
// number of moves to choose from, and how often the levels of the engine fail. Moves that a beginner sees at once (captures)
// make it easier, those that look wrong (into atari, on the first line) harder.
// docs/problems.md says where the numbers come from.
func Rate(p *tsumego.Problem, a *life.Answer, sight Sight) int {
	effort := math.Log2(float64(max(a.Nodes, 1)))
	depth := float64(min(len(a.Line), 20))
	points := rateFrom + rateEffort*effort + rateDepth*depth + rateChoice*float64(choices(p))
	if len(a.FirstMoves) > 0 && a.FirstMoves[0] != game.Pass {
		points += looks(p, a.FirstMoves[0].Point())
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

// What Rate adds up, in points.
const (
	rateFrom    = 100
	rateFail    = 25  // each time that a level fails
	rateEffort  = 80  // each time the nodes double
	rateDepth   = 30  // each move of the line
	rateChoice  = 15  // each legal move
	rateSeveral = 100 // each further first move that is right
	rateKo      = 100
	rateAtOnce  = 150 // less where one move is all
	rateAtari   = 150 // a first move into atari
	rateCapture = 150 // less for one that captures
	rateLeast   = 600
	rateMost    = 2500
)

// looks says how much harder or easier a move makes it by its looks.
func looks(p *tsumego.Problem, q game.Point) float64 {
	stones := slices.Clone(p.Stones)
	if len(play(p.Board, stones, q, p.ToPlay)) > 0 {
		return -rateCapture
	}
	if _, liberties := chainOf(p.Board, stones, q); liberties == 1 {
		return rateAtari
	}
	return 0
}
