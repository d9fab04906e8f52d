package tournament_test

import (
	"math/rand/v2"
	"testing"

	"moyo/contest/tournament"
	"moyo/contest/tournament/tournamenttest"
)

// TestSwissIsBest compares every pairing of small tournaments with the best of all possible ones.
func TestSwissIsBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	rounds, again := 0, 0
	for i := range 120 {
		s := setup([]tournament.Format{tournament.Swiss, tournament.McMahon}[i%2])
		r := begin(s).fill(2 + rng.IntN(8))
		seen := 0
		r.play(rng, func() {
			last := r.log[len(r.log)-1]
			if last.Kind == tournament.Paired && len(r.t.Rounds()) > seen {
				seen = len(r.t.Rounds())
				rounds++
				more, err := tournamenttest.CheckPairing(r.log)
				if err != nil {
					t.Fatal(err)
				}
				again += more
			}
			id := r.t.Players()[rng.IntN(len(r.t.Players()))].ID
			_ = r.do(tournament.Event{
				Kind: []tournament.Kind{tournament.Paused, tournament.Resumed, tournament.Resumed, tournament.Resumed}[rng.IntN(4)], Player: id,
			})
		})
	}
	if rounds < 300 || again == 0 {
		t.Errorf("%d rounds, %d in which some had to meet again: not much of a test", rounds, again)
	}
}

// TestSwissSides gives no player one side three times more often than the other if that is
// possible, in a large field.
func TestSwissSides(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 5 {
		r := begin(setup(tournament.Swiss)).fill(64)
		r.must(tournament.Event{Kind: tournament.Started})
		for r.t.Phase() == tournament.Running {
			r.advance()
			for _, n := range r.running() {
				r.must(tournament.Event{
					Kind: tournament.Resulted, Game: n,
					Result: []tournament.Result{tournament.BlackWins, tournament.WhiteWins, tournament.Draw}[rng.IntN(3)],
				})
			}
		}
		sides := map[int]int{}
		for _, g := range r.t.Games() {
			sides[g.Black]++
			sides[g.White]--
		}
		for p, diff := range sides {
			if diff < -2 || diff > 2 {
				t.Errorf("player %d was Black %+d times more often than White", p, diff)
			}
		}
		if met := len(couples(r.t)) / 2; met != len(r.t.Games()) {
			t.Errorf("%d games, %d couples", len(r.t.Games()), met)
		}
		r.check(t)
	}
}

// TestSwissWhole pairs the largest field; no pair meets twice.
func TestSwissWhole(t *testing.T) {
	r := begin(setup(tournament.Swiss)).fill(tournament.MaxPlayers - 1)
	r.must(tournament.Event{Kind: tournament.Started})
	for r.t.Phase() == tournament.Running {
		r.advance()
		r.win("p1", "p3", "p5", "p7")
	}
	if met := len(couples(r.t)) / 2; met != 7*(tournament.MaxPlayers/2-1) {
		t.Errorf("%d couples", met)
	}
}
