package room

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// bubble returns a running room with a game against the scripted engine, which
// is to move, and its one member. It has to be called within synctest.Test.
func bubble(t *testing.T, search func(context.Context, game.Position, func(engine.Info)) (engine.Info, error)) (*room, *socket.Conn) {
	t.Helper()
	return enter(t, scripted{search}, match.Setup{
		Board: "grid:3", Rules: "weiqi",
		Black: match.Seat{Kind: match.Engine, Engine: "scripted"}, White: match.Seat{Kind: match.Human, Player: "me"},
	})
}

// toldSince counts the messages that came since the last call, by type.
func toldSince(t *testing.T, m *socket.Conn) (counts map[string]int, last wire.ServerMessage) {
	t.Helper()
	synctest.Wait()
	counts = map[string]int{}
	for len(m.Queue()) > 0 {
		last = wire.ServerMessage{}
		if err := json.Unmarshal(<-m.Queue(), &last); err != nil {
			t.Fatal(err)
		}
		counts[last.Type]++
	}
	return counts, last
}

// TestRetries lets an engine fail on and on: the room tries again after a while,
// a few times, and then waits for a person to say so.
func TestRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var searches atomic.Int32
		var healthy atomic.Bool
		r, m := bubble(t, func(context.Context, game.Position, func(engine.Info)) (engine.Info, error) {
			searches.Add(1)
			if healthy.Load() {
				return engine.Info{Move: 4}, nil
			}
			return engine.Info{}, errors.New("out of ideas")
		})
		toldSince(t, m)
		for want := int32(1); want <= 1+maxRetries; want++ {
			if synctest.Wait(); searches.Load() != want {
				t.Fatalf("%d searches, want %d", searches.Load(), want)
			}
			time.Sleep(retryAfter - time.Millisecond)
			if synctest.Wait(); searches.Load() != want {
				t.Fatalf("%d searches before the time, want %d", searches.Load(), want)
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Hour)
		if synctest.Wait(); searches.Load() != 1+maxRetries {
			t.Fatalf("%d searches, want no more than %d", searches.Load(), 1+maxRetries)
		}
		var failure wire.ServerMessage
		for len(m.Queue()) > 0 {
			if err := json.Unmarshal(<-m.Queue(), &failure); err != nil {
				t.Fatal(err)
			}
		}
		if failure.Error == nil || !strings.Contains(failure.Error.Text, "Stop") {
			t.Errorf("the last word is %+v", failure)
		}
		healthy.Store(true)
		r.do(func() { r.handle(m, wire.ClientMessage{Type: "stop", ID: "1"}) })
		if counts, _ := toldSince(t, m); counts["event"] != 1 || counts["ack"] != 1 {
			t.Errorf("after stop: %v", counts)
		}
	})
}

// TestThoughtsAreNotToldTooOften has an engine that reports every millisecond
// for two seconds.
func TestThoughtsAreNotToldTooOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, m := bubble(t, func(ctx context.Context, _ game.Position, report func(engine.Info)) (engine.Info, error) {
			for range 2000 {
				report(engine.Info{})
				time.Sleep(time.Millisecond)
			}
			return engine.Info{Move: 4}, nil
		})
		time.Sleep(3 * time.Second)
		if counts, _ := toldSince(t, m); counts["thinking"] < 10 || counts["thinking"] > 22 {
			t.Errorf("told %d times in two seconds", counts["thinking"])
		}
	})
}

// TestSearchEndsInTime has an engine that thinks until it is stopped: it is,
// when its time is up, which on a small board comes soon for the first move.
func TestSearchEndsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, m := bubble(t, func(ctx context.Context, _ game.Position, _ func(engine.Info)) (engine.Info, error) {
			<-ctx.Done()
			return engine.Info{Move: 4}, nil
		})
		toldSince(t, m)
		const limit = firstTime
		time.Sleep(limit - limit/4)
		if counts, _ := toldSince(t, m); counts["event"] != 0 {
			t.Error("the engine moved before its time was up")
		}
		time.Sleep(limit / 2)
		if counts, _ := toldSince(t, m); counts["event"] != 1 {
			t.Errorf("after the time: %v", counts)
		}
	})
}

// TestRoomStaysWhileSomebodyIsThere lets a day go by with one member, then
// without.
func TestRoomStaysWhileSomebodyIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, m := bubble(t, func(context.Context, game.Position, func(engine.Info)) (engine.Info, error) {
			return engine.Info{Move: 4}, nil
		})
		time.Sleep(24 * time.Hour)
		r.do(func() { r.leave(m) })
		select {
		case <-r.gone:
			t.Error("the room ended with a member in it")
		default:
		}
		time.Sleep(24 * time.Hour) // its place in the hub is still held
		select {
		case <-r.gone:
			t.Error("the room ended while its place was held")
		default:
		}
	})
}
