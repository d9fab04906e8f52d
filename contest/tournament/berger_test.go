package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"moyo/contest/tournament"
)

// published are the Berger tables of the FIDE Handbook, C.05 Annex 1, up to 8 players.
var published = map[int]string{
	4: `1-4 2-3
4-3 1-2
2-4 3-1`,
	6: `1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1`,
	8: `1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1`,
}

func TestBergerPublished(t *testing.T) {
	for n, table := range published {
		for i, row := range strings.Split(table, "\n") {
			var got []string
			for _, p := range tournament.Berger(n, i+1) {
				got = append(got, fmt.Sprintf("%d-%d", p[0], p[1]))
			}
			if strings.Join(got, " ") != row {
				t.Errorf("%d players, round %d: %v, want %s", n, i+1, got, row)
			}
		}
	}
}

// TestBergerAll checks that all players meet once, in all sizes. The number of first moves differs
// by at most one between players; with an odd number of players the tables are those of the next
// even number.
func TestBergerAll(t *testing.T) {
	for n := 2; n <= tournament.MaxRobin; n++ {
		met, first := map[[2]int]bool{}, map[int]int{}
		for round := 1; round < n+n%2; round++ {
			busy := map[int]bool{}
			for _, p := range tournament.Berger(n, round) {
				pair := [2]int{min(p[0], p[1]), max(p[0], p[1])}
				if met[pair] || busy[p[0]] || busy[p[1]] || pair[0] < 1 || pair[1] > n || pair[0] == pair[1] {
					t.Fatalf("%d players, round %d: %v", n, round, p)
				}
				met[pair], busy[p[0]], busy[p[1]] = true, true, true
				first[p[0]]++
				first[p[1]]--
			}
		}
		if len(met) != n*(n-1)/2 {
			t.Errorf("%d players: %d games", n, len(met))
		}
		for p, diff := range first {
			if diff < -1 || diff > 1 {
				t.Errorf("%d players: %d moves first %+d times more often than not", n, p, diff)
			}
		}
	}
}

// TestRobinLeft strikes players that leave before half of their games, and no later ones.
func TestRobinLeft(t *testing.T) {
	for _, c := range []struct {
		rounds int
		want   float64 // of a player that has beaten the one that left
	}{{1, 2}, {2, 3}} {
		r := begin(setup(tournament.RoundRobin)).fill(4)
		r.must(tournament.Event{Kind: tournament.Started})
		for range c.rounds {
			r.advance()
			r.win("p1", "p2", "p3")
		}
		r.must(tournament.Event{Kind: tournament.Withdrew, Player: "p4"})
		for r.t.Phase() == tournament.Running {
			r.advance()
			r.win("p1", "p2", "p3")
		}
		if got := r.t.Standings()[0].Score; got != c.want {
			t.Errorf("left after %d of 3 games: the winner has %v, want %v", c.rounds, got, c.want)
		}
	}
}

// win lets the player that comes first in a list win each running game.
func (r *run) win(order ...string) {
	for _, n := range r.running() {
		g := r.t.Games()[n-1]
		result := tournament.WhiteWins
		for _, id := range order {
			if id == r.t.Players()[g.Black].ID {
				result = tournament.BlackWins
			}
			if id == r.t.Players()[g.Black].ID || id == r.t.Players()[g.White].ID {
				break
			}
		}
		r.must(tournament.Event{Kind: tournament.Resulted, Game: n, Result: result})
	}
}
