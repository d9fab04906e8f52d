package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"moyo/catalog"
	"moyo/engine"
	"moyo/server/base/convert"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
	"moyo/server/people/account/password"
	"moyo/server/store"
)

// testTime is the timeout of all waits in tests.
const testTime = time.Minute

// testConfig returns settings with every engine of the catalog and with rate limits
// that do not affect tests.
func testConfig(s store.Store) Config {
	cfg := Config{
		Store: s, Version: "test", Engines: []wire.EngineEntry{},
		NewEngine: func(id string) (engine.Engine, error) {
			return catalog.NewEngine(id, catalog.EngineOptions{MemoryMB: 16})
		},
		Analysts: catalog.Analysts(), PasswordCost: password.Least,
		Limits: Limits{
			Requests: 1e6, Commands: 10_000, Traffic: 1 << 40, NewGames: 10_000, NewBoards: 10_000, Records: 10_000, Puzzles: 10_000,
			Accounts: 10_000, Archives: 10_000, Notes: 10_000, PerAddress: 100_000, Lists: 10_000,
			OpenGames: limit.Quota{Daily: 1e9, AtOnce: 10_000}, SignUps: limit.Quota{Daily: 1e9, AtOnce: 10_000},
		},
	}
	for _, e := range catalog.Engines() {
		cfg.Engines = append(cfg.Engines, convert.Engine(e))
	}
	return cfg
}

// start starts a server with a real socket, or in a bubble with one in memory.
func start(t testing.TB, cfg Config) string {
	t.Helper()
	return serveFor(t, New(cfg))
}

// serveFor is start for a server that the test accesses.
func serveFor(t testing.TB, s *Server) string {
	t.Helper()
	both := http.NewServeMux()
	both.Handle("/metrics", s.Insides()) // a separate server, outside of tests
	both.Handle("/", s)
	web := &httptest.Server{Listener: network(t), Config: &http.Server{Handler: both}}
	web.Start()
	t.Cleanup(func() {
		s.Close()
		web.Close()
	})
	return web.URL
}

// startMemory starts a server with a store in memory.
func startMemory(t testing.TB) string { return start(t, testConfig(newStore(t))) }

// person is a browser with its cookies.
type person struct {
	t    testing.TB
	url  string
	http *http.Client
}

func newPerson(t testing.TB, url string) *person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &person{t, url, &http.Client{Jar: jar, Timeout: testTime, Transport: transport(t, url)}}
}

// call makes a request with a JSON body, if any, and decodes the answer into
// out, if not nil. It returns the status and the body.
func (p *person) call(method, path string, in, out any) (int, string) {
	p.t.Helper()
	var body io.Reader
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			p.t.Fatal(err)
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, p.url+path, body)
	if err != nil {
		p.t.Fatal(err)
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if strings.HasSuffix(path, "/ws") { // which only answers refusals
		handshake(req.Header)
	}
	res, err := p.http.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	if out != nil && res.StatusCode < 300 {
		if err := json.Unmarshal(data, out); err != nil {
			p.t.Fatalf("%s %s: %v in %.300s", method, path, err, data)
		}
	}
	return res.StatusCode, string(data)
}

// handshake adds the headers of a WebSocket request.
func handshake(h http.Header) {
	h.Set("Connection", "Upgrade")
	h.Set("Upgrade", "websocket")
	h.Set("Sec-WebSocket-Version", "13")
	h.Set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
}

// newGame creates a game and fails the test on a refusal.
func (p *person) newGame(in wire.NewGame) wire.GameInfo {
	p.t.Helper()
	var g wire.GameInfo
	if status, body := p.call("POST", "/api/games", in, &g); status != http.StatusCreated {
		p.t.Fatalf("POST /api/games: %d %s", status, body)
	}
	return g
}

// table is an open WebSocket with the game as the client rebuilds it from
// the snapshot and the events.
type table struct {
	t       testing.TB
	conn    *websocket.Conn
	game    wire.GameInfo
	you     string
	place   int // of rengo
	version int
	stones  []byte
	moves   []string
	state   wire.State
	// Messages since the last command.
	thinking []wire.Thinking
	presence wire.Presence
	commands int
}

