package server

import (
	"context"
	"fmt"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/server/base/proxy"
	"moyo/server/base/wire"
)

// TestProcessorIsShared: a player with forty concurrent computer games, from one address with
// as many cookies, delays another visitor by at most one search; and the searches of games
// without connections end.
func TestProcessorIsShared(t *testing.T) {
	begun, next := make(chan *board.Board, 99), make(chan struct{}) // a search runs until the test ends it
	var running atomic.Int32
	cfg := withScript(t, func(ctx context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
		running.Add(1)
		defer running.Add(-1)
		begun <- pos.Board()
		select {
		case <-ctx.Done():
		case <-next:
		}
		return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
	})
	// The test ends a search, not its time limit, which is short for a first move on a small board.
	cfg.Limits.Searches, cfg.Limits.SearchTime = 1, time.Hour
	cfg.Proxies.Networks = proxy.Networks{netip.MustParsePrefix("127.0.0.1/32")}
	url := start(t, cfg)
	play := func(address, board string) *table {
		p := newPerson(t, url)
		p.http.Transport = from(address)
		tb := p.open(p.newGame(wire.NewGame{Board: board, Rules: "weiqi", Color: "black", Opponent: "scripted"}).ID)
		tb.must(wire.ClientMessage{Type: "play", Move: "C3"})
		return tb
	}
	eve := newPerson(t, url)
	waiting := func() int { return eve.metric(`moyo_searches_waiting{for="games"}`) }
	var greedy []*table
	for i := range 40 {
		if i > 0 {
			greedy[i-1].listen() // creating the games may exceed the timeout of a silent connection
		}
		greedy = append(greedy, play(fmt.Sprintf("2001:db8::%x", i+1), "grid:11")) // one /64 network
	}
	last := greedy[len(greedy)-1]
	last.until("a place in the line", func(m wire.ServerMessage) bool { return m.Waiting != nil && m.Waiting.Ahead > 0 })
	last.listen()
	visitor := play("198.51.100.1", "grid:12")
	until(t, "all to be in the line but the first", func() bool { return waiting() == len(greedy) })
	before := 0
	for b := <-begun; b.Len() != 12*12; b = <-begun {
		before++
		next <- struct{}{}
	}
	if before > 2 { // the running one, and one more
		t.Errorf("%d searches were begun before the visitor's", before)
	}
	next <- struct{}{}
	visitor.untilState("the computer's move", func(s wire.State) bool { return s.Ply == 2 })

	for _, tb := range greedy {
		_ = tb.conn.CloseNow()
	}
	until(t, "disconnected players to leave the queue", func() bool { return waiting() == 0 })
	until(t, "the last search to end", func() bool { return running.Load() == 0 })
}
