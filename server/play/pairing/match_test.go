package pairing

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// couples are pairs of players, in either order.
type couples map[[2]string]bool

func (c couples) has(a, b string) bool { return c[[2]string{a, b}] || c[[2]string{b, a}] }

// world is a circle for tests.
type world struct{ apart, again couples }

func (w world) Apart(a, b string) bool { return w.apart.has(a, b) }
func (w world) Again(a, b string) bool { return w.again.has(a, b) }

// anySeeks draws seeks with different waiting times, and the relations between their players.
func anySeeks(t *rapid.T) ([]Seek, world) {
	n := rapid.IntRange(0, 12).Draw(t, "seeks")
	w := world{couples{}, couples{}}
	var seeks []Seek
	for i := range n {
		s := Seek{
			Player: fmt.Sprint("p", i), Pool: rapid.SampledFrom([]string{"9x9", "19x19"}).Draw(t, "pool"),
			Points: float64(rapid.IntRange(1000, 2200).Draw(t, "points")), Known: rapid.IntRange(0, 3).Draw(t, "known") > 0,
			Bot: rapid.Bool().Draw(t, "bot"), Bots: rapid.Bool().Draw(t, "bots"), Near: rapid.Bool().Draw(t, "near"),
			Since: noon.Add(-time.Duration(rapid.IntRange(0, 30).Draw(t, "waited")) * time.Second),
		}
		for j := range i {
			switch rapid.IntRange(0, 6).Draw(t, "relation") {
			case 0:
				w.apart[[2]string{s.Player, fmt.Sprint("p", j)}] = true
			case 1:
				w.again[[2]string{s.Player, fmt.Sprint("p", j)}] = true
			}
		}
		seeks = append(seeks, s)
	}
	return seeks, w
}

// willing reports whether two players would play now; it is a second implementation of the rule in Match.
func willing(a, b Seek, w world) bool {
	waited := max(noon.Sub(a.Since), noon.Sub(b.Since)).Seconds()
	apart := a.Points - b.Points
	if !a.Known || !b.Known {
		apart = 0
	}
	near := waited >= 20 || !a.Near && !b.Near || apart <= 75+25*waited && -apart <= 75+25*waited
	programs := (!a.Bot || b.Bots) && (!b.Bot || a.Bots)
	return a.Player != b.Player && a.Pool == b.Pool && programs && !w.Apart(a.Player, b.Player) && near &&
		(waited >= 8 || !w.Again(a.Player, b.Player))
}

// TestMatch checks that each player is paired at most once, with a willing player in the same pool; that no willing pair is left
// over; and that no later player passes an earlier one.
func TestMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seeks, w := anySeeks(t)
		pairs := Match(rapid.Permutation(seeks).Draw(t, "order"), noon, w)
		plays := map[string]Pair{}
		for _, p := range pairs {
			if !willing(p.First, p.Second, w) {
				t.Fatalf("%+v are paired", p)
			}
			if p.First.Since.After(p.Second.Since) {
				t.Fatalf("%+v: the first came later", p)
			}
			for _, s := range []Seek{p.First, p.Second} {
				if _, twice := plays[s.Player]; twice || !slices.Contains(seeks, s) {
					t.Fatalf("%s plays twice, or was not waiting", s.Player)
				}
				plays[s.Player] = p
			}
		}
		for _, a := range seeks {
			if _, playing := plays[a.Player]; playing {
				continue
			}
			for _, b := range seeks {
				p, playing := plays[b.Player]
				if !playing && willing(a, b, w) {
					t.Fatalf("%+v and %+v are left", a, b)
				}
				if playing && p.Second == b && a.Since.Before(p.First.Since) && willing(a, b, w) {
					t.Fatalf("%+v was passed over for %+v", a, p.First)
				}
			}
		}
		if again := Match(seeks, noon, w); !slices.Equal(again, pairs) {
			t.Fatalf("the result depends on the order of the list: %v and %v", pairs, again)
		}
	})
}

// TestRange checks that the range grows with time, and that new opponents are preferred.
func TestRange(t *testing.T) {
	since := func(seconds int) time.Time { return noon.Add(-time.Duration(seconds) * time.Second) }
	seek := func(player string, points float64, seconds int) Seek {
		return Seek{Player: player, Points: points, Known: true, Near: true, Since: since(seconds)}
	}
	ada := seek("ada", 1500, 4) // accepts 75 + 4*25 points
	for points, want := range map[float64]bool{1675: true, 1676: false, 1325: true, 1324: false} {
		if got := len(Match([]Seek{ada, seek("bo", points, 0)}, noon, world{})) == 1; got != want {
			t.Errorf("1500 and %g after 4 s: paired %v", points, got)
		}
	}
	if len(Match([]Seek{seek("ada", 1000, 20), seek("bo", 2900, 0)}, noon, world{})) != 1 {
		t.Error("after 20 s an opponent is still refused")
	}
	met := world{again: couples{{"ada", "bo"}: true}}
	three := []Seek{seek("ada", 1500, 9), seek("bo", 1500, 2), seek("cy", 1590, 1)}
	if pairs := Match(three, noon, met); len(pairs) != 1 || pairs[0].Second.Player != "cy" {
		t.Errorf("ada is paired with %v, although she has just played bo", pairs)
	}
	if pairs := Match(three[:2], noon, met); len(pairs) != 1 {
		t.Error("players that have just met are never paired again")
	}
	if pairs := Match([]Seek{seek("ada", 1500, 7), seek("bo", 1500, 2)}, noon, met); len(pairs) != 0 {
		t.Error("players that have just met are paired again immediately")
	}
}