func (p *person) dial(id string) *websocket.Conn {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	conn, res, err := websocket.Dial(ctx, strings.Replace(p.url, "http", "ws", 1)+"/api/games/"+id+"/ws",
		&websocket.DialOptions{HTTPClient: p.http})
	if err != nil {
		p.t.Fatalf("dial: %v (%v)", err, res)
	}
	conn.SetReadLimit(8 << 20)
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

// open opens a game and waits for its snapshot.
func (p *person) open(id string) *table {
	p.t.Helper()
	tb := &table{t: p.t, conn: p.dial(id)}
	tb.send(wire.ClientMessage{Type: "hello"})
	tb.until("the snapshot", func(m wire.ServerMessage) bool { return m.Type == "snapshot" })
	return tb
}

func (tb *table) send(msg wire.ClientMessage) {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	data, err := json.Marshal(msg)
	if err != nil {
		tb.t.Fatal(err)
	}
	if err := tb.conn.Write(ctx, websocket.MessageText, data); err != nil {
		tb.t.Fatalf("send %s: %v", data, err)
	}
}

// listen reads in the background until the connection ends, as a page does: a connection that answers no pings is dropped.
// It discards messages, so nothing else may read afterwards.
func (tb *table) listen() {
	go func() {
		for {
			if _, _, err := tb.conn.Read(context.Background()); err != nil {
				return
			}
		}
	}()
}

// receive reads one message and applies it to the table.
func (tb *table) receive() (wire.ServerMessage, error) {
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	var msg wire.ServerMessage
	_, data, err := tb.conn.Read(ctx)
	if err != nil {
		return msg, err
	}
	if err := json.Unmarshal(data, &msg); err != nil {
		return msg, err
	}
	return msg, tb.apply(msg)
}

// apply applies a message as a page does, and checks it.
func (tb *table) apply(msg wire.ServerMessage) error {
	switch msg.Type {
	case "snapshot":
		s := msg.Snapshot
		tb.game, tb.you, tb.version, tb.stones, tb.moves, tb.state = s.Game, s.You, s.Version, []byte(s.Stones), s.Moves, s.State
		tb.place = s.Place
	case "event":
		return tb.applyEvent(msg.Event)
	case "ack":
		tb.you, tb.place = msg.Ack.You, msg.Ack.Place
	case "thinking":
		tb.thinking = append(tb.thinking, *msg.Thinking)
	case "presence":
		tb.presence = *msg.Presence
	}
	return nil
}

func (tb *table) applyEvent(e *wire.Event) error {
	if e.Version != tb.version+1 {
		return fmt.Errorf("event %d after version %d", e.Version, tb.version)
	}
	tb.version, tb.state = e.Version, e.State
	for _, p := range e.Clear {
		if tb.stones[p] == '.' {
			return fmt.Errorf("event %d clears the empty point %d", e.Version, p)
		}
		tb.stones[p] = '.'
	}
	for _, s := range e.Set {
		if tb.stones[s.Point] != '.' {
			return fmt.Errorf("event %d sets the taken point %d", e.Version, s.Point)
		}
		tb.stones[s.Point] = map[string]byte{"black": 'x', "white": 'o'}[s.Color]
	}
	if e.Kind == "moved" {
		tb.moves = append(tb.moves, e.Move)
	}
	if e.Plies > len(tb.moves) {
		return fmt.Errorf("event %d tells of %d moves, the table has %d", e.Version, e.Plies, len(tb.moves))
	}
	tb.moves = tb.moves[:e.Plies]
	if e.Game != nil {
		tb.game = *e.Game
	}
	return nil
}

// until receives messages until one satisfies done.
func (tb *table) until(what string, done func(wire.ServerMessage) bool) wire.ServerMessage {
	tb.t.Helper()
	for {
		msg, err := tb.receive()
		if err != nil {
			tb.t.Fatalf("waiting for %s: %v", what, err)
		}
		if done(msg) {
			return msg
		}
	}
}

// command sends a command and waits for its answer.
func (tb *table) command(msg wire.ClientMessage) wire.ServerMessage {
	tb.t.Helper()
	if msg.ID == "" {
		tb.commands++
		msg.ID = fmt.Sprintf("c%d-%p", tb.commands, tb)
	}
	tb.send(msg)
	return tb.until("the answer to "+msg.Type, func(m wire.ServerMessage) bool {
		return m.Ack != nil && m.Ack.ID == msg.ID || m.Error != nil && m.Error.ID == msg.ID
	})
}

// must sends a command that must be acknowledged.
func (tb *table) must(msg wire.ClientMessage) *wire.Ack {
	tb.t.Helper()
	answer := tb.command(msg)
	if answer.Ack == nil {
		tb.t.Fatalf("%+v: %+v", msg, answer.Error)
	}
	return answer.Ack
}

// refused sends a command that must be refused with the code.
func (tb *table) refused(code string, msg wire.ClientMessage) {
	tb.t.Helper()
	answer := tb.command(msg)
	if answer.Error == nil || answer.Error.Code != code || answer.Error.Text == "" {
		tb.t.Fatalf("%+v: got ack %+v, error %+v, want %s", msg, answer.Ack, answer.Error, code)
	}
}

// play plays a move at the table's current ply.
func (tb *table) play(move string) *wire.Ack {
	tb.t.Helper()
	return tb.must(wire.ClientMessage{Type: "play", Ply: len(tb.moves), Move: move})
}

// untilState receives messages until the state satisfies done.
func (tb *table) untilState(what string, done func(wire.State) bool) {
	tb.t.Helper()
	for !done(tb.state) {
		if _, err := tb.receive(); err != nil {
			tb.t.Fatalf("waiting for %s: %v", what, err)
		}
	}
}
