package room

import (
	"fmt"
	"testing"
	"testing/synctest"

	"moyo/game"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// TestChanges: a listener hears of each event once, and whether the turn has
// passed on, and can ask who has the game open.
func TestChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		var heard []string
		h.Recorded = func(c Change) {
			heard = append(heard, fmt.Sprint(c.Event.Kind, " ", c.Game.Version, " ", c.Game.Turn, " ", c.Turn))
		}
		setup := solo("grid:9")
		setup.Rules = "gomoku"
		g, err := h.Create(t.Context(), setup)
		if err != nil {
			t.Fatal(err)
		}
		here := func(black, white bool) {
			t.Helper()
			if h.Here(g.ID, game.Black) != black || h.Here(g.ID, game.White) != white {
				t.Errorf("here: %v and %v, want %v and %v", h.Here(g.ID, game.Black), h.Here(g.ID, game.White), black, white)
			}
		}
		here(false, false)
		r, release, err := h.open(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		me := socket.NewConn(identity.Who{Player: "me"}, func(error) {})
		you := socket.NewConn(identity.Who{Player: "you"}, func(error) {})
		eve := socket.NewConn(identity.Who{Player: "eve"}, func(error) {})
		say := func(c *socket.Conn, msg wire.ClientMessage) { do(t, r, func() { r.handle(c, msg) }) }
		say(eve, wire.ClientMessage{Type: "hello"})
		here(false, false)
		say(me, wire.ClientMessage{Type: "hello"})
		here(true, false)
		say(you, wire.ClientMessage{Type: "hello"})
		here(true, true)
		say(me, wire.ClientMessage{Type: "play", ID: "1", Move: "C3"})
		say(me, wire.ClientMessage{Type: "play", ID: "1", Move: "C3"}) // repeated
		say(me, wire.ClientMessage{Type: "play", ID: "2", Ply: 1, Move: "C4"})
		say(you, wire.ClientMessage{Type: "draw", ID: "3"})
		say(you, wire.ClientMessage{Type: "resign", ID: "4"})
		do(t, r, func() { r.leave(me) })
		here(false, true)
		want := []string{"created 1 black true", "moved 2 white true", "offered 3 white false", "resigned 4 empty true"}
		if fmt.Sprint(heard) != fmt.Sprint(want) {
			t.Errorf("heard %q, want %q", heard, want)
		}
	})
}
