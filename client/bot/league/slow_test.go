package league

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/contest/arena/chart"
)

// slowRating is a rating from the slow implementation.
type slowRating struct {
	name string
	elo  float64
}

// text formats the rating as the page does, without its error.
func (r slowRating) text() string { return chart.Signed(r.elo) + " ±" }

// slowRatings finds the same maximum in another way: it moves each strength in turn to where the
// expected points of its player are the actual ones, until no strength changes. The assumed draw
// with an average player is a draw with a player of fixed strength 0. At the end the average is 0.
func slowRatings(games []Game) (list []slowRating) {
	type met struct {
		other         string
		games, points float64
	}
	elo, all := map[string]float64{}, map[string][]met{}
	add := func(name, other string, points float64) {
		i := slices.IndexFunc(all[name], func(m met) bool { return m.other == other })
		if i < 0 {
			i = len(all[name])
			all[name] = append(all[name], met{other: other})
		}
		all[name][i].games++
		all[name][i].points += points
		elo[name] = 0
	}
	for _, g := range games {
		black := map[byte]float64{'B': 1, 'W': 0, '0': 0.5}[g.Result[0]]
		add(g.Black, g.White, black)
		add(g.White, g.Black, 1-black)
	}
	for moved := 1.0; moved > 1e-7; {
		moved = 0
		for name := range elo {
			low, high := -5000.0, 5000.0
			for high-low > 1e-8 {
				mid := (low + high) / 2
				surplus := 0.5 - expected(mid)
				for _, m := range all[name] {
					surplus += m.points - m.games*expected(mid-elo[m.other])
				}
				if surplus > 0 {
					low = mid
				} else {
					high = mid
				}
			}
			moved = max(moved, math.Abs(elo[name]-low))
			elo[name] = low
		}
	}
	mean := 0.0
	for _, v := range elo {
		mean += v / float64(len(elo))
	}
	for name, v := range elo {
		list = append(list, slowRating{name, v - mean})
	}
	return list
}

// expected is the share of points at a difference in Elo.
func expected(d float64) float64 { return 1 / (1 + math.Pow(10, -d/400)) }

// randomGames are games between players of increasing strength.
func randomGames(r *rand.Rand, players, n int) (games []Game) {
	for i := range n {
		b := r.IntN(players)
		w := (b + 1 + r.IntN(players-1)) % players
		g := Game{
			ID: gameID("t", i+1), Tournament: "t", Number: i + 1, Black: fmt.Sprint("P", b),
			White: fmt.Sprint("P", w), Result: "0", Moves: []string{"A1", "B2"}, Plies: 2,
		}
		switch p := r.Float64(); {
		case p < 0.1:
		case p < 0.1+0.9*expected(60*float64(b-w)):
			g.Result = "B+R"
		default:
			g.Result = "W+3.5"
		}
		games = append(games, g)
	}
	return games
}

// TestRatings compares with the slow implementation.
func TestRatings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 7, 60, 300} {
		games := randomGames(r, 5, n)
		table := tableOf(t, "nogo@grid:4@absolute=5m", games)
		got, players := table.rate(pairs(table.games))
		want := slowRatings(games)
		if len(got) != len(want) {
			t.Fatalf("%d games: %d ratings, want %d", n, len(got), len(want))
		}
		plays := map[string]int{}
		points := map[string]float64{}
		for _, g := range games {
			plays[g.Black]++
			plays[g.White]++
			points[g.Black] += map[byte]float64{'B': 1, '0': 0.5}[g.Result[0]]
			points[g.White] += map[byte]float64{'W': 1, '0': 0.5}[g.Result[0]]
		}
		for i, x := range got {
			k := slices.IndexFunc(want, func(w slowRating) bool { return w.name == x.Name })
			if k < 0 || math.Abs(x.Elo-want[k].elo) > 1e-3 || x.Games != plays[x.Name] ||
				x.Points != points[x.Name] || table.names[players[i]] != x.Name {
				t.Errorf("%d games: %+v, want %+v with %g points of %d", n, x, want, points[x.Name], plays[x.Name])
			}
			if i > 0 && got[i-1].Elo < x.Elo {
				t.Errorf("%d games: %v is not in its order", n, got)
			}
		}
	}
}

// tableOf returns the table of some games.
func tableOf(t testing.TB, text string, games []Game) *table {
	t.Helper()
	o, err := newOpenings(event(t, text))
	if err != nil {
		t.Fatal(err)
	}
	table := newTable(o)
	for _, g := range games {
		if err := g.check(); err != nil {
			t.Fatal(err)
		}
		table.add(g)
	}
	return table
}
