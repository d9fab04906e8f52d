package tournament_test

import (
	"testing"
	"time"

	"moyo/contest/tournament"
)

// TestArenaScores counts a streak twice until it ends.
func TestArenaScores(t *testing.T) {
	r := begin(setup(tournament.Arena)).fill(2)
	r.must(tournament.Event{Kind: tournament.Started})
	want := []float64{2, 4, 8, 12, 14, 14, 16}
	for i, result := range []string{"win", "win", "win", "win", "draw", "loss", "win"} {
		r.now = r.now.Add(time.Minute)
		r.advance()
		n := r.running()[0]
		g := r.t.Games()[n-1]
		black := r.t.Players()[g.Black].ID == "p1"
		e := tournament.Event{Kind: tournament.Resulted, Game: n, Result: tournament.Draw}
		if result != "draw" {
			e.Result = map[bool]tournament.Result{true: tournament.BlackWins, false: tournament.WhiteWins}[black == (result == "win")]
		}
		r.must(e)
		for _, s := range r.t.Standings() {
			if r.t.Players()[s.Player].ID == "p1" && s.Score != want[i] {
				t.Errorf("after game %d, a %s: %v points, want %v", i+1, result, s.Score, want[i])
			}
		}
	}
}

// TestArenaEnds discards games that still run at the end, and pairs no player that pauses or plays.
func TestArenaEnds(t *testing.T) {
	r := begin(setup(tournament.Arena)).fill(5)
	r.must(tournament.Event{Kind: tournament.Paused, Player: "p5"})
	r.must(tournament.Event{Kind: tournament.Started})
	r.advance()
	if n := len(r.running()); n != 2 {
		t.Fatalf("%d games of four", n)
	}
	r.must(tournament.Event{Kind: tournament.Joined, Player: "late", Rating: 1500})
	r.must(tournament.Event{Kind: tournament.Resumed, Player: "p5"})
	if wake := r.t.Wakes(); !wake.Equal(r.now.Add(tournament.WaveEvery)) {
		t.Errorf("wakes at %v", wake)
	}
	r.now = r.now.Add(tournament.WaveEvery)
	if e, ok := r.t.Next(r.now); !ok || len(e.Pairings) != 1 || e.Pairings[0].Black == "p1" {
		t.Errorf("%+v", e)
	}
	r.now = r.t.Closes()
	if e, ok := r.t.Next(r.now); !ok || e.Kind != tournament.Ended {
		t.Fatalf("%+v", e)
	}
	r.must(tournament.Event{Kind: tournament.Ended})
	if err := r.do(tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.BlackWins}); err == nil {
		t.Error("a game counts that ended too late")
	}
}

// TestArenaAgain lets two players that have just met wait while others are available.
func TestArenaAgain(t *testing.T) {
	r := begin(setup(tournament.Arena)).fill(4)
	r.must(tournament.Event{Kind: tournament.Started})
	r.advance()
	r.must(tournament.Event{Kind: tournament.Resulted, Game: 1, Result: tournament.BlackWins})
	r.now = r.now.Add(time.Minute)
	if e, ok := r.t.Next(r.now); ok {
		t.Errorf("%+v", e)
	}
	r.must(tournament.Event{Kind: tournament.Resulted, Game: 2, Result: tournament.BlackWins})
	e, ok := r.t.Next(r.now)
	if !ok || len(e.Pairings) != 2 {
		t.Fatalf("%+v", e)
	}
	r.must(e)
	if met := len(couples(r.t)) / 2; met != 2 {
		t.Errorf("%d couples", met)
	}
	for _, g := range r.t.Games()[2:] {
		if couples(r.t)[[2]int{g.Black, g.White}] {
			t.Errorf("%+v meet again", g)
		}
	}
}
