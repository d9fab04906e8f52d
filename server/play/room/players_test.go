package room

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// TestSeatTaken has somebody who watches take the free seat: they play from then on, with
// both of their connections, and are told of events before the others.
func TestSeatTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		setup := solo("grid:9")
		setup.White = match.Seat{Kind: match.Open}
		r, _ := enter(t, scripted{}, setup)
		connect := func(player string) *socket.Conn {
			c := socket.NewConn(identity.Who{Player: player}, func(error) {})
			do(t, r, func() { r.handle(c, wire.ClientMessage{Type: "hello"}) })
			return c
		}
		look := func(when string, watchers int, white bool) {
			t.Helper()
			if r.h.Watchers(r.id) != watchers || r.h.Here(r.id, game.White) != white || !r.h.Here(r.id, game.Black) {
				t.Errorf("%s: %d watch, White is here: %v", when, r.h.Watchers(r.id), r.h.Here(r.id, game.White))
			}
			do(t, r, func() {
				if p := r.whoIsHere(); p.Watchers != watchers || p.White != white || !p.Black {
					t.Errorf("%s: %+v", when, p)
				}
			})
		}
		first, second := connect("you"), connect("you")
		connect("eve")
		look("before", 3, false)
		do(t, r, func() { r.handle(first, wire.ClientMessage{Type: "join", ID: "1"}) })
		look("after", 1, true)
		do(t, r, func() { r.leave(first) })
		look("one connection is gone", 1, true)
		do(t, r, func() { r.leave(second) })
		look("both are", 1, false)
	})
}

// TestProgramOfPerson: a program that may not play for its person does not make them present.
func TestProgramOfPerson(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			who    identity.Who
			marked bool
			here   bool
		}{
			{identity.Who{Role: store.Member}, false, true},
			{identity.Who{Role: store.Member, Scopes: identity.Read | identity.Play}, false, false},
			{identity.Who{Role: store.Member, Scopes: identity.Read | identity.Play}, true, true},
			{identity.Who{Role: store.Bot, Scopes: identity.Read | identity.Play}, false, true},
		} {
			setup := solo("grid:9")
			setup.White = match.Seat{Kind: match.Human, Player: "ada", Bot: c.marked}
			r, _ := enter(t, scripted{}, setup)
			c.who.Player = "ada"
			conn := socket.NewConn(c.who, func(error) {})
			do(t, r, func() { r.handle(conn, wire.ClientMessage{Type: "hello"}) })
			var away bool
			do(t, r, func() { away = !r.away.ofSide(game.White).IsZero() })
			if r.h.Here(r.id, game.White) != c.here || away == c.here || r.h.Watchers(r.id) == 0 == !c.here {
				t.Errorf("%+v: here: %v, away: %v, %d watch", c, r.h.Here(r.id, game.White), away, r.h.Watchers(r.id))
			}
		}
	})
}

// TestOddIDs: an id that no database would keep is refused before there is an event of it,
// and its room goes on.
func TestOddIDs(t *testing.T) {
	r, me := enter(t, scripted{}, solo("grid:9"))
	for _, id := range []string{"", "\x00", "a\x00b", "line\n", strings.Repeat("x", maxCommand+1)} {
		done := make(chan int)
		r.do(func() {
			r.handle(me, wire.ClientMessage{Type: "play", ID: id, Move: "A1"})
			done <- r.m.Version()
		})
		if v := <-done; v != 1 {
			t.Fatalf("id %q made version %d", id, v)
		}
	}
}

// TestAcknowledgedFirst: a player who moves hears of their move, then that it is on disk, before
// the first watcher hears of it, and each once.
func TestAcknowledgedFirst(t *testing.T) {
	r, me := enter(t, scripted{}, solo("grid:9"))
	waiting := -1 // for the player when the watcher is told
	watcher := socket.NewConn(identity.Who{Player: "eve"}, func(error) { waiting = len(me.Queue()) })
	do(t, r, func() {
		r.handle(watcher, wire.ClientMessage{Type: "hello"})
		for len(watcher.Queue()) < cap(watcher.Queue()) {
			watcher.Send(nil) // so that one more ends the connection
		}
		for len(me.Queue()) > 0 {
			<-me.Queue()
		}
		r.handle(me, wire.ClientMessage{Type: "play", ID: "1", Move: "A1"})
	})
	do(t, r, func() {
		var kinds []string
		for range len(me.Queue()) {
			var msg wire.ServerMessage
			if err := json.Unmarshal(<-me.Queue(), &msg); err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, msg.Type)
		}
		acks := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return kind != "ack" })
		if waiting < 2 || len(kinds) < 2 || !slices.Equal(kinds[:2], []string{"event", "ack"}) || len(acks) != 1 {
			t.Errorf("the player was told %q, of that %d before the watcher", kinds, waiting)
		}
	})
}
