package server

import (
	"math"

	"moyo/engine"
	"moyo/game"
	"moyo/server/wire"
)

// What of a search is told.
const (
	maxLine       = 24
	maxCandidates = 12
)

// thinkingOf returns what an engine has found about pos as the wire has it.
func thinkingOf(pos game.Position, info engine.Info, done bool) *wire.Thinking {
	t := &wire.Thinking{
		Turn: sideName(game.Player(pos)), Color: sideName(pos.ToPlay()), Done: done,
		Value: finite(info.Value), Mate: info.Mate, Solved: info.Solved, Depth: info.Depth, Book: info.Book,
		Nodes: info.Nodes, PerSecond: finite(info.PerSecond()), Elapsed: info.Elapsed.Seconds(),
		Line: lineOf(pos, info.PV), Candidates: []wire.Candidate{},
	}
	for _, c := range info.Candidates[:min(len(info.Candidates), maxCandidates)] {
		t.Candidates = append(t.Candidates, wire.Candidate{
			Point: int(c.Move.Point()), Move: game.Format(pos, c.Move), Visits: c.Visits,
			Value: finite(c.Value), Mate: c.Mate, Solved: c.Solved, Line: lineOf(pos, c.PV),
		})
	}
	return t
}

// lineOf returns the names of a line's moves, never nil.
func lineOf(pos game.Position, line []game.Move) []string {
	names := make([]string, min(len(line), maxLine))
	for i := range names {
		names[i] = game.Format(pos, line[i])
	}
	return names
}

// finite returns x, or 0 for what JSON cannot say, such as the mean of no games.
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
