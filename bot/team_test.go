package bot

import (
	"testing"

	"moyo/server/wire"
)

// TestInATeam: a bot moves when its place of the side is next, and leaves offers and the count
// to the people among its partners.
func TestInATeam(t *testing.T) {
	bots, mixed := []wire.Partner{{Name: "R2", Bot: true, Registered: true}, {Name: "R3", Bot: true, Registered: true}}, []wire.Partner{{Name: "R2", Bot: true, Registered: true}, {Name: "Ada", Registered: true}}
	at := func(you string, place int, next *wire.Next, team []wire.Partner) *table {
		return &table{
			bot: &Bot{name: "R2"}, you: you, place: place,
			info:  wire.GameInfo{Black: wire.Player{Team: team}, White: wire.Player{Team: team}},
			state: wire.State{Phase: "playing", Turn: you, Places: next},
		}
	}
	for _, c := range []struct {
		you         string
		place       int
		next        *wire.Next
		team        []wire.Partner
		isNext, say bool
	}{
		{"black", 0, nil, nil, true, true},
		{"black", 1, &wire.Next{Black: 1, White: 2}, bots, true, true},
		{"black", 2, &wire.Next{Black: 1, White: 2}, bots, false, true},
		{"white", 2, &wire.Next{Black: 1, White: 2}, mixed, true, false},
		{"white", 1, &wire.Next{Black: 1, White: 2}, mixed, false, false},
	} {
		tb := at(c.you, c.place, c.next, c.team)
		if tb.isNext() != c.isNext || tb.speaks() != c.say {
			t.Errorf("%s %d of %v: next %v, speaks %v", c.you, c.place, c.team, tb.isNext(), tb.speaks())
		}
		if c.isNext {
			continue
		}
		if err := tb.act(t.Context()); err != nil || tb.think != nil || tb.sent.id != "" { // without an engine it would panic
			t.Errorf("%s %d acts: %v %+v", c.you, c.place, err, tb)
		}
	}
	for _, state := range []wire.State{{Phase: "scoring"}, {Phase: "playing", Turn: "white", DrawOffer: "white"}, {Phase: "playing", Turn: "white", UndoAsked: "white"}} {
		tb := at("black", 1, nil, mixed)
		tb.state = state
		tb.state.Places = &wire.Next{Black: 1, White: 1}
		if err := tb.act(t.Context()); err != nil || tb.sent.id != "" { // without a connection it would panic
			t.Errorf("answers for people: %v %+v", err, tb.sent)
		}
	}
	g := &wire.GameInfo{Black: wire.Player{Name: "R2 & Ada", Team: mixed}, White: wire.Player{Name: "Bo & Cy"}}
	if other := opponentOf(g, "R2"); other.Name != "Bo & Cy" {
		t.Errorf("plays against %q", other.Name)
	}
}
