package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"moyo/game/match"
	"moyo/server/base/wire"
	"moyo/server/play/lobby"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// pair returns a game between two people with both at the table.
func pair(t testing.TB, url string) (g wire.GameInfo, ada, bo *person, a, b *table) {
	t.Helper()
	ada, bo = newPerson(t, url), newPerson(t, url)
	g = ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi:komi=0.5", Color: "black", Opponent: "human"})
	a, b = ada.open(g.ID), bo.open(g.ID)
	b.must(wire.ClientMessage{Type: "join"})
	a.untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
	return g, ada, bo, a, b
}

// TestReconnect reconnects with every version: missed messages come as events if the
// room still has them, otherwise as a snapshot.
func TestReconnect(t *testing.T) {
	t.Parallel()
	g, _, bo, a, b := pair(t, startMemory(t))
	for i, move := range []string{"A1", "B1", "C1", "D1"} {
		tb := []*table{a, b}[i%2]
		tb.untilState("the turn", func(s wire.State) bool { return s.Ply == i })
		tb.play(move)
	}
	b.untilState("the last move", func(s wire.State) bool { return s.Ply == 4 })
	for version := -1; version <= b.version+2; version++ {
		conn := bo.dial(g.ID)
		tb := &table{t: t, conn: conn, version: version}
		tb.stones = []byte(strings.Repeat("?", 25)) // to be overwritten by a snapshot
		if version > 0 && version <= b.version {
			snapshotAt(tb, b, version)
		}
		tb.send(wire.ClientMessage{Type: "hello", Version: version})
		snapshots := 0
		tb.until("presence", func(m wire.ServerMessage) bool {
			if m.Type == "snapshot" {
				snapshots++
			}
			return m.Type == "presence"
		})
		// The room has all events from version 1 on.
		if want := version <= 0 || version > b.version; (snapshots == 1) != want {
			t.Errorf("version %d: %d snapshots, wanted one: %v", version, snapshots, want)
		}
		if tb.version != b.version || string(tb.stones) != string(b.stones) {
			t.Errorf("version %d: came to version %d, %s; want %d, %s", version, tb.version, tb.stones, b.version, b.stones)
		}
	}
}

// snapshotAt sets a table to a client's state at an earlier version of
// TestReconnect's game.
func snapshotAt(tb, full *table, version int) {
	n := max(0, version-2) // created and joined come before the moves
	tb.moves = append([]string{}, full.moves[:n]...)
	tb.stones = []byte(strings.Repeat(".", 25))
	copy(tb.stones[20:], "xoxo"[:n])
}

// TestRepeat sends commands twice: each has one effect and two equal
// acknowledgements. Two people may use the same ids.
func TestRepeat(t *testing.T) {
	t.Parallel()
	_, _, _, a, b := pair(t, startMemory(t))
	move := wire.ClientMessage{Type: "play", ID: "1", Move: "A1"}
	first := a.must(move)
	if again := a.must(move); again.Version != first.Version || len(a.moves) != 1 {
		t.Errorf("acknowledged as %d and %d, moves %v", first.Version, again.Version, a.moves)
	}
	b.untilState("the move", func(s wire.State) bool { return s.Ply == 1 })
	if ack := b.must(wire.ClientMessage{Type: "play", ID: "1", Ply: 1, Move: "B1"}); ack.Version != first.Version+1 {
		t.Errorf("Bo's command 1 was taken for Ada's: %+v", ack)
	}
}

func TestPresence(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		url := startMemory(t)
		g, ada, _, a, b := pair(t, url)
		a.until("both", func(wire.ServerMessage) bool { return a.presence == wire.Presence{Black: true, White: true} })
		watcher := newPerson(t, url).open(g.ID)
		a.until("a watcher", func(wire.ServerMessage) bool { return a.presence.Watchers == 1 })
		var l lobby.Lobby
		synctest.Wait()
		if ada.call("GET", "/api/games", nil, &l); len(l.Mine) != 1 || l.Mine[0].Watchers != 1 {
			t.Fatalf("the lobby does not tell of the watcher: %+v", l)
		}
		_ = watcher.conn.CloseNow()
		_ = b.conn.CloseNow()
		a.until("to be alone", func(wire.ServerMessage) bool { return a.presence == wire.Presence{Black: true} })
	})
}

