package room

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// FuzzClientMessage sends lines of raw bytes, by turns from two players and one
// who watches, down the path of a message from the socket: decode, room, match,
// store. Whatever comes, the room goes on, every message to a client is one of
// the wire's, and the log in the store rebuilds the room's game.
func FuzzClientMessage(f *testing.F) {
	for _, seed := range []string{
		`{"type":"hello"}`, "null\n[]\n{\n\"\"",
		`{"type":"play","id":"1","move":"A1"}`,
		`{"type":"play","id":"1","move":"pass"}` + "\n" + `{"type":"play","id":"1","ply":1,"move":"pass"}` + "\n\n" +
			`{"type":"toggle","id":"2","point":0}` + "\n" + `{"type":"accept","id":"3"}` + "\n\n" + `{"type":"accept","id":"4","version":5}`,
		`{"type":"play","id":"1","move":"b2"}` + "\n" + `{"type":"play","id":"1","ply":1,"move":"C3"}` + "\n\n" + `{"type":"resign","id":"9"}`,
		`{"type":"toggle","id":"2","point":-9223372036854775808}`, `{"type":"hello","version":-1}`,
		`{"type":"join","id":"j","color":"white","name":"\u202e\u0000"}`, `{"type":"undo","id":"u"}` + "\n" + `{"type":"stop","id":"s"}`,
		`{"type":"undo","id":"u"}` + "\n" + `{"type":"play","id":"1","move":"A1"}` + "\n\n" + `{"type":"time","id":"t"}` + "\n" +
			`{"type":"undo","id":"v"}` + "\n\n" + `{"type":"deny","id":"d"}` + "\n" +
			`{"type":"undo","id":"w"}` + "\n\n" + `{"type":"grant","id":"g"}`,
		`{"type":"pause","id":"p"}` + "\n" + `{"type":"unpause","id":"q"}` + "\n\n" +
			`{"type":"claim","id":"c","draw":true}` + "\n" + `{"type":"abort","id":"a"}`,
		`{"type":"resume","id":"r","ply":1e400}`, `{"type":"play","id":"` + "\xff" + `","move":"` + "\xc0\x80" + `"}`,
		`{"type":"leave","id":"l"}` + "\n" + `{"type":"join","id":"m","color":"black","place":-9}` +
			"\n\n" + `{"type":"join","id":"n","place":9223372036854775807}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		h := testHub(t, scripted{})
		r, members := fuzzRoom(t, h, []string{"", "fischer=1m+3s", "byoyomi=0s+3x10s", "correspondence=1d"}[len(data)%4])
		for i, line := range bytes.Split(data, []byte("\n")) {
			if len(line) > maxMessage || i > 200 {
				continue // the socket refuses it
			}
			m := members[i%len(members)]
			if msg, err := decode(line); err == nil {
				r.handle(m, msg)
			}
			for r.thinker.search != nil { // the proposal of dead stones
				(<-r.queue)()
			}
			if r.failed {
				t.Fatal("the room was given up")
			}
			for _, m := range members {
				drain(t, m)
			}
		}
		replayed, err := h.replay(context.Background(), r.id)
		if err != nil {
			t.Fatalf("the log does not rebuild the game: %v", err)
		}
		again := replayed.match
		if again.Version() != r.m.Version() || convert.Stones(again.Position()) != convert.Stones(r.m.Position()) ||
			again.Phase() != r.m.Phase() || again.Result() != r.m.Result() ||
			again.Left(game.Black) != r.m.Left(game.Black) || again.Left(game.White) != r.m.Left(game.White) {
			t.Fatal("the log rebuilds another game")
		}
	})
}

// fuzzRoom returns a room with a game on a small board, two players and a
// watcher, whose work the test does itself.
func fuzzRoom(t *testing.T, h *Hub, clock string) (*room, []*socket.Conn) {
	t.Helper()
	g, err := h.Create(t.Context(), match.Setup{
		Board: "grid:3", Rules: "weiqi:komi=0.5", Clock: clock,
		Black: match.Seat{Kind: match.Human, Player: "a"}, White: match.Seat{Kind: match.Human, Player: "b"},
	})
	if err != nil {
		t.Fatal(err)
	}
	replayed, err := h.replay(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	r := newRoom(context.Background(), h, g.ID, replayed)
	t.Cleanup(r.cancel)
	var members []*socket.Conn
	for _, guest := range []string{"a", "b", "c"} {
		c := socket.NewConn(identity.Who{Player: guest}, func(error) { t.Error("a member was dropped that reads everything") })
		r.handle(c, wire.ClientMessage{Type: "hello"})
		drain(t, c)
		members = append(members, c)
	}
	return r, members
}

// drain reads what a member was sent and checks its form.
func drain(t *testing.T, m *socket.Conn) {
	t.Helper()
	for len(m.Queue()) > 0 {
		data := <-m.Queue()
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		var msg wire.ServerMessage
		if err := dec.Decode(&msg); err != nil || msg.Type == "" {
			t.Fatalf("not a message: %s (%v)", data, err)
		}
	}
}
