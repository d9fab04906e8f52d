package server

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/server/base/wire"
)

// update has TestRecordings write what it compares with.
var update = flag.Bool("update", false, "write the recordings of the page's tests")

// recordings is the folder with the recorded answers for the page's tests.
const recordings = "../web/src/testing/recorded"

// recording is a file for the page's tests: a typed constant for each answer, so that the page's compiler checks it
// against the wire types.
type recording struct {
	file  string
	types map[string]bool
	body  bytes.Buffer
}

// add adds an answer as a constant with a wire type.
func (r *recording) add(name, kind string, data []byte) {
	r.types[strings.TrimSuffix(kind, "[]")] = true
	fmt.Fprintf(&r.body, "export const %s: %s = %s;\n", name, kind, bytes.TrimSpace(ids.ReplaceAll(data, []byte(`"$1":"the-$1"`))))
}

// text returns the file.
func (r *recording) text() string {
	types := strings.Join(slices.Sorted(maps.Keys(r.types)), ", ")
	return "// What a server sends, written by go test ./server -run TestRecordings -update; DO NOT EDIT.\n" +
		"import type { " + types + " } from \"../../wire.ts\";\n\n" + r.body.String()
}

// TestRecordings checks that the server's answers match the recordings for the page's tests.
func TestRecordings(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	cfg.Seed = func() uint64 { return 1 }
	url := start(t, cfg)
	for _, r := range []*recording{recordForm(newPerson(t, url)), recordGame(newPerson(t, url), newPerson(t, url))} {
		path, got := filepath.Join(recordings, r.file), r.text()
		if *update {
			if err := os.MkdirAll(recordings, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs from the answers (run go test ./server -run TestRecordings -update):\n%s", path, difference(string(want), got))
		}
	}
}

// difference returns the first place at which two texts differ.
func difference(want, got string) string {
	from := 0
	for from < min(len(want), len(got)) && want[from] == got[from] {
		from++
	}
	part := func(s string) string { return s[max(0, min(len(s), from-60)):min(len(s), from+100)] }
	return fmt.Sprintf("recorded …%s\nsent …%s", part(want), part(got))
}

// ids match the random ids of games.
var ids = regexp.MustCompile(`"(id|game)":"[A-Za-z0-9_-]{12}"`)

// ask adds the answer to a request.
func (r *recording) ask(p *person, name, kind, method, path string, in any) {
	p.t.Helper()
	_, body := p.call(method, path, in, nil)
	r.add(name, kind, []byte(body))
}

// recordForm records the data of the form for a new game, and the refusals of a game.
func recordForm(p *person) *recording {
	r := &recording{file: "form.ts", types: map[string]bool{}}
	r.ask(p, "guest", "Me", "GET", "/api/me", nil)
	r.ask(p, "standing", "Standing", "GET", "/api/standing", nil)
	r.ask(p, "catalog", "Catalog", "GET", "/api/catalog", nil)
	for _, board := range []struct{ name, spec string }{
		{"grid9", "grid:9"}, {"grid13", "grid:13"}, {"grid15", "grid:15"},
		{"grid7x6", "grid:7x6"}, {"grid11", "grid:11"}, {"grid11x7", "grid:11x7"},
		{"torus9", "torus:9x9"}, {"hex5", "hex:5"},
	} {
		r.ask(p, board.name, "Board", "GET", "/api/boards?spec="+board.spec, nil)
	}
	r.ask(p, "lessons", "Lessons", "GET", "/api/lessons", nil)
	r.ask(p, "misspelt", "Problem", "GET", "/api/boards?spec=tours:9x9", nil)
	r.ask(p, "refused", "Problem", "POST", "/api/games", wire.NewGame{Board: "hex:5", Rules: "connect4", Color: "black", Opponent: "human"})
	return r
}

// recordGame records Black's messages in a game with a friend: both joins, moves and refusals.
func recordGame(p, friend *person) *recording {
	r := &recording{file: "game.ts", types: map[string]bool{}}
	made := p.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi:komi=6.5", Color: "black", Opponent: "human", Name: "Ann"})
	ann := &listener{table: &table{t: p.t, conn: p.dial(made.ID)}}
	ann.send(wire.ClientMessage{Type: "hello"})
	ann.keep("the snapshot", func(m wire.ServerMessage) bool { return m.Snapshot != nil })
	bob := friend.open(made.ID)
	bob.must(wire.ClientMessage{Type: "join", Name: "Bob"})
	ann.until("joined")
	ann.hear(wire.ClientMessage{Type: "play", Ply: 0, Move: "C3"})
	ann.hear(wire.ClientMessage{Type: "play", Ply: 1, Move: "C2"}) // it is White's turn
	bob.untilState("the first move", func(s wire.State) bool { return s.Ply == 1 })
	bob.must(wire.ClientMessage{Type: "play", Ply: 1, Move: "B3"})
	ann.until("moved")
	ann.hear(wire.ClientMessage{Type: "resign"})
	data, err := json.Marshal(ann.heard)
	if err != nil {
		p.t.Fatal(err)
	}
	r.add("heard", "ServerMessage[]", data)
	return r
}

// listener is a table that records messages about the game itself; presence may arrive at any time.
type listener struct {
	*table
	heard []wire.ServerMessage
}

// hear sends a command, and records messages until its answer and, if it succeeds, its event have arrived.
func (l *listener) hear(msg wire.ClientMessage) {
	l.t.Helper()
	l.commands++
	msg.ID = fmt.Sprint("c", l.commands)
	version := l.version
	l.send(msg)
	l.keep("the answer to "+msg.Type, func(m wire.ServerMessage) bool {
		return m.Error != nil && m.Error.ID == msg.ID || m.Ack != nil && l.version > version
	})
}

// until records messages until an event of a kind.
func (l *listener) until(kind string) {
	l.t.Helper()
	l.keep(kind, func(m wire.ServerMessage) bool { return m.Event != nil && m.Event.Kind == kind })
}

func (l *listener) keep(what string, done func(wire.ServerMessage) bool) {
	l.t.Helper()
	l.table.until(what, func(m wire.ServerMessage) bool {
		if m.Presence == nil {
			l.heard = append(l.heard, m)
		}
		return done(m)
	})
}