func TestHelloComesFirst(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	ada := newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"})
	tb := &table{t: t, conn: ada.dial(g.ID)}
	tb.refused("bad-request", wire.ClientMessage{Type: "resign", ID: "1"})
	tb.send(wire.ClientMessage{Type: "ping"})
	tb.until("pong", func(m wire.ServerMessage) bool { return m.Type == "pong" })
}

func TestBadMessages(t *testing.T) {
	t.Parallel()
	_, _, _, a, _ := pair(t, startMemory(t))
	ctx := t.Context()
	for _, text := range []string{"", "{", "[]", "null", `"hello"`, `{"type":7}`, `{"type":"play"}`, `{"type":"dance","id":"1"}`,
		`{"type":"play","id":"` + strings.Repeat("x", 65) + `"}`,
		`{"type":"play","id":"2","move":"` + strings.Repeat("y", 200) + `"}`, "\x00\ufffe"} {
		if err := a.conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
		msg := a.until("the refusal of "+text, func(m wire.ServerMessage) bool { return m.Type != "presence" })
		if msg.Error == nil || msg.Error.Text == "" {
			t.Errorf("%.40q: %+v", text, msg)
		}
	}
	a.play("A1") // the connection continues
	if err := a.conn.Write(ctx, websocket.MessageText, []byte(strings.Repeat(" ", 16<<10+1))); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := a.receive(); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
				t.Errorf("too large a message: %v", err)
			}
			return
		}
	}
}

