package server

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"moyo/match"
	"moyo/server/wire"
	"moyo/store"
	"moyo/store/memory"
)

// FuzzClientMessage sends lines of raw bytes, by turns from two players and one
// who watches, down the path of a message from the socket: decode, room, match,
// store. Whatever comes, the room lives on, every message to a client is one of
// the wire's, and the log in the store rebuilds the room's game.
func FuzzClientMessage(f *testing.F) {
	for _, seed := range []string{
		`{"type":"hello"}`, "null\n[]\n{\n\"\"",
		`{"type":"play","id":"1","move":"A1"}`,
		`{"type":"play","id":"1","move":"pass"}` + "\n" + `{"type":"play","id":"1","ply":1,"move":"pass"}` + "\n\n" + `{"type":"toggle","id":"2","point":0}` + "\n" + `{"type":"accept","id":"3"}` + "\n\n" + `{"type":"accept","id":"4","version":5}`,
		`{"type":"play","id":"1","move":"b2"}` + "\n" + `{"type":"play","id":"1","ply":1,"move":"C3"}` + "\n\n" + `{"type":"resign","id":"9"}`,
		`{"type":"toggle","id":"2","point":-9223372036854775808}`, `{"type":"hello","version":-1}`,
		`{"type":"join","id":"j","color":"white","name":"\u202e\u0000"}`, `{"type":"undo","id":"u"}` + "\n" + `{"type":"stop","id":"s"}`,
		`{"type":"resume","id":"r","ply":1e400}`, `{"type":"play","id":"` + "\xff" + `","move":"` + "\xc0\x80" + `"}`,
	} {
		f.Add([]byte(seed))
	}
	s := New(testConfig(memory.New()))
	f.Cleanup(s.Close)
	f.Fuzz(func(t *testing.T, data []byte) {
		s.cfg.Store = memory.New() // the old games go
		r, members := fuzzRoom(t, s)
		for i, line := range bytes.Split(data, []byte("\n")) {
			if len(line) > maxMessage || i > 200 {
				continue // the socket refuses it
			}
			m := members[i%len(members)]
			if msg, err := decode(line); err == nil {
				r.handle(m, msg)
			}
			for r.search != nil { // the proposal of dead stones
				(<-r.inbox)()
			}
			if r.failed {
				t.Fatal("the room was given up")
			}
			for _, m := range members {
				drain(t, m)
			}
		}
		again, _, err := s.hub.replay(context.Background(), r.id)
		if err != nil {
			t.Fatalf("the log does not rebuild the game: %v", err)
		}
		if again.Version() != r.m.Version() || stonesText(again.Position()) != stonesText(r.m.Position()) ||
			again.Phase() != r.m.Phase() || again.Result() != r.m.Result() {
			t.Fatal("the log rebuilds another game")
		}
	})
}

// fuzzRoom returns a room with a game on a small board, two players and a
// watcher, whose work the test does itself.
func fuzzRoom(t *testing.T, s *Server) (*room, []*member) {
	t.Helper()
	id := newGameID()
	setup := match.Setup{
		Board: "grid:3", Rules: "weiqi:komi=0.5",
		Black: match.Seat{Kind: match.Human, Token: "a"}, White: match.Seat{Kind: match.Human, Token: "b"},
	}
	first := match.Event{Kind: match.Created, At: store.Milli(time.Now()), Setup: &setup}
	g := store.Game{ID: id, Board: setup.Board, Rules: setup.Rules, Version: 1}
	if err := s.cfg.Store.Create(t.Context(), g, store.Entry{Event: first}); err != nil {
		t.Fatal(err)
	}
	m, commands, err := s.hub.replay(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	r := newRoom(context.Background(), s, id, m, commands)
	t.Cleanup(r.cancel)
	var members []*member
	for _, guest := range []string{"a", "b", "c"} {
		mem := &member{guest: guest, out: make(chan []byte, outboxSize), drop: func() { t.Error("a member was dropped that reads everything") }}
		r.handle(mem, wire.ClientMessage{Type: "hello"})
		drain(t, mem)
		members = append(members, mem)
	}
	return r, members
}

// drain reads what a member was sent and checks its form.
func drain(t *testing.T, m *member) {
	t.Helper()
	for len(m.out) > 0 {
		data := <-m.out
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		var msg wire.ServerMessage
		if err := dec.Decode(&msg); err != nil || msg.Type == "" {
			t.Fatalf("a message that is none: %s (%v)", data, err)
		}
	}
}
