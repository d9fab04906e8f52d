package server

import (
	"context"
	"fmt"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/server/proxy"
	"moyo/server/wire"
)

// TestProcessorIsShared: whoever has the computer think in forty games at once, from
// one address with as many cookies, keeps a visitor from elsewhere waiting for one
// search at most; and the searches of games that nobody has open any more end.
func TestProcessorIsShared(t *testing.T) {
	const thinks = 250 * time.Millisecond
	var searches atomic.Int32
	cfg := withScript(func(ctx context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
		searches.Add(1)
		select {
		case <-ctx.Done():
		case <-time.After(thinks):
		}
		return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
	})
	cfg.Limits.Searches = 1
	cfg.Proxies.Networks = proxy.Networks{netip.MustParsePrefix("127.0.0.1/32")}
	url := start(t, cfg)
	play := func(address string) *table {
		p := newPerson(t, url)
		p.http.Transport = from(address)
		tb := p.open(p.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "scripted"}).ID)
		tb.must(wire.ClientMessage{Type: "play", Move: "C3"})
		return tb
	}
	var greedy []*table
	for i := range 40 {
		greedy = append(greedy, play(fmt.Sprintf("2001:db8::%x", i+1))) // one network of 64 bits
	}
	asked := time.Now()
	visitor := play("198.51.100.1")
	visitor.untilState("the computer's move", func(s wire.State) bool { return s.Ply == 2 })
	if before := searches.Load(); before > 12 {
		t.Errorf("%d searches were begun before the visitor's was done, after %v", before, time.Since(asked))
	}
	last := greedy[len(greedy)-1]
	last.until("a place in the line", func(m wire.ServerMessage) bool { return m.Waiting != nil && m.Waiting.Ahead > 0 })

	for _, tb := range greedy {
		_ = tb.conn.CloseNow()
	}
	time.Sleep(6 * time.Second) // as long as a page may take to load again, and a little
	begun := searches.Load()
	time.Sleep(4 * thinks)
	if now := searches.Load(); now > begun {
		t.Errorf("%d searches have begun for those who are gone", now-begun)
	}
}
