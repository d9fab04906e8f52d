package server

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/base/wire"
)

// ranks are fixed ratings for tests.
type ranks struct{ black, rules string }

// Refusal implements pairing.Ratings.
func (ranks) Refusal(context.Context, match.Setup) sentence.Sentence { return sentence.Sentence{} }

// Points implements pairing.Ratings.
func (ranks) Points(context.Context, string, match.Setup) (float64, bool) { return 1500, true }

// Handicap implements pairing.Ratings.
func (r ranks) Handicap(context.Context, match.Setup) (rules, black string, ok bool) {
	return r.rules, r.black, true
}

// search is a connection over which a person looks for a game.
type search struct {
	t    *testing.T
	conn *websocket.Conn
}

func (p *person) search(t *testing.T, in wire.PairingRequest) *search {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTime)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, strings.Replace(p.url, "http", "ws", 1)+"/api/pairing/ws", &websocket.DialOptions{HTTPClient: p.http})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	s := &search{t, conn}
	s.send(in)
	return s
}

func (s *search) send(in wire.PairingRequest) {
	s.t.Helper()
	data, err := json.Marshal(in)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.conn.Write(s.t.Context(), websocket.MessageText, data); err != nil {
		s.t.Fatal(err)
	}
}

// until returns the next reply of that type.
func (s *search) until(kind string) wire.PairingReply {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), testTime)
	defer cancel()
	for {
		_, data, err := s.conn.Read(ctx)
		if err != nil {
			s.t.Fatalf("waiting for %q: %v", kind, err)
		}
		var reply wire.PairingReply
		if err := json.Unmarshal(data, &reply); err != nil {
			s.t.Fatal(err)
		}
		if reply.Type == kind {
			return reply
		}
	}
}

var blitz = wire.PairingRequest{Type: "seek", Board: "grid:9", Rules: "weiqi", Clock: "fischer=3m+2s"}

// TestQuickPairing pairs two players with the same wishes, and no player with other
// wishes, or one who has stopped or left.
func TestQuickPairing(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.Seeks = 100
	url := start(t, cfg)
	ada, bo := newPerson(t, url), newPerson(t, url)
	other := blitz
	other.Board = "grid:19"
	apart := newPerson(t, url).search(t, other)
	gone := newPerson(t, url).search(t, blitz)
	gone.until("waiting")
	_ = gone.conn.CloseNow()
	stopped := newPerson(t, url).search(t, other)
	stopped.send(wire.PairingRequest{Type: "stop"})
	stopped.until("stopped")
	until(t, "the disconnect to be noticed", func() bool { return ada.metric("moyo_connections") == 2 })
	twice := ada.search(t, blitz)
	twice.until("waiting")    // otherwise the other window may arrive first
	a := ada.search(t, blitz) // in another window: no player is paired with themselves
	twice.until("stopped")
	in := blitz
	in.Name = "Bo"
	b := bo.search(t, in)
	g, same := a.until("paired").Game, b.until("paired").Game
	if g == "" || g != same {
		t.Fatalf("Ada plays %q, Bo %q", g, same)
	}
	x, y := ada.open(g), bo.open(g)
	if x.you == "" || y.you == "" || x.you == y.you || x.game.Clock != "fischer=3m+2s" ||
		x.game.Board != "grid:9" || x.game.Private || x.game.Rated {
		t.Errorf("%q and %q in %+v", x.you, y.you, x.game)
	}
	if reply := apart.until("waiting"); reply.Waiting != 1 && reply.Waiting != 2 {
		t.Errorf("%+v", reply)
	}
	for _, bad := range []func(*wire.PairingRequest){
		func(r *wire.PairingRequest) { r.Board = "grid:0" }, func(r *wire.PairingRequest) { r.Rules = "chess" },
		func(r *wire.PairingRequest) { r.Clock = "fischer=-1" }, func(r *wire.PairingRequest) { r.Rated = true },
		func(r *wire.PairingRequest) { r.Rules = strings.Repeat("x", 300) }, func(r *wire.PairingRequest) { r.Type = "sleep" },
	} {
		in := blitz
		bad(&in)
		if reply := newPerson(t, url).search(t, in).until("error"); reply.Error.Text == "" {
			t.Errorf("%+v: %+v", in, reply)
		}
	}
}
