package convert

import (
	"math"

	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
)

// Limits of what is sent of a search.
const (
	maxLine       = 24
	maxCandidates = 12
)

// Thinking returns an engine's results for pos.
func Thinking(pos game.Position, info engine.Info, done bool) *wire.Thinking {
	t := &wire.Thinking{
		Turn: Side(game.Player(pos)), Color: Side(pos.ToPlay()), Done: done,
		Value: Finite(info.Value), Mate: info.Mate, Solved: info.Solved, Lead: rounded(info.Lead), Counts: info.HasLead,
		Depth: info.Depth, Book: info.Book, Rough: info.Rough,
		Nodes: info.Nodes, Unit: unit(pos), PerSecond: Finite(info.PerSecond()), Elapsed: info.Elapsed.Seconds(),
		Line: line(pos, info.PV), Candidates: []wire.Candidate{},
	}
	for _, c := range info.Candidates[:min(len(info.Candidates), maxCandidates)] {
		t.Candidates = append(t.Candidates, wire.Candidate{
			Point: int(c.Move.Point()), Move: game.Format(pos, c.Move), Visits: c.Visits,
			Value: Finite(c.Value), Mate: c.Mate, Solved: c.Solved, Line: line(pos, c.PV),
		})
	}
	return t
}

// Owners returns the ownership of each point in hundredths, from 100 (Black) to -100 (White).
func Owners(found []float64) []int {
	owners := make([]int, len(found))
	for p, o := range found {
		owners[p] = int(math.Round(100 * min(max(Finite(o), -1), 1)))
	}
	return owners
}

// Estimate returns the estimate of a position from an engine's results, with the ownership of each point. It does not
// include the engine's moves.
func Estimate(pos game.Position, info engine.Info, owners []int) *wire.CoachEstimate {
	e := &wire.CoachEstimate{Ply: len(pos.Moves()), Black: Finite(info.Value), Lead: info.Lead, Counts: info.HasLead, Owners: owners}
	if pos.ToPlay() == game.White {
		e.Black, e.Lead = 1-e.Black, -e.Lead
	}
	e.Black, e.Lead = rounded(e.Black), rounded(e.Lead)
	if owners == nil {
		e.Owners = []int{}
	}
	return e
}

// unit returns the unit of an engine's score in the game of pos.
func unit(pos game.Position) string {
	if catalog.GameOf(pos.Rules().ID()).Playouts {
		return "playout"
	}
	return "position"
}

// line returns the names of a line's moves, never nil.
func line(pos game.Position, moves []game.Move) []string {
	names := make([]string, min(len(moves), maxLine))
	for i := range names {
		names[i] = game.Format(pos, moves[i])
	}
	return names
}

// Finite returns x, or 0 for a value that JSON cannot express, such as the mean of no games.
func Finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
