package convert

import (
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
)

// TestTurn follows a game by the seat that it waits for: in play, during agreement on the count, and at the end.
func TestTurn(t *testing.T) {
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Parse("grid:5")
	if err != nil {
		t.Fatal(err)
	}
	setup := match.Setup{
		Board: b.Spec(), Rules: rules.ID(), Black: match.Seat{Kind: match.Human, Player: "ada"}, White: match.Seat{Kind: match.Open},
	}
	m, err := match.New(b, rules, match.Event{Kind: match.Created, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	if turn := Header("g", m).Turn; turn != game.Empty {
		t.Errorf("with an open seat: %v", turn)
	}
	for _, c := range []struct {
		event match.Event
		want  game.Color
	}{
		{match.Event{Kind: match.Joined, By: game.White, Seat: &match.Seat{Kind: match.Human, Player: "bo"}}, game.Black},
		{match.Event{Kind: match.Moved, By: game.Black, Move: 7}, game.White},
		{match.Event{Kind: match.Moved, By: game.White, Move: game.Pass}, game.Black},
		{match.Event{Kind: match.Moved, By: game.Black, Move: game.Pass}, game.White}, // both have to agree
		{match.Event{Kind: match.Scoring}, game.White},
		{match.Event{Kind: match.Accepted, By: game.White}, game.Black},
		{match.Event{Kind: match.Toggled, By: game.Black, Point: 7}, game.White},
		{match.Event{Kind: match.Accepted, By: game.Black}, game.White},
		{match.Event{Kind: match.Accepted, By: game.White}, game.Empty},
	} {
		if _, err := m.Apply(c.event); err != nil {
			t.Fatalf("%+v: %v", c.event, err)
		}
		if turn := Header("g", m).Turn; turn != c.want {
			t.Errorf("after %s by %v the game waits for %v, want %v", c.event.Kind, c.event.By, turn, c.want)
		}
	}
}