func TestRateOfCommands(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		cfg := testConfig(newStore(t))
		cfg.Limits.Commands = 50
		_, _, _, a, _ := pair(t, start(t, cfg))
		began := time.Now()
		const pings = 150 // 50 of them have to wait, 20 ms each
		go func() {
			for range pings {
				_ = a.conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"ping"}`))
			}
		}()
		for n := 0; n < pings; n++ {
			a.until("pong", func(m wire.ServerMessage) bool { return m.Type == "pong" })
		}
		if took := time.Since(began); took != time.Second {
			t.Errorf("%d messages were read in %v", pings, took)
		}
	})
}

// TestIdleRooms checks that rooms without connections end, and can be loaded again.
func TestIdleRooms(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		cfg := testConfig(newStore(t))
		cfg.Limits.IdleRoom = 10 * time.Millisecond
		g, ada, _, a, b := pair(t, start(t, cfg))
		a.play("A1")
		time.Sleep(5 * cfg.Limits.IdleRoom)
		if n := rooms(ada); n != 1 {
			t.Fatalf("%d rooms with connections", n)
		}
		_ = a.conn.CloseNow()
		_ = b.conn.CloseNow()
		synctest.Wait()
		if n := rooms(ada); n != 1 {
			t.Fatalf("%d rooms as soon as the people are gone", n)
		}
		time.Sleep(2 * cfg.Limits.IdleRoom) // the interval of the check for connections
		settled(t, "the room ends", func() bool { return rooms(ada) == 0 })
		if again := ada.open(g.ID); len(again.moves) != 1 || again.you != "black" {
			t.Errorf("after coming back: %v, you %q", again.moves, again.you)
		}
	})
}

// metric returns a number of the server's metrics.
func (p *person) metric(name string) (n int) {
	p.t.Helper()
	_, body := p.call("GET", "/metrics", nil, nil)
	_, after, found := strings.Cut(body, "\n"+name+" ")
	if _, err := fmt.Sscan(after, &n); !found || err != nil {
		p.t.Fatalf("the metrics do not say %s: %v", name, err)
	}
	return n
}

// rooms returns how many games are in memory.
func rooms(p *person) int { return p.metric("moyo_rooms") }

func TestLimitsOfRoomsAndConnections(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.Rooms, cfg.Limits.Connections, cfg.Limits.PerGame = 1, 4, 2
	ada := newPerson(t, start(t, cfg))
	bob, eve := newPerson(t, ada.url), newPerson(t, ada.url)
	in := wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"}
	first, second := ada.newGame(in), ada.newGame(in)
	ada.open(first.ID)
	if status, body := ada.call("GET", "/api/games/"+second.ID+"/ws", nil, nil); status != http.StatusServiceUnavailable ||
		!strings.Contains(body, "Too many games") {
		t.Errorf("a second room: %d %s", status, body)
	}
	bob.open(first.ID)
	third := &table{t: t, conn: eve.dial(first.ID)}
	third.send(wire.ClientMessage{Type: "hello"})
	third.until("the refusal", func(m wire.ServerMessage) bool { return m.Error != nil && m.Error.Code == "too-many" })
	ada.open(first.ID) // spectators do not keep out a player
	if status, body := ada.call("GET", "/api/games/"+first.ID+"/ws", nil, nil); status != http.StatusServiceUnavailable ||
		!strings.Contains(body, "too many visitors") {
		t.Errorf("a fifth connection: %d %s", status, body)
	}
}

// failing is a store whose appends can be made to fail.
type failing struct {
	store.Store
	now atomic.Bool
}

func (f *failing) Append(ctx context.Context, g store.Game, entries ...store.Entry) error {
	if f.now.Load() {
		return errors.New("disk on fire")
	}
	return f.Store.Append(ctx, g, entries...)
}

// TestStoreFails makes the disk fail for a moment: the move is not acknowledged, the
// connections are dropped, and clients then find the game as it is on disk.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	disk := &failing{Store: sqlitetest.New(t)}
	g, ada, _, a, b := pair(t, start(t, testConfig(disk)))
	a.play("A1")
	disk.now.Store(true)
	b.untilState("Ada's move", func(s wire.State) bool { return s.Ply == 1 })
	b.send(wire.ClientMessage{Type: "play", ID: "lost", Ply: 1, Move: "B1"})
	for _, tb := range []*table{a, b} {
		for {
			msg, err := tb.receive()
			if err != nil {
				if code := websocket.CloseStatus(err); code != websocket.StatusTryAgainLater {
					t.Errorf("%q was dropped with %v", tb.you, err)
				}
				break
			}
			if msg.Ack != nil || msg.Event != nil {
				t.Fatalf("%q received a move that is not on disk: %+v", tb.you, msg)
			}
		}
	}
	disk.now.Store(false)
	if again := ada.open(g.ID); len(again.moves) != 1 || again.state.ToPlay != "white" {
		t.Errorf("after coming back: %v", again.moves)
	}
}

// TestBrokenLog has a game with an invalid log: only that game has an
// error.
func TestBrokenLog(t *testing.T) {
	t.Parallel()
	disk := newStore(t)
	setup := match.Setup{Board: "grid:5", Rules: "weiqi", Black: match.Seat{Kind: match.Human}, White: match.Seat{Kind: match.Open}}
	err := disk.Create(t.Context(), store.Game{ID: "broken", Board: "grid:5", Rules: "weiqi", Version: 2},
		store.Entry{Event: match.Event{Kind: match.Created, Setup: &setup}}, store.Entry{Event: match.Event{Kind: match.Moved, By: 1, Move: 99}})
	if err != nil {
		t.Fatal(err)
	}
	url := start(t, testConfig(disk))
	if status, body := newPerson(t, url).call("GET", "/api/games/broken/ws", nil, nil); status != http.StatusInternalServerError ||
		strings.Contains(body, "99") {
		t.Errorf("broken game: %d %s", status, body)
	}
	_, _, _, a, _ := pair(t, url)
	a.play("A1")
}
