package server

import (
	"bufio"
	"encoding/json"
	"net/http"
	"testing"

	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// lines is a streamed answer.
type lines struct {
	t  *testing.T
	in *bufio.Scanner
	to func() // ends it from the client's side
}

// lines opens a streamed answer.
func (p *person) lines(t *testing.T, path string) lines {
	t.Helper()
	res, err := p.http.Get(p.url + path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	if kind := res.Header.Get("Content-Type"); res.StatusCode != 200 || kind != "application/x-ndjson" {
		t.Fatalf("%s: %d, %s", path, res.StatusCode, kind)
	}
	in := bufio.NewScanner(res.Body)
	in.Buffer(nil, 1<<20)
	return lines{t, in, func() { res.Body.Close() }}
}

// next returns the next line of a type.
func next[T any](l lines, kind string) (message T) {
	l.t.Helper()
	for l.in.Scan() {
		var head struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(l.in.Bytes(), &head); err != nil {
			l.t.Fatalf("%q: %v", l.in.Text(), err)
		}
		if head.Type != kind {
			continue
		}
		if err := json.Unmarshal(l.in.Bytes(), &message); err != nil {
			l.t.Fatal(err)
		}
		return message
	}
	l.t.Fatalf("waiting for %q the answer ended: %v", kind, l.in.Err())
	return message
}

// TestLines plays a game without WebSockets: a program receives a challenge, takes the seat,
// receives the moves and sends its own, each command once even if it is repeated.
func TestLines(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada := withRole(t, s, url, store.Member, false)
	robo := programWith(t, s, url, keepAccount(t, s, "Robo", store.Bot), identity.Play)
	events := robo.lines(t, "/api/me/stream")
	asked := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "nogo", Color: "black", Opponent: "player", To: "Robo"})
	id := next[wire.PersonEvent](events, "challenge").Game.ID
	if id != asked.ID {
		t.Fatalf("challenged to %s, want %s", id, asked.ID)
	}
	give := func(status int, m wire.ClientMessage) (ack wire.Ack) {
		t.Helper()
		robo.must(status, "POST", "/api/games/"+id+"/commands", m, &ack)
		return ack
	}
	if ack := give(200, wire.ClientMessage{Type: "join", ID: "1"}); ack.You != "white" {
		t.Errorf("%+v", ack)
	}
	if g := next[wire.PersonEvent](events, "game").Game; g.ID != id || !g.White.Bot {
		t.Errorf("%+v", g)
	}
	stream := robo.lines(t, "/api/games/"+id+"/stream")
	if m := next[wire.ServerMessage](stream, "snapshot"); m.Snapshot.You != "white" {
		t.Errorf("%+v", m.Snapshot)
	}
	give(409, wire.ClientMessage{Type: "play", ID: "2", Move: "a1"})
	give(400, wire.ClientMessage{Type: "hello", ID: "3"})
	give(400, wire.ClientMessage{Type: "play"})
	tb := ada.open(id)
	tb.play("c3")
	if m := next[wire.ServerMessage](stream, "event"); m.Event.Move != "C3" || m.Event.State.Turn != "white" {
		t.Errorf("%+v", m.Event)
	}
	first := give(200, wire.ClientMessage{Type: "play", ID: "4", Ply: 1, Move: "a1"})
	if again := give(200, wire.ClientMessage{Type: "play", ID: "4", Ply: 1, Move: "a1"}); again != first {
		t.Errorf("twice: %+v, then %+v", first, again)
	}
	if m := next[wire.ServerMessage](stream, "event"); m.Event.Move != "A1" || m.Event.Plies != 2 {
		t.Errorf("%+v", m.Event)
	}
	give(200, wire.ClientMessage{Type: "resign", ID: "5"})
	if g := next[wire.PersonEvent](events, "game-over").Game; g.ID != id || g.Result != "B+R" {
		t.Errorf("%+v", g)
	}
	asked = ada.newGame(wire.NewGame{Board: "grid:5", Rules: "nogo", Color: "black", Opponent: "player", To: "Robo"})
	next[wire.PersonEvent](events, "challenge")
	ada.open(asked.ID).must(wire.ClientMessage{Type: "abort"})
	next[wire.PersonEvent](events, "challenge-gone")
}

// TestLinesAreBounded: streamed answers count as connections of their address, and end
// when the client disconnects or its token ends.
func TestLinesAreBounded(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.PerAddress = 3
	cfg.Limits.Programs = 10_000 // it polls below
	s := New(cfg)
	url := serveFor(t, s)
	robo := keepAccount(t, s, "Robo", store.Bot)
	p := programWith(t, s, url, robo, identity.Read)
	g := newPerson(t, url).newGame(wire.NewGame{Board: "grid:5", Rules: "nogo", Color: "black", Opponent: "human"})
	mine := []lines{p.lines(t, "/api/me/stream"), p.lines(t, "/api/games/"+g.ID+"/stream"), p.lines(t, "/api/me/stream")}
	for _, path := range []string{"/api/me/stream", "/api/games/" + g.ID + "/stream"} {
		for range 20 {
			p.must(http.StatusServiceUnavailable, "GET", path, nil, nil)
		}
	}
	mine[0].to()
	until(t, "the place of a disconnected client to be free", func() bool {
		res, err := p.http.Get(url + "/api/me/stream")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { res.Body.Close() })
		return res.StatusCode == 200
	})
	s.sessions.Changed(robo)
	for _, l := range mine[1:] {
		for l.in.Scan() {
		}
	}
}
