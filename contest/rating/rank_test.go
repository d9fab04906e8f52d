package rating

import (
	"math"
	"testing"
)

// TestRanks compares with Online-Go's table.
func TestRanks(t *testing.T) {
	for _, c := range []struct {
		points float64
		want   string
	}{
		{100, "30k"}, {525, "30k"}, {548, "30k"}, {549, "29k"}, {1000, "16k"}, {1500, "6k"},
		{1829, "2k"}, {1838, "1k"}, {1919, "1d"}, {2711, "9d"}, {4000, "9d"},
	} {
		if got := RankName(Rank(c.points)); got != c.want {
			t.Errorf("%g is %s (%.2f), want %s", c.points, got, Rank(c.points), c.want)
		}
	}
	for rank := -5.0; rank < 45; rank += 0.5 {
		if got := Rank(OfRank(rank)); math.Abs(got-rank) > 1e-9 {
			t.Errorf("rank %g comes back as %g", rank, got)
		}
	}
	if got := Rank(0); got != Rank(minRating) {
		t.Errorf("no points are rank %g", got)
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		r    Rating
		game string
		want string
	}{
		{New(), "weiqi", "6k?"},
		{New(), "gomoku", "1500?"},
		{Rating{Points: 1849.6, Deviation: 60}, "weiqi", "1k"},
		{Rating{Points: 1849.6, Deviation: 60}, "pente", "1850"},
		{Rating{Points: 1849.6, Deviation: 110}, "pente", "1850"},
		{Rating{Points: 1849.6, Deviation: 111}, "pente", "1850?"},
	} {
		if got := c.r.Text(c.game); got != c.want {
			t.Errorf("%+v in %s: %q, want %q", c.r, c.game, got, c.want)
		}
	}
}
