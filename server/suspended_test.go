package server

import (
	"context"
	"testing"
	"time"

	"moyo/server/base/wire"
	"moyo/server/people/admin"
	"moyo/server/people/moderation"
	"moyo/server/play/lobby"
)

// TestSuspendedPlayer: a suspended player may not play, talk, create, join or search for games, and
// cannot be challenged or joined. Their offers are called off. Their games continue: clocks
// run, and opponents may claim.
func TestSuspendedPlayer(t *testing.T) {
	url, clock, s := startAt(t, nil)
	ada, bo := newPerson(t, url).signUp("Ada"), newPerson(t, url).signUp("Bo")
	timed := goGame("human")
	timed.Clock = "fischer=5m+3s"
	play := func(moves ...string) [2]*table {
		t.Helper()
		two := seats(ada, bo, timed)
		for i, move := range moves {
			two[i%2].untilState("the turn", func(st wire.State) bool { return st.Ply == i })
			two[i%2].play(move)
		}
		return two
	}
	claimed, flagged, early := play("A1", "B1"), play("A1", "B1"), play("A1", "B1")
	anyone, asks, asked := goGame("anyone"), goGame("player"), goGame("player")
	asks.To, asked.To = "Bo", "Ada"
	offers := []wire.GameInfo{ada.newGame(anyone), ada.newGame(goGame("human")), ada.newGame(asks), bo.newGame(asked)}
	waits := bo.open(offers[1].ID)
	open := bo.newGame(anyone)

	operate(s, admin.Request{Do: "suspend", Name: "Ada", Hours: 1, Why: "rude"})

	for _, g := range offers {
		if now, err := s.cfg.Store.Game(t.Context(), g.ID); err != nil || now.Result != "Void" || now.Black.Name == "deleted" {
			t.Errorf("on offer: %+v %v", now, err)
		}
	}
	waits.refused("not-for-you", wire.ClientMessage{Type: "join", Name: "Bo"})
	var lobby lobby.Lobby
	bo.must(200, "GET", "/api/games", nil, &lobby)
	if len(lobby.Open) != 1 || lobby.Open[0].ID != open.ID || len(lobby.Challenges) != 0 {
		t.Errorf("the lobby: %+v", lobby)
	}
	for _, in := range []wire.NewGame{goGame("human"), anyone, asks, goGame("random")} {
		ada.must(403, "POST", "/api/games", in, nil)
	}
	bo.must(403, "POST", "/api/games", asked, nil)
	ada.must(403, "GET", "/api/pairing/ws", nil, nil)
	ada.must(403, "PUT", "/api/relations/follow/Bo", nil, nil)
	ada.must(403, "POST", "/api/reports", moderation.NewReport{Kind: "player", Name: "Bo", Reason: "spam"}, nil)
	ada.open(open.ID).refused("not-for-you", wire.ClientMessage{Type: "join", Name: "Ada"})

	mine := ada.open(claimed[0].game.ID) // to look on
	if mine.you != "black" {
		t.Errorf("Ada is connected as %q", mine.you)
	}
	for _, command := range []wire.ClientMessage{
		{Type: "play", Ply: 2, Move: "C1"}, {Type: "resign"}, {Type: "undo"}, {Type: "time"}, {Type: "draw"}, {Type: "claim"},
	} {
		mine.refused("not-for-you", command)
	}
	clock.pass(30 * time.Second)
	claimed[1].refused("not-now", wire.ClientMessage{Type: "claim"})
	clock.pass(31 * time.Second)
	claimed[1].must(wire.ClientMessage{Type: "claim"})
	if st := claimed[1].state; st.Phase != "finished" || st.Result == "" || st.Result[0] != 'W' {
		t.Errorf("claimed: %+v", st)
	}
	operate(s, admin.Request{Do: "restore", Name: "Ada", Why: "sorry"})
	back := ada.open(early[0].game.ID)
	back.play("C1")
	clock.pass(6 * time.Minute)
	flagged[1].command(wire.ClientMessage{Type: "undo"})
	flagged[1].untilState("the flag", func(st wire.State) bool { return st.Phase == "finished" })
	if got := flagged[1].state.Result; got != "W+T" {
		t.Errorf("the clock: %q", got)
	}
}

// TestSuspendedOffers: if a player was suspended while no server ran, and their offers still exist,
// no player can accept them.
func TestSuspendedOffers(t *testing.T) {
	url, _, s := startAt(t, nil)
	ada, bo := newPerson(t, url).signUp("Ada"), newPerson(t, url).signUp("Bo")
	g := ada.newGame(goGame("anyone"))
	offline := admin.Service{Store: s.cfg.Store, Now: s.cfg.Now}
	if _, err := offline.Do(context.Background(), admin.Request{Do: "suspend", Name: "Ada", Why: "rude"}); err != nil {
		t.Fatal(err)
	}
	bo.open(g.ID).refused("not-for-you", wire.ClientMessage{Type: "join", Name: "Bo"})
}

// TestSuspendedForLong: a player who is suspended for longer than games without a clock stay listed
// leaves such games with other people, so that no opponent waits. Games with a clock or
// without other people continue.
func TestSuspendedForLong(t *testing.T) {
	url, _, s := startAt(t, nil)
	ada, bo := newPerson(t, url).signUp("Ada"), newPerson(t, url).signUp("Bo")
	play := func(in wire.NewGame, moves ...string) *table {
		t.Helper()
		two := seats(ada, bo, in)
		for i, move := range moves {
			two[i%2].untilState("the turn", func(st wire.State) bool { return st.Ply == i })
			two[i%2].play(move)
		}
		two[1].untilState("the moves", func(st wire.State) bool { return st.Ply == len(moves) })
		return two[1]
	}
	days := goGame("human")
	days.Clock = "correspondence=3d"
	begun, early := play(goGame("human"), "A1", "B1"), play(goGame("human"), "A1")
	slow := play(days, "A1", "B1")
	alone := ada.open(ada.newGame(goGame("random")).ID)
	results := func(what string, want ...string) {
		t.Helper()
		for i, tb := range []*table{begun, early, slow, alone} {
			if g, err := s.cfg.Store.Game(t.Context(), tb.game.ID); err != nil || g.Result != want[i] {
				t.Errorf("%s: game %d: %s %q, want %q %v", what, i, g.Phase, g.Result, want[i], err)
			}
		}
	}
	operate(s, admin.Request{Do: "suspend", Name: "Ada", Hours: 14*24 - 1, Why: "rude"})
	results("for days", "", "", "", "")
	operate(s, admin.Request{Do: "suspend", Name: "Ada", Hours: 14 * 24, Why: "rude"})
	results("for weeks", "W+R", "Void", "", "")
	begun.untilState("the end", func(st wire.State) bool { return st.Result == "W+R" })
	if l := bo.lobby(); len(l.Mine) != 1 || l.Mine[0].ID != slow.game.ID {
		t.Errorf("Bo's games: %+v", l.Mine)
	}
	operate(s, admin.Request{Do: "restore", Name: "Ada", Why: "sorry"})
	ada.open(slow.game.ID).play("C1")
	operate(s, admin.Request{Do: "suspend", Name: "Ada", Why: "for good"})
	results("for good", "W+R", "Void", "", "")
}
