package convert

import (
	"math"

	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
)

// How much of a search is sent.
const (
	maxLine       = 24
	maxCandidates = 12
)

// Thinking returns what an engine has found about pos as the wire has it.
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

// Owners returns whose each point will be in hundredths, from 100 (Black's) to -100.
func Owners(found []float64) []int {
	owners := make([]int, len(found))
	for p, o := range found {
		owners[p] = int(math.Round(100 * min(max(Finite(o), -1), 1)))
	}
	return owners
}

// Estimate returns how a game stands by what an engine has found about its position, as the wire has it, and whose each
// point will be. What it would play is not in it.
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

// unit is what engines count in the game of pos.
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

// Finite returns x, or 0 for what JSON cannot say, such as the mean of no games.
func Finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
