package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"moyo/contest/tournament"
)

// TestKnockout plays knockouts of all sizes, by strength and at random, with draws, absences and
// withdrawals. No eliminated player plays again, and one player is left at the end.
func TestKnockout(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := 2; n <= 64; n++ {
		for _, f := range []tournament.Format{tournament.Knockout, tournament.DoubleKnockout} {
			r := begin(setup(f)).fill(n)
			lives := map[tournament.Format]int{tournament.Knockout: 1, tournament.DoubleKnockout: 2}[f]
			r.playStrongest(t)
			table := r.t.Standings()
			for i, s := range table[:min(len(table), 2)] {
				if want := i + 1; s.Place != want || r.t.Players()[s.Player].Number != want {
					t.Fatalf("%s of %d: %d is %+v", f, n, want, s)
				}
			}
			if games, want := len(r.t.Games()), lives*(n-1); games != want { // the best never loses
				t.Errorf("%s of %d: %d games, want %d", f, n, games, want)
			}
			r = begin(setup(f)).fill(n)
			r.play(rng, func() { r.check(t) })
			r.check(t)
		}
	}
}

// playStrongest lets the player with the smaller number win always.
func (r *run) playStrongest(t *testing.T) {
	t.Helper()
	r.must(tournament.Event{Kind: tournament.Started})
	for r.t.Phase() == tournament.Running {
		r.advance()
		for _, n := range r.running() {
			g := r.t.Games()[n-1]
			result := tournament.BlackWins
			if r.t.Players()[g.White].Number < r.t.Players()[g.Black].Number {
				result = tournament.WhiteWins
			}
			r.must(tournament.Event{Kind: tournament.Resulted, Game: n, Result: result})
		}
	}
}

// TestReset lets the player from the lower bracket win the first final: another match decides.
func TestReset(t *testing.T) {
	for _, second := range []string{"p1", "p2"} {
		r := begin(setup(tournament.DoubleKnockout)).fill(2)
		r.must(tournament.Event{Kind: tournament.Started})
		for _, winner := range []string{"p1", "p2", second} {
			r.advance()
			r.win(winner)
		}
		r.advance()
		if got := r.t.Players()[r.t.Standings()[0].Player].ID; r.t.Phase() != tournament.Over || got != second || len(r.t.Games()) != 3 {
			t.Errorf("%s, %d games: %s has won, want %s", r.t.Phase(), len(r.t.Games()), got, second)
		}
	}
}

// TestReplay replays a draw with other colours.
func TestReplay(t *testing.T) {
	r := begin(setup(tournament.Knockout)).fill(2)
	r.must(tournament.Event{Kind: tournament.Started})
	r.advance()
	r.must(tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.Draw})
	r.advance()
	g := r.t.Games()
	if len(g) != 2 || g[1].Black != g[0].White || g[1].White != g[0].Black || len(r.t.Rounds()) != 1 {
		t.Fatalf("%+v", g)
	}
}

// TestSeeded lets the better seed advance after repeated draws, and not before.
func TestSeeded(t *testing.T) {
	for _, f := range []tournament.Format{tournament.Knockout, tournament.DoubleKnockout} {
		r := begin(setup(f)).fill(3)
		r.must(tournament.Event{Kind: tournament.Started})
		for range 100 {
			r.advance()
			for _, n := range r.running() {
				if err := r.do(tournament.Event{Kind: tournament.Seeded, Game: n}); err == nil {
					t.Fatalf("%s: a game that goes on is decided by the seeds", f)
				}
				r.must(tournament.Event{Kind: tournament.Resulted, Game: n, Result: tournament.Draw})
			}
		}
		winner, ok := r.t.Winner()
		if !ok || r.t.Players()[winner].ID != "p1" {
			t.Errorf("%s: %d has won: %v (%s, %d games)", f, winner, ok, r.t.Phase(), len(r.t.Games()))
		}
		matches := map[int]int{}
		for _, g := range r.t.Games() {
			matches[g.Match]++
		}
		for m, n := range matches {
			if n != 1+tournament.MaxReplays {
				t.Errorf("%s: match %d has %d games", f, m, n)
			}
		}
		r.check(t)
	}
}

// TestWalkover lets a player advance without a game if the opponent has left.
func TestWalkover(t *testing.T) {
	r := begin(setup(tournament.Knockout)).fill(4)
	r.must(tournament.Event{Kind: tournament.Started})
	r.advance()
	r.win("p1", "p2")
	r.must(tournament.Event{Kind: tournament.Withdrew, Player: "p1"})
	r.advance()
	if got := r.t.Players()[r.t.Standings()[0].Player].ID; r.t.Phase() != tournament.Over || got != "p2" || len(r.t.Games()) != 2 {
		t.Errorf("%s has won after %d games (%s)", got, len(r.t.Games()), r.t.Phase())
	}
}

// TestWalkoverStays lets players leave at any time: a walkover stays valid if its winner leaves
// later.
func TestWalkoverStays(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 7))
		f := []tournament.Format{tournament.Knockout, tournament.DoubleKnockout}[seed%2]
		r := begin(setup(f)).fill(2 + rng.IntN(14))
		r.must(tournament.Event{Kind: tournament.Started})
		known := map[int]int{}
		for r.t.Phase() == tournament.Running {
			r.advance()
			for range rng.IntN(3) {
				leaves := rng.IntN(len(r.t.Players()))
				if p := r.t.Players()[leaves]; !p.Withdrawn && r.t.Phase() == tournament.Running {
					r.must(tournament.Event{Kind: tournament.Withdrew, Player: p.ID})
				}
			}
			if games := r.running(); len(games) > 0 {
				r.must(tournament.Event{
					Kind: tournament.Resulted, Game: games[rng.IntN(len(games))],
					Result: []tournament.Result{tournament.BlackWins, tournament.WhiteWins, tournament.BothAbsent}[rng.IntN(3)],
				})
			}
			for _, m := range r.t.Bracket() {
				winner, was := known[m.Number]
				if was && winner != m.Winner {
					t.Fatalf("%s, seed %d: %d had won match %d, and now %d has", f, seed, winner, m.Number, m.Winner)
				}
				if m.Winner != -2 {
					known[m.Number] = m.Winner
				}
			}
		}
		r.check(t)
	}
}

// TestWalkoverTable places a player that got a walkover and then left above the missing opponent.
func TestWalkoverTable(t *testing.T) {
	for _, first := range []string{"p1", "p2"} {
		second := map[string]string{"p1": "p2", "p2": "p1"}[first]
		r := begin(setup(tournament.Knockout)).fill(4)
		r.must(tournament.Event{Kind: tournament.Started})
		r.advance()
		r.win("p1", "p2")
		r.must(tournament.Event{Kind: tournament.Withdrew, Player: first})
		r.must(tournament.Event{Kind: tournament.Withdrew, Player: second})
		r.advance()
		table := r.t.Standings()
		if got := fmt.Sprint(r.t.Players()[table[0].Player].ID, r.t.Players()[table[1].Player].ID); got != second+first || table[1].Place != 2 {
			t.Errorf("%s leaves before %s: %+v", first, second, table)
		}
	}
}
