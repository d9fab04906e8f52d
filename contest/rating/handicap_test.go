package rating

import (
	"math"
	"testing"
)

func TestHandicapRanks(t *testing.T) {
	for _, c := range []struct {
		h      Handicap
		points int
		area   bool
		want   float64
	}{
		{Handicap{0, 6}, 361, false, 0}, {Handicap{0, 7}, 361, true, 0}, {Handicap{0, 7}, 81, true, 0}, // fair
		{Handicap{0, 0}, 361, false, 0.5}, // the first move is half a stone
		{Handicap{2, 0}, 361, false, 1.5}, {Handicap{9, 0}, 361, false, 8.5},
		{Handicap{2, 0}, 169, false, 4.5}, {Handicap{2, 0}, 81, false, 9},
		{Handicap{2, 0.5}, 361, true, 19.5 / 12}, {Handicap{0, 13}, 361, true, -0.5},
		{Handicap{0, 0}, 91, false, 3}, {Handicap{0, 0}, 225, false, 1.5}, // boards of other sizes
	} {
		if got := c.h.Ranks(c.points, c.area); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v on %d points (area %v): %g, want %g", c.h, c.points, c.area, got, c.want)
		}
	}
}

func TestHandicapFor(t *testing.T) {
	for _, c := range []struct {
		ranks        float64
		points, most int
		want         Handicap
	}{
		{0, 361, 9, Handicap{0, 7.5}}, {0.9, 361, 9, Handicap{0, 7.5}}, {-4, 361, 9, Handicap{0, 7.5}},
		{1, 361, 9, Handicap{0, 0.5}}, {2, 361, 9, Handicap{2, 0.5}}, {3, 361, 9, Handicap{3, 0.5}},
		{9, 361, 9, Handicap{9, 0.5}}, {30, 361, 9, Handicap{9, 0.5}},
		{1, 81, 4, Handicap{0, 7.5}}, {2, 81, 4, Handicap{0, 0.5}}, {8, 81, 4, Handicap{2, 0.5}}, {30, 81, 4, Handicap{4, 0.5}},
		{3, 169, 9, Handicap{0, 0.5}}, {4, 169, 9, Handicap{2, 0.5}},
		{9, 256, 0, Handicap{0, 0.5}}, // no stones where there are no points for them
	} {
		if got := HandicapFor(c.ranks, c.points, c.most); got != c.want {
			t.Errorf("%g ranks on %d points: %+v, want %+v", c.ranks, c.points, got, c.want)
		}
	}
}

// TestAgainst compensates a difference with a handicap: the result is an even game.
func TestAgainst(t *testing.T) {
	white := Rating{Points: OfRank(25), Deviation: 60, Volatility: 0.06}
	black := Rating{Points: OfRank(20), Deviation: 60, Volatility: 0.06}
	h := HandicapFor(5, 361, 9)
	for _, r := range []struct {
		what      string
		got, want float64
	}{
		{"White for Black", white.Against(-h.Ranks(361, true)).Points, black.Points},
		{"Black for White", black.Against(h.Ranks(361, true)).Points, white.Points},
	} {
		if math.Abs(Rank(r.got)-Rank(r.want)) > 0.6 {
			t.Errorf("%s: %.0f, want about %.0f", r.what, r.got, r.want)
		}
	}
	if got := white.Against(0); got != white {
		t.Errorf("without a handicap %+v", got)
	}
	if got := white.Against(1000); got != got.bounded() || got.Deviation != white.Deviation {
		t.Errorf("out of bounds: %+v", got)
	}
}
