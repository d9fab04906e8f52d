package room

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/machines/engines"
)

// hourPool is a pool with one engine, which thinks for an hour unless it is stopped.
type hourPool struct {
	begun, ended int
	loan         engines.Loan
}

func (p *hourPool) Use(ctx context.Context, l engines.Loan, f func(engine.Engine) error) error {
	p.loan = l
	return f(scripted{func(ctx context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
		p.begun++
		<-ctx.Done()
		p.ended++
		return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
	}})
}

// against is a game of "me", Black, against the computer.
func against() match.Setup {
	setup := solo("grid:19") // on a small board the first move comes at once
	setup.White = match.Seat{Kind: match.Engine, Engine: "scripted"}
	return setup
}

// TestNobodyLooks: what an engine thinks ends soon after the last one has closed the
// game, but not because a page is loaded again; somebody who opens it finds it thinking.
func TestNobodyLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &hourPool{}
		h := testHub(t, p)
		h.SearchTime = time.Hour
		tb := sit(t, h, against())
		watcher := tb.seats[game.White]
		want := func(when string, begun, ended int) {
			t.Helper()
			if synctest.Wait(); p.begun != begun || p.ended != ended {
				t.Errorf("%s: %d searches were begun and %d ended, want %d and %d", when, p.begun, p.ended, begun, ended)
			}
		}
		leave := func(c *socket.Conn) { do(t, tb.r, func() { tb.r.leave(c) }) }
		hello := func() *socket.Conn {
			c := socket.NewConn(identity.Who{Player: "me"}, func(error) {})
			do(t, tb.r, func() { tb.r.handle(c, wire.ClientMessage{Type: "hello"}) })
			return c
		}
		want("before the first move", 0, 0)
		tb.must(game.Black, wire.ClientMessage{Type: "play", Move: "C3"})
		want("at the computer's turn", 1, 0)
		leave(tb.seats[game.Black])
		time.Sleep(time.Minute)
		want("with somebody who looks on", 1, 0)
		leave(watcher)
		time.Sleep(lookAway - time.Millisecond)
		want("while the page may be loading", 1, 0)
		me := hello()
		time.Sleep(lookAway)
		want("back in time", 1, 0)
		leave(me)
		time.Sleep(lookAway)
		want("with no one there", 1, 1)
		time.Sleep(time.Second)
		me = hello()
		want("back late", 2, 1)
		leave(me)
		tb.release()
		<-tb.r.gone
		want("when the room has ended", 2, 2)

		r, release, err := h.open(t.Context(), tb.r.id)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		want("in a room that no one has come to", 2, 2)
		tb.r = r
		hello()
		want("in another room", 3, 2)
	})
}

// TestForWhomItThinks: an engine's work is its opponent's, however many look on, and
// how long it has to wait is told to all.
func TestForWhomItThinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &hourPool{}
		tb := sit(t, testHub(t, p), against())
		me := tb.seats[game.Black]
		me.Address = "198.51.100.1"
		for _, player := range []string{"a", "z"} {
			c := socket.NewConn(identity.Who{Player: player}, func(error) {})
			do(t, tb.r, func() { tb.r.handle(c, wire.ClientMessage{Type: "hello"}) })
		}
		tb.must(game.Black, wire.ClientMessage{Type: "play", Move: "C3"})
		synctest.Wait()
		if want := (queue.Asker{Address: "198.51.100.1", Person: "me"}); p.loan.For != want || p.loan.Urgency != queue.Move {
			t.Errorf("for %+v, %v", p.loan.For, p.loan.Urgency)
		}
		received(t, tb.seats[game.White])
		p.loan.Tell(queue.Place{Ahead: 3, Wait: 2500 * time.Millisecond})
		synctest.Wait()
		got := received(t, tb.seats[game.White])
		if len(got) != 1 || got[0].Waiting == nil || *got[0].Waiting != (wire.Waiting{Ahead: 3, Seconds: 3}) {
			t.Errorf("told %+v", got)
		}
	})
}
