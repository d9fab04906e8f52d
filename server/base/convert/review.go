package convert

import (
	"math"

	"moyo/game"
	"moyo/server/base/wire"
	"moyo/study/review"
)

// longestLine is the number of moves of a better line that are shown.
const longestLine = 12

// Review returns a review of the game that ends with pos.
func Review(pos game.Position, rep review.Report) *wire.Review {
	_, counted := pos.(game.Scorer)
	w := &wire.Review{
		Positions: make([]wire.ReviewPosition, len(rep.Positions)), Moves: make([]wire.ReviewMove, len(rep.Moves)),
		Black: reviewSide(rep.Sides[game.Black]), White: reviewSide(rep.Sides[game.White]),
		Turning: rep.Turning + 1, Says: Sayings(pos, rep.Says), Counted: counted, Opening: rep.Opening, Middle: rep.Middle,
		Whole: rep.Whole, Settled: rep.Settled, Ended: rep.Ended, Looked: rep.Evaluated, Spent: rounded(rep.Spent), Nodes: rep.Nodes,
	}
	for i, p := range rep.Positions {
		w.Positions[i] = wire.ReviewPosition{
			Looks: p.Level, Black: rounded(p.Black), Solved: p.Solved, Mate: p.Mate, Over: p.Over, Lead: rounded(p.Lead), Counts: p.Counted,
		}
		if p.Level > 0 && p.Best != game.NoMove {
			w.Positions[i].Best = game.Format(pos, p.Best)
		}
	}
	for i, m := range rep.Moves {
		w.Moves[i] = reviewMove(pos, m)
	}
	for _, side := range rep.Sides {
		for _, i := range side.Worst {
			w.Moves[i].Line = names(pos, rep.Positions[i].Line[:min(len(rep.Positions[i].Line), longestLine)])
		}
	}
	return w
}

func reviewMove(pos game.Position, m review.Move) wire.ReviewMove {
	w := wire.ReviewMove{
		Move: game.Format(pos, m.Move), Color: Side(m.Side), Class: string(m.Class), Sure: m.Sure, Loss: rounded(m.Loss),
		Points: rounded(m.Points), Counts: m.Counted, Accuracy: rounded(m.Accuracy),
		Line: []string{}, Proven: m.Proven, Says: Sayings(pos, m.Says),
	}
	if m.Better != game.NoMove {
		w.Better = game.Format(pos, m.Better)
	}
	return w
}

func reviewSide(s review.Side) wire.ReviewSide {
	w := wire.ReviewSide{
		All: reviewPart(s.Part), Unsure: s.Unsure, Worst: make([]int, len(s.Worst)), Phases: []wire.ReviewPart{},
		Best: s.Counts[review.Best], Good: s.Counts[review.Good], Inaccuracies: s.Counts[review.Inaccuracy],
		Mistakes: s.Counts[review.Mistake], Blunders: s.Counts[review.Blunder],
	}
	for i, m := range s.Worst {
		w.Worst[i] = m + 1
	}
	for _, p := range s.Phases {
		w.Phases = append(w.Phases, reviewPart(p))
	}
	return w
}

func reviewPart(p review.Part) wire.ReviewPart {
	return wire.ReviewPart{Moves: p.Moves, Accuracy: rounded(p.Accuracy), Loss: rounded(p.Loss), Points: rounded(p.Points)}
}

// names returns the names of moves, never nil.
func names(pos game.Position, moves []game.Move) []string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = game.Format(pos, m)
	}
	return all
}

// rounded returns x with four decimals. JSON would have seventeen digits.
func rounded(x float64) float64 { return math.Round(Finite(x)*1e4)/1e4 + 0 }
