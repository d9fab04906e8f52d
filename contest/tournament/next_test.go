package tournament_test

import (
	"testing"
	"time"

	"moyo/contest/tournament"
)

// TestBreak starts a round when the break is over, and not before; the end needs no break.
func TestBreak(t *testing.T) {
	s := setup(tournament.Swiss)
	s.Rounds, s.Break = 2, 600
	r := begin(s).fill(4)
	r.must(tournament.Event{Kind: tournament.Started})
	for round := 1; round <= 2; round++ {
		e, ok := r.t.Next(r.now)
		if !ok || e.Kind != tournament.Paired {
			t.Fatalf("round %d: %+v %v", round, e, ok)
		}
		r.must(e)
		r.now = r.now.Add(time.Hour)
		r.win("p1", "p2")
		e, _ = r.t.Next(r.now)
		r.must(e)
		if round == 2 {
			break
		}
		if wake := r.t.Wakes(); !wake.Equal(r.now.Add(10 * time.Minute)) {
			t.Errorf("it wakes at %v", wake)
		}
		if e, ok := r.t.Next(r.now.Add(10*time.Minute - time.Millisecond)); ok {
			t.Errorf("in the break: %+v", e)
		}
		r.now = r.now.Add(10 * time.Minute)
	}
	if e, ok := r.t.Next(r.now); !ok || e.Kind != tournament.Ended {
		t.Errorf("at the end: %+v %v", e, ok)
	}
}

// TestHalt pairs no players while the director has stopped the tournament; running games end.
func TestHalt(t *testing.T) {
	r := begin(setup(tournament.Swiss)).fill(4)
	r.must(tournament.Event{Kind: tournament.Started})
	r.advance()
	r.must(tournament.Event{Kind: tournament.Halted})
	r.win("p1", "p2")
	if e, ok := r.t.Next(r.now); !ok || e.Kind != tournament.Closed {
		t.Fatalf("%+v %v", e, ok)
	} else {
		r.must(e)
	}
	if e, ok := r.t.Next(r.now.Add(time.Hour)); ok {
		t.Errorf("halted: %+v", e)
	}
	r.must(tournament.Event{Kind: tournament.Continued})
	if e, ok := r.t.Next(r.now); !ok || e.Kind != tournament.Paired {
		t.Errorf("%+v %v", e, ok)
	}
}

// TestBegins starts a tournament at its time, or calls it off without players.
func TestBegins(t *testing.T) {
	for players, want := range []tournament.Kind{tournament.Cancelled, tournament.Cancelled, tournament.Started} {
		s := setup(tournament.Knockout)
		s.Begins = noon.Add(time.Hour)
		r := begin(s).fill(players)
		if e, ok := r.t.Next(noon.Add(time.Hour - time.Millisecond)); ok || !r.t.Wakes().Equal(s.Begins) {
			t.Errorf("too early: %+v", e)
		}
		if e, ok := r.t.Next(s.Begins); !ok || e.Kind != want {
			t.Errorf("%d players: %+v %v, want %s", players, e, ok, want)
		}
	}
}

// TestForgotten calls off tournaments that the director did not start, or stopped and did not
// continue.
func TestForgotten(t *testing.T) {
	for name, then := range map[string][]tournament.Kind{"not started": nil, "halted": {tournament.Started, tournament.Halted}} {
		r := begin(setup(tournament.Knockout)).fill(4)
		for _, kind := range then {
			r.must(tournament.Event{Kind: kind})
		}
		if e, ok := r.t.Next(noon.Add(tournament.MaxWait - time.Millisecond)); ok {
			t.Errorf("%s: too early: %+v", name, e)
		}
		if at := r.t.Wakes(); !at.Equal(noon.Add(tournament.MaxWait)) {
			t.Errorf("%s: it wakes at %v", name, at)
		}
		if e, ok := r.t.Next(noon.Add(tournament.MaxWait)); !ok || e.Kind != tournament.Cancelled {
			t.Errorf("%s: %+v %v", name, e, ok)
		}
	}
}

