package room

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/machines/engines"
	"moyo/server/share/boards"
	"moyo/server/store/sqlite/sqlitetest"
)

// scripted is an engine that does what a test says, and lends itself to any game.
type scripted struct {
	search func(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error)
}

func (s scripted) Name() string { return "scripted" }

func (s scripted) Search(ctx context.Context, pos game.Position, _ engine.Limits, report func(engine.Info)) (engine.Info, error) {
	return s.search(ctx, pos, report)
}

func (s scripted) Close() error { return nil }

// Use implements Engines. What panics is the room's to contain.
func (s scripted) Use(_ context.Context, _ engines.Loan, f func(engine.Engine) error) error {
	return f(s)
}

// anyTerms let everybody play whom they like.
type anyTerms struct{}

// ToJoin implements Terms.
func (anyTerms) ToJoin(context.Context, match.Setup, identity.Who) error { return nil }

func (anyTerms) Name(_ context.Context, who identity.Who, given string) (string, error) {
	return identity.NameOf(who, given), nil
}

// Settle implements Terms.
func (anyTerms) Settle(_ context.Context, setup match.Setup) match.Setup { return setup }

// testHub returns a hub with a store of its own that ends with the test.
func testHub(t *testing.T, pool Engines) *Hub {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	disk := sqlitetest.New(t)
	h := New(ctx, Config{
		Store: disk, Boards: boards.NewCache(disk), Rules: catalog.Rules, Engines: pool,
		SearchTime: 10 * time.Second, Rooms: 10, PerGame: 100, Idle: time.Minute,
		Strengths: nobodys{}, Terms: anyTerms{}, Changed: func(...string) {}, Ended: func() {},
		Log: slog.New(slog.DiscardHandler), Now: time.Now, Metrics: NewMetrics(prometheus.NewRegistry()),
	})
	t.Cleanup(func() {
		stop()
		h.Wait()
	})
	return h
}

// enter returns a running room with a new game, and a member of it who is "me".
func enter(t *testing.T, pool Engines, setup match.Setup) (*room, *socket.Conn) {
	t.Helper()
	h := testHub(t, pool)
	g, err := h.Create(t.Context(), setup)
	if err != nil {
		t.Fatal(err)
	}
	r, release, err := h.open(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	me := socket.NewConn(identity.Who{Player: "me"}, func(error) {})
	r.do(func() { r.handle(me, wire.ClientMessage{Type: "hello"}) })
	return r, me
}

// do runs f in the room and waits for it.
func do(t *testing.T, r *room, f func()) {
	t.Helper()
	done := make(chan struct{})
	r.do(func() { f(); close(done) })
	select {
	case <-done:
	case <-r.gone:
		t.Fatal("the room has ended")
	}
}

// received returns the messages that wait for a member.
func received(t *testing.T, c *socket.Conn) (messages []wire.ServerMessage) {
	t.Helper()
	for len(c.Queue()) > 0 {
		var msg wire.ServerMessage
		if err := json.Unmarshal(<-c.Queue(), &msg); err != nil {
			t.Fatal(err)
		}
		messages = append(messages, msg)
	}
	return messages
}

// solo is a game in which "me" plays both sides.
func solo(board string) match.Setup {
	me := match.Seat{Kind: match.Human, Player: "me"}
	return match.Setup{Board: board, Rules: "weiqi", Black: me, White: match.Seat{Kind: match.Human, Player: "you"}}
}

// TestReconnectAfterManyEvents comes back to a game that is longer than the room
// remembers: with every version that it can have, a client gets exactly the events
// that it missed, or a snapshot where they are not all remembered.
func TestReconnectAfterManyEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // no time passes, so that members hear who is here only at hello
		r, me := enter(t, scripted{}, solo("grid:19"))
		you := socket.NewConn(identity.Who{Player: "you"}, func(error) {})
		do(t, r, func() { r.handle(you, wire.ClientMessage{Type: "hello"}) })
		const moves = historySize + 30
		for i := range moves {
			c := []*socket.Conn{me, you}[i%2]
			do(t, r, func() {
				r.handle(c, wire.ClientMessage{Type: "play", ID: fmt.Sprint(i), Ply: i, Move: r.m.Position().Board().Name(game.Point(i))})
			})
			if got := received(t, c); len(got) == 0 || got[len(got)-1].Ack == nil {
				t.Fatalf("move %d: %+v", i, got)
			}
			received(t, []*socket.Conn{you, me}[i%2])
		}
		const last = moves + 1 // the first version is that of the new game
		for version := range last + 3 {
			back := socket.NewConn(identity.Who{Player: "back"}, func(err error) { t.Errorf("version %d: dropped: %v", version, err) })
			do(t, r, func() { r.handle(back, wire.ClientMessage{Type: "hello", Version: version}) })
			got := received(t, back)
			do(t, r, func() { r.leave(back) })
			if version < last-historySize || version > last {
				if got[0].Snapshot == nil || got[0].Snapshot.Version != last {
					t.Errorf("version %d: %+v, want a snapshot", version, got[0])
				}
				continue
			}
			events := got[:len(got)-1] // then comes who is here
			if len(events) != last-version {
				t.Errorf("version %d: %d events, want %d", version, len(events), last-version)
			}
			for i, m := range events {
				point := version + i - 1
				if m.Event == nil || m.Event.Version != version+1+i || len(m.Event.Set) != 1 || m.Event.Set[0].Point != point {
					t.Fatalf("version %d: event %d is %+v, want version %d with a stone at %d", version, i, m.Event, version+1+i, point)
				}
			}
		}
	})
}

// TestSnapshotsAreShared makes a snapshot once for all who watch, until the game
// goes on.
func TestSnapshotsAreShared(t *testing.T) {
	r, me := enter(t, scripted{}, solo("grid:5"))
	ask := func(guest string) (data []byte) {
		do(t, r, func() { data = r.snapshotFor(socket.NewConn(identity.Who{Player: guest}, func(error) {})) })
		return data
	}
	first := ask("x")
	if again := ask("y"); &first[0] != &again[0] {
		t.Error("made twice")
	}
	do(t, r, func() { r.handle(me, wire.ClientMessage{Type: "play", ID: "1", Move: "C3"}) })
	if later := ask("x"); bytes.Equal(first, later) {
		t.Error("the game went on, the snapshot did not")
	}
}

// nobodys are strengths of unknown players.
type nobodys struct{}

func (nobodys) Text(context.Context, match.Seat, match.Setup) string { return "" }
