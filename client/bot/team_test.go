package bot

import (
	"context"
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
)

// TestInATeam: a bot moves when its place on the side is next, and leaves offers and counting to
// its human partners.
func TestInATeam(t *testing.T) {
	bots := []wire.Partner{{Name: "R2", Bot: true, Registered: true}, {Name: "R3", Bot: true, Registered: true}}
	mixed := []wire.Partner{{Name: "R2", Bot: true, Registered: true}, {Name: "Ada", Registered: true}}
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
	for _, state := range []wire.State{
		{Phase: "scoring"}, {Phase: "playing", Turn: "white", DrawOffer: "white"}, {Phase: "playing", Turn: "white", UndoAsked: "white"},
	} {
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

// TestPartnersOfABot: a bot with human partners neither resigns nor claims the game, whatever its engine
// returns. Without an engine it reports that once and does nothing.
func TestPartnersOfABot(t *testing.T) {
	var told []Event
	team := []wire.Partner{{Name: "R2", Bot: true, Registered: true}, {Name: "Ada", Registered: true}}
	tb := &table{
		bot: &Bot{name: "R2", cfg: Config{Board: board.Parse, Rules: catalog.Rules, Notify: func(e Event) { told = append(told, e) }}},
		you: "black", place: 1,
		info:   wire.GameInfo{Board: "grid:9", Rules: "weiqi", Black: wire.Player{Team: team}, White: wire.Player{Team: team}},
		state:  wire.State{Phase: "playing", Turn: "black", Places: &wire.Next{Black: 1, White: 1}},
		engine: hopeless{},
	}
	tb.setClaim(&wire.Claim{By: "black"})
	if tb.claim != nil {
		t.Error("it claims for people")
	}
	if err := tb.act(t.Context()); err != nil {
		t.Fatal(err)
	}
	tb.settle(t.Context(), <-tb.think.found)
	if tb.chosen.resign || tb.chosen.move != "pass" {
		t.Errorf("it plays %+v", tb.chosen)
	}
	tb.chosen, tb.failed = chosen{}, engineTries
	for range 3 {
		if err := tb.act(t.Context()); err != nil || tb.sent.id != "" || tb.think != nil { // without a connection it would panic
			t.Errorf("%v %+v", err, tb.sent)
		}
	}
	if len(told) != 1 || told[0].Kind != "engine" {
		t.Errorf("it says %+v", told)
	}
	for i := range team {
		team[i].Bot = true
	}
	if tb.setClaim(&wire.Claim{By: "black"}); tb.claim == nil {
		t.Error("bots among themselves claim")
	}
	connect4, err := tb.bot.position("grid:7x6", "connect4:n=4", nil)
	if err != nil || connect4.Check(goOn(connect4, -9)) != game.Legal {
		t.Errorf("where no player passes: %v", err)
	}
}

// hopeless is an engine that resigns.
type hopeless struct{}

func (hopeless) Name() string { return "hopeless" }

func (hopeless) Search(context.Context, game.Position, engine.Limits, func(engine.Info)) (engine.Info, error) {
	return engine.Info{Move: -9, Resign: true}, nil
}

func (hopeless) Close() error { return nil }
