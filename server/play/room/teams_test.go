package room

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
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

// around has the players of a game open it.
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

// waitingTeams opens a game for four by that clock in which "b1", who has made it, "w1" and "b2" wait for the fourth.
func waitingTeams(t *testing.T, clock string) *room {
	t.Helper()
	setup := twoASide()
	setup.Clock, setup.White.Team[1] = clock, match.Partner{}
	r, _ := enter(t, scripted{}, setup)
	return r
}

// TestAbsentPartners: the last place of a game with a live clock lets no game begin without somebody who
// has been away for long: their place is free, and without its maker no one takes the last one.
func TestAbsentPartners(t *testing.T) {
	for _, c := range []struct {
		clock, away string
		begins      bool
		code        string
	}{
		{"fischer=5m+3s", "w1", false, ""},
		{"fischer=5m+3s", "b1", false, "not-now"},
		{"fischer=5m+3s", "", true, ""},
		{"correspondence=3d", "w1", true, ""},
		{"", "b1", true, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := waitingTeams(t, c.clock)
			all := around(t, r, "b1", "w1", "b2", "w2")
			if c.away != "" {
				do(t, r, func() { r.leave(all[c.away]) })
			}
			time.Sleep(awayFor)
			all.refused(t, r, "w2", c.code, wire.ClientMessage{Type: "join", Color: "white"})
			do(t, r, func() {
				white := r.m.Setup().White
				if begun := r.m.Phase() == match.Playing; begun != c.begins ||
					white.Has("w2") != (c.code == "") || white.Has("w1") != (c.begins || c.away == "b1") {
					t.Errorf("by %q without %q: %s, %v", c.clock, c.away, r.m.Phase(), white.Players())
				}
			})
			if c.away == "w1" && !c.begins {
				do(t, r, func() { r.handle(all["w1"], wire.ClientMessage{Type: "hello"}) })
				all.say(t, r, "w1", wire.ClientMessage{Type: "join"})
				do(t, r, func() {
					if r.m.Phase() != match.Playing {
						t.Errorf("all are here: %s", r.m.Phase())
					}
				})
			}
		})
	}
}

// TestSentAway: the maker of a game, and no one else, sends somebody away from it before it begins.
func TestSentAway(t *testing.T) {
	r := waitingTeams(t, "")
	all := around(t, r, "b1", "w1", "b2", "eve")
	leave := func(color string, place int) wire.ClientMessage {
		return wire.ClientMessage{Type: "leave", Color: color, Place: place}
	}
	all.refused(t, r, "b2", "not-allowed", leave("white", 1))
	all.refused(t, r, "eve", "not-a-player", leave("white", 1))
	all.refused(t, r, "b1", "bad-request", leave("white", 2)) // the place is free
	all.refused(t, r, "b1", "bad-request", leave("white", 3))
	all.refused(t, r, "b1", "bad-request", leave("white", 0))
	all.refused(t, r, "b1", "not-allowed", leave("black", 1)) // their own
	all.say(t, r, "b1", leave("white", 1))
	do(t, r, func() {
		if setup := r.m.Setup(); setup.White.Has("w1") || !setup.Black.Has("b2") {
			t.Errorf("%v against %v", setup.Black.Players(), setup.White.Players())
		}
	})
	all.say(t, r, "b2", leave("", 0)) // for themself
}

// TestPlacesAreBounded: no one has places in many games that have not begun, nor takes and gives back
// one again and again.
func TestPlacesAreBounded(t *testing.T) {
	r := waitingTeams(t, "")
	all := around(t, r, "b1", "eve", "cy")
	all.say(t, r, "b1", wire.ClientMessage{Type: "leave", Color: "white", Place: 1}) // so that one more does not begin it
	for range maxFreed {
		all.say(t, r, "eve", wire.ClientMessage{Type: "join"}, wire.ClientMessage{Type: "leave"})
	}
	all.refused(t, r, "eve", "not-allowed", wire.ClientMessage{Type: "join"})
	for range maxPlaces {
		setup := match.Setup{Board: "grid:9", Rules: "weiqi", Partners: 2}
		setup.Black.Team[0], setup.White.Team[1] = match.Partner{Player: "other"}, match.Partner{Player: "cy"}
		if _, err := r.h.Create(t.Context(), setup); err != nil {
			t.Fatal(err)
		}
	}
	all.refused(t, r, "cy", "too-often", wire.ClientMessage{Type: "join"})
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
