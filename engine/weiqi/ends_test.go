package weiqi

import (
	"math"
	"testing"

	"moyo/engine"
	"moyo/game"
	"moyo/internal/testenv"
)

// TestEnds: a search reports the lead after each move and the ownership of each
// point, with one thread and with several.
func TestEnds(t *testing.T) {
	pos := played(t, "weiqi:komi=0.5", "grid:5", "c3", "c2", "d2", "b3", "b2")
	for _, threads := range []int{3, 1}[:testenv.Rounds(2, 1)] {
		lim := engine.Limits{Nodes: 500, Seed: 1, Threads: threads, Ownership: true}
		info, err := New(Options{FullTime: true}).Search(t.Context(), pos, lim, nil)
		if err != nil {
			t.Fatal(err)
		}
		games, guided, black := 0.0, 0.0, 0.0
		for _, c := range info.Candidates {
			if !c.HasLead {
				continue
			}
			if len(c.Ownership) != pos.Board().Len() || len(c.PVVisits) != len(c.PV) || c.PVVisits[0] != c.Visits {
				t.Fatalf("a candidate with %d points, a line of %d and %v visits: %+v", len(c.Ownership), len(c.PV), c.PVVisits, c)
			}
			games += float64(c.Visits)
			guided += c.Lead * float64(c.Visits)
			black += sum(c.Ownership) * float64(c.Visits)
		}
		// White is to move, and gets half a point.
		if lead, points := guided/games, black/games; math.Abs(lead-info.Lead) > 1 ||
			math.Abs(lead-(0.5-points)) > 1 || math.Abs(sum(info.Ownership)-points) > 1 {
			t.Errorf("%d threads: the moves lead by %v, all by %v; Black has %v points more, %v of all",
				threads, lead, info.Lead, points, sum(info.Ownership))
		}
		lim.Ownership = false
		if info, err = New(Options{}).Search(t.Context(), pos, lim, nil); err != nil ||
			info.Ownership != nil || info.Candidates[0].Ownership != nil || !info.Candidates[0].HasLead {
			t.Errorf("ownership that the limits did not ask for: %+v %v", info, err)
		}
	}
}

func sum(values []float64) (s float64) {
	for _, v := range values {
		s += v
	}
	return s
}

// TestExcludedShortcut excludes the move that needs no search.
func TestExcludedShortcut(t *testing.T) {
	info, err := New(Options{}).Search(t.Context(), played(t, "weiqi:komi=0.5", "grid:5", walls...),
		engine.Limits{Nodes: 50, Seed: 1, Exclude: []game.Move{game.Pass}}, nil)
	if err != nil || info.Move == game.Pass {
		t.Errorf("%+v %v", info, err)
	}
}
