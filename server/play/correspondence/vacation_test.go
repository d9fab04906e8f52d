package correspondence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/server/store/sqlite/sqlitetest"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// games are games of players, some of whom cannot be reached.
type games struct{ told map[string]int }

var errBusy = errors.New("busy")

func (g *games) Vacation(_ context.Context, player string) error {
	g.told[player]++
	if strings.HasPrefix(player, "bad") {
		return errBusy
	}
	return nil
}

func (g *games) Watchers(string) int { return 0 }

// TestTell checks that games learn about a vacation even if more failing ones than a round handles come first. The failing ones
// are retried until they no longer matter.
func TestTell(t *testing.T) {
	kept, now := sqlitetest.New(t), noon
	g := &games{map[string]int{}}
	s := New(Config{Store: kept, Games: g, Now: func() time.Time { return now }})
	players := []string{"good"}
	for i := range 2*atOnce + 1 {
		players = append(players, fmt.Sprintf("bad%03d", i))
	}
	for _, p := range slices.Sorted(slices.Values(players)) {
		if err := s.kept().BeginVacation(t.Context(), KeptVacation{Player: p, Began: noon, Until: noon.Add(day), Days: 1}, 30); err != nil {
			t.Fatal(err)
		}
	}
	untold := func() int {
		t.Helper()
		list, err := s.kept().VacationsUntold(t.Context(), KeptVacation{}, 1000)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	for try := 1; try <= 2; try++ {
		if err := s.informAll(t.Context()); !errors.Is(err, errBusy) {
			t.Errorf("%v", err)
		}
		if g.told["good"] != 1 || g.told["bad000"] != try || untold() != len(players)-1 {
			t.Errorf("try %d: told %d and %d times, %d are left", try, g.told["good"], g.told["bad000"], untold())
		}
	}
	now = noon.Add(day + givenUp + 1)
	if err := s.informAll(t.Context()); err == nil || untold() != 0 {
		t.Errorf("long after the end %d are left, %v", untold(), err)
	}
}
