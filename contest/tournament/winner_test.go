package tournament_test

import (
	"testing"

	"moyo/contest/tournament"
)

// TestWinner names who has won alone, and only once it is over.
func TestWinner(t *testing.T) {
	for name, c := range map[string]struct {
		format tournament.Format
		result tournament.Result
		want   bool
	}{
		"Swiss":                  {tournament.Swiss, tournament.BlackWins, true},
		"a tie":                  {tournament.Swiss, tournament.Draw, false},
		"round robin":            {tournament.RoundRobin, tournament.BlackWins, true},
		"knockout":               {tournament.Knockout, tournament.BlackWins, true},
		"a final without a game": {tournament.Knockout, tournament.BothAbsent, false},
	} {
		s := setup(c.format)
		if c.format == tournament.Swiss {
			s.Rounds = 1
		}
		r := begin(s).fill(2)
		r.must(tournament.Event{Kind: tournament.Started})
		r.advance()
		if _, ok := r.t.Winner(); ok {
			t.Errorf("%s: somebody has won before the end", name)
		}
		r.must(tournament.Event{Kind: tournament.Resulted, Game: 1, Result: c.result})
		r.advance()
		winner, ok := r.t.Winner()
		if r.t.Phase() != tournament.Over || ok != c.want || ok && winner != r.t.Games()[0].Black {
			t.Errorf("%s: %d has won: %v (%s)", name, winner, ok, r.t.Phase())
		}
	}
	r := begin(setup(tournament.Swiss)).fill(1)
	r.must(tournament.Event{Kind: tournament.Cancelled})
	if _, ok := r.t.Winner(); ok {
		t.Error("somebody has won what was called off")
	}
}
