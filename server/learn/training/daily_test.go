package training

import (
	"testing"
	"time"
)

// TestTurns: every item comes once before any comes twice, for every number of items, and neighbours in the list do not follow each
// other.
func TestTurns(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 12, 100, 420, 1597} {
		seen := make([]bool, n)
		for day := range n {
			at := turnOf(day+20_000, n)
			if seen[at] {
				t.Fatalf("%d things: one has its turn twice in %d days", n, n)
			}
			seen[at] = true
			if next := turnOf(day+20_001, n); n > 10 && abs(next-at) < n/5 {
				t.Errorf("%d things: %d, and on the day after %d", n, at, next)
			}
		}
	}
	if got := turnOf(-1, 10); got < 0 || got > 9 {
		t.Errorf("before 1970: %d", got)
	}
}

func abs(n int) int { return max(n, -n) }

// TestDays: a day begins at midnight UTC, in every time zone.
func TestDays(t *testing.T) {
	s := New(Config{})
	east := time.FixedZone("east", 9*60*60)
	midnight := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	today := s.PuzzleOfTheDay(midnight)
	if s.PuzzleOfTheDay(midnight.Add(24*time.Hour-time.Second)) != today || s.PuzzleOfTheDay(midnight.In(east)) != today {
		t.Error("the puzzle changes within a day")
	}
	if s.PuzzleOfTheDay(midnight.Add(-time.Second)) == today || s.PuzzleOfTheDay(midnight.Add(24*time.Hour)) == today {
		t.Error("the puzzle is that of the day before or after")
	}
	if _, depth, err := s.Puzzle("nosuch"); err == nil {
		t.Errorf("an unknown puzzle has %d moves", depth)
	}
}
