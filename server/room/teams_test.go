package room

import (
	"fmt"
	"testing"

	"moyo/game/match"
	"moyo/server/identity"
	"moyo/server/socket"
	"moyo/server/wire"
)

// twoASide returns the setup of a game of teams in which "b1", "w1", "b2" and "w2" play.
func twoASide() match.Setup {
	person := func(id string) match.Partner { return match.Partner{Player: id, Name: id} }
	return match.Setup{
		Board: "grid:9", Rules: "weiqi", Partners: 2,
		Black: match.Seat{Team: match.Team{person("b1"), person("b2")}}, White: match.Seat{Team: match.Team{person("w1"), person("w2")}},
	}
}

// sitting is who plays a game of teams, by id.
type sitting map[string]*socket.Conn

// around has those who play a game open it.
func around(t *testing.T, r *room, ids ...string) sitting {
	t.Helper()
	all := sitting{}
	for _, id := range ids {
		all[id] = socket.NewConn(identity.Who{Player: id}, func(error) {})
		do(t, r, func() { r.handle(all[id], wire.ClientMessage{Type: "hello"}) })
	}
	return all
}

// say has somebody give commands that are carried out.
func (s sitting) say(t *testing.T, r *room, id string, msgs ...wire.ClientMessage) {
	t.Helper()
	for _, msg := range msgs {
		s.refused(t, r, id, "", msg)
	}
}

// refused has somebody give a command that is answered with that code, "" for none.
func (s sitting) refused(t *testing.T, r *room, id, code string, msg wire.ClientMessage) {
	t.Helper()
	received(t, s[id])
	do(t, r, func() {
		msg.ID = fmt.Sprint(msg.Type, r.m.Version())
		r.handle(s[id], msg)
	})
	got := ""
	for _, answer := range received(t, s[id]) {
		if answer.Error != nil {
			got = string(answer.Error.Code)
		}
	}
	if got != code {
		t.Fatalf("%s, %+v: %q, want %q", id, msg, got, code)
	}
}

// TestPartnersPrograms: what a program may do for a seat goes by who sits at its own place, not by who of
// the side is next.
func TestPartnersPrograms(t *testing.T) {
	setup := twoASide()
	setup.White.Team = match.Team{{Player: "w1", Bot: true}, {Player: "w2"}}
	r, _ := enter(t, scripted{}, setup)
	all := sitting{}
	for _, id := range []string{"b1", "w1", "w2"} {
		who := identity.Who{Player: id}
		if id != "b1" {
			who.Scopes = identity.Play
		}
		all[id] = socket.NewConn(who, func(error) {})
		do(t, r, func() { r.handle(all[id], wire.ClientMessage{Type: "hello"}) })
	}
	all.refused(t, r, "w2", "not-for-you", wire.ClientMessage{Type: "draw"}) // the program of a person, while w1 is next
	all.say(t, r, "b1", wire.ClientMessage{Type: "play", Move: "C3"})
	all.say(t, r, "w1", wire.ClientMessage{Type: "play", Move: "C4", Ply: 1})
	all.refused(t, r, "w2", "not-for-you", wire.ClientMessage{Type: "resign"})
	all.say(t, r, "w1", wire.ClientMessage{Type: "resign"}) // w2, a person, is next
}

// TestTurnOfAnotherPartner: where moves are taken back and the same side is to move, but another
// one of it, the turn has passed on, and they hear of it.
func TestTurnOfAnotherPartner(t *testing.T) {
	h := testHub(t, scripted{})
	var heard []string
	h.Recorded = func(c Change) {
		heard = append(heard, fmt.Sprint(c.Event.Kind, " ", c.Game.Awaited(), " ", c.Turn))
	}
	g, err := h.Create(t.Context(), twoASide())
	if err != nil {
		t.Fatal(err)
	}
	r, release, err := h.open(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	all := around(t, r, "b1", "w1", "b2", "w2")
	all.say(t, r, "b1", wire.ClientMessage{Type: "play", Move: "C3"})
	all.say(t, r, "w1", wire.ClientMessage{Type: "play", Move: "C4", Ply: 1})
	all.say(t, r, "b2", wire.ClientMessage{Type: "undo"})
	all.say(t, r, "w2", wire.ClientMessage{Type: "grant"})
	want := []string{"created b1 true", "moved w1 true", "moved b2 true", "asked b2 false", "granted b1 true"}
	if fmt.Sprint(heard) != fmt.Sprint(want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}
