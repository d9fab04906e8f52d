package match

import (
	"testing"

	"moyo/game"
)

// waiting starts a match of Go by those rules on a 9x9 grid in which Ada waits as Black for an
// opponent.
func waiting(t *testing.T, rules string, colors Colors, other Seat) *Match {
	t.Helper()
	first := createdBy("grid:9", ada, other)
	first.Setup.Rules, first.Setup.Colors = "weiqi:komi=7.5", colors
	m, err := New(mustBoard(t, "grid:9"), mustRules(t, rules), first)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// joined returns the event in which Bo joins with that colour, and the resulting setup.
func joined(m *Match, by game.Color, change func(*Setup)) Event {
	setup := m.Setup()
	setup.Rules = m.Position().Rules().ID()
	setup.Black, setup.White = ada, bo
	if by == game.Black {
		setup.Black, setup.White = bo, ada
	}
	if change != nil {
		change(&setup)
	}
	return Event{Kind: Joined, By: by, Seat: &bo, Setup: &setup}
}

// TestSettled: joining settles the colour and the handicap, and must not change anything else.
func TestSettled(t *testing.T) {
	for _, by := range []game.Color{game.Black, game.White} {
		m := waiting(t, "komi=0.5,handicap=3", ByRank, off)
		refused(t, m, CodeBadEvent, Event{Kind: Joined, By: game.White, Seat: &bo})
		for name, change := range map[string]func(*Setup){
			"board": func(s *Setup) { s.Board = "grid:5" }, "rules": func(s *Setup) { s.Rules = "weiqi:komi=7.5" },
			"clock": func(s *Setup) { s.Clock = "move=1s" }, "rated": func(s *Setup) { s.Rated = true },
			"the maker": func(s *Setup) { s.Black, s.White = bo, bo }, "a side": func(s *Setup) { s.Black, s.White = s.White, s.Black },
			"what is open": func(s *Setup) { s.Colors = Seated },
		} {
			before := m.Version()
			refused(t, m, CodeBadEvent, joined(m, by, change))
			if m.Version() != before || m.Phase() != Waiting {
				t.Fatalf("%s was changed", name)
			}
		}
		if fx := must(t, m, joined(m, by, nil)); !fx.Players || !fx.Phase {
			t.Errorf("effects %+v", fx)
		}
		if m.Seat(by) != bo || m.Seat(by.Other()) != ada || m.Phase() != Playing || m.ToPlay() != game.White {
			t.Errorf("Bo as %s: %+v, %s to play", by, m.Setup(), m.ToPlay())
		}
		if m.Setup().Rules != m.Position().Rules().ID() || m.Setup().Colors != ByRank {
			t.Errorf("the setup afterwards: %+v", m.Setup())
		}
		refused(t, m, CodeBadEvent, joined(m, by, nil))
	}
	m := waiting(t, "komi=7.5", Seated, off)
	refused(t, m, CodeBadEvent, joined(m, game.White, nil))
	_, err := New(mustBoard(t, "grid:9"), mustRules(t, ""), Event{Kind: Created, Setup: &Setup{Black: ada, White: off, Colors: "green"}})
	if err == nil {
		t.Error("colours by an unknown way")
	}
}

// TestKeptSeat: only the player for whom a seat is reserved can take it, or decline.
func TestKeptSeat(t *testing.T) {
	kept := Seat{Kind: Open, Name: "Bo", Player: bo.Player}
	m := waiting(t, "komi=7.5", Seated, kept)
	eve := Seat{Kind: Human, Name: "Eve", Player: "e"}
	refused(t, m, CodeSeatTaken, Event{Kind: Joined, By: game.White, Seat: &eve})
	refused(t, m, CodeSeatTaken, Event{Kind: Joined, By: game.Black, Seat: &bo})
	refused(t, m, CodeNotNow, Event{Kind: Declined, By: game.Black})
	must(t, m, Event{Kind: Joined, By: game.White, Seat: &bo})
	refused(t, m, CodeNotNow, Event{Kind: Declined, By: game.White})

	m = waiting(t, "komi=7.5", ByChance, kept)
	must(t, m, Event{Kind: Declined, By: game.White})
	if m.Phase() != Finished || m.Result() != "Void" || m.Outcome().How != "declined" {
		t.Errorf("declined: %s %q %+v", m.Phase(), m.Result(), m.Outcome())
	}
	m = waiting(t, "komi=7.5", Seated, off)
	refused(t, m, CodeNotNow, Event{Kind: Declined, By: game.White})
}