// TestPausing waits while all players but one pause and gives no byes meanwhile. The tournament
// ends if no player returns, or if only one player remains.
func TestPausing(t *testing.T) {
	for _, f := range []tournament.Format{tournament.Swiss, tournament.McMahon} {
		for pausing := 2; pausing <= 3; pausing++ {
			r := begin(setup(f)).fill(3)
			r.must(tournament.Event{Kind: tournament.Started})
			for _, id := range []string{"p3", "p2", "p1"}[:pausing] {
				r.must(tournament.Event{Kind: tournament.Paused, Player: id})
			}
			if e, ok := r.t.Next(r.now); ok {
				t.Fatalf("%s, %d pause: %+v", f, pausing, e)
			}
			if e, ok := r.t.Next(r.now.Add(tournament.MaxWait)); !ok || e.Kind != tournament.Ended ||
				!r.t.Wakes().Equal(r.now.Add(tournament.MaxWait)) {
				t.Errorf("%s, %d pause for ever: %+v %v", f, pausing, e, ok)
			}
			r.must(tournament.Event{Kind: tournament.Resumed, Player: "p3"})
			if pausing == 3 {
				r.must(tournament.Event{Kind: tournament.Resumed, Player: "p2"})
			}
			if e, ok := r.t.Next(r.now); !ok || e.Kind != tournament.Paired || len(e.Pairings) != 1 {
				t.Errorf("%s, two are back: %+v %v", f, e, ok)
			}
			r.must(tournament.Event{Kind: tournament.Withdrew, Player: "p1"})
			r.must(tournament.Event{Kind: tournament.Withdrew, Player: "p3"})
			if e, ok := r.t.Next(r.now); !ok || e.Kind != tournament.Ended {
				t.Errorf("%s, one stays: %+v %v", f, e, ok)
			}
		}
	}
}

// TestPairingsFit refuses pairings that do not fit the format, or of players that cannot play.
func TestPairingsFit(t *testing.T) {
	for name, c := range map[string]struct {
		format tournament.Format
		pairs  []tournament.Pairing
		byes   []string
	}{
		"no match in a knockout":   {tournament.Knockout, []tournament.Pairing{{Black: "p1", White: "p2"}}, nil},
		"a match that is not":      {tournament.Knockout, []tournament.Pairing{{Black: "p1", White: "p2", Match: 4}}, nil},
		"a match without brackets": {tournament.Swiss, []tournament.Pairing{{Black: "p1", White: "p2", Match: 1}}, nil},
		"with oneself":             {tournament.Swiss, []tournament.Pairing{{Black: "p1", White: "p1"}}, nil},
		"twice":                    {tournament.Swiss, []tournament.Pairing{{Black: "p1", White: "p2"}, {Black: "p3", White: "p2"}}, nil},
		"and a bye":                {tournament.Swiss, []tournament.Pairing{{Black: "p1", White: "p2"}}, []string{"p2"}},
		"a stranger":               {tournament.Swiss, []tournament.Pairing{{Black: "p1", White: "x"}}, nil},
		"a player that has left":   {tournament.Swiss, []tournament.Pairing{{Black: "p1", White: "p4"}}, nil},
		"a bye for them":           {tournament.Swiss, nil, []string{"p4"}},
		"a result":                 {tournament.Swiss, []tournament.Pairing{{Black: "p1", White: "p2", Result: tournament.Draw}}, nil},
		"nothing":                  {tournament.Swiss, nil, nil},
	} {
		r := begin(setup(c.format)).fill(4)
		r.must(tournament.Event{Kind: tournament.Started})
		r.must(tournament.Event{Kind: tournament.Withdrew, Player: "p4"})
		if err := r.do(tournament.Event{Kind: tournament.Paired, Pairings: c.pairs, Byes: c.byes}); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
