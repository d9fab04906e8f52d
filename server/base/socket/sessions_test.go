package socket

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
)

// roster has the player of each session.
type roster map[string]identity.Who

func (r roster) Who(_ context.Context, hash string) (identity.Who, error) {
	if who, ok := r[hash]; ok {
		return who, nil
	}
	return identity.Who{}, store.ErrNotFound
}

// TestPlayers finds each player connected from an address once, and no others.
func TestPlayers(t *testing.T) {
	g := &Gate{Sessions: roster{}}
	open := func(player, address string) (leave func()) {
		c := NewConn(identity.Who{Session: player, Player: player}, func(error) {})
		c.Address = address
		return g.sessions.add(c)
	}
	open("ada", "a")
	open("ada", "a")
	open("bo", "a")
	open("cy", "b")
	open("dee", "a")()
	if got := g.Players("a", 9); !slices.Equal(got, []string{"ada", "bo"}) {
		t.Errorf("at that address: %v", got)
	}
	if got := g.Players("a", 1); len(got) != 1 {
		t.Errorf("at most one: %v", got)
	}
}

// TestEnd ends all connections of a session and no others, and connections being opened when the session ended or
// changed its player.
func TestEnd(t *testing.T) {
	a, b := identity.Who{Session: "a", Player: "ada"}, identity.Who{Session: "b", Player: "bo"}
	known := roster{"a": a, "b": b}
	g := &Gate{Sessions: known}
	var leave []func()
	open := func(who identity.Who) (ended func() bool) {
		ctx, end := context.WithCancelCause(t.Context())
		leave = append(leave, g.enter(ctx, NewConn(who, end)))
		return func() bool { return errors.Is(context.Cause(ctx), errSignedOut) }
	}
	first, second, other := open(a), open(a), open(b)
	if first() || second() || other() {
		t.Error("ended for no reason")
	}
	delete(known, "a")
	g.End("a")
	if !first() || !second() || other() {
		t.Errorf("ended: %v, %v and another's %v", first(), second(), other())
	}
	if late := open(a); !late() {
		t.Error("one that was being opened continues")
	}
	changed := b
	changed.Suspended = true
	known["b"] = changed
	if before, after := open(b), open(changed); !before() || after() {
		t.Errorf("one from before the change is ended: %v, one from after it: %v", before(), after())
	}
	delete(known, "b")
	known["c"] = identity.Who{Session: "c", Player: "bo"}
	cy := identity.Who{Session: "d", Player: "cy"}
	known["d"] = cy
	elsewhere, another := open(known["c"]), open(cy)
	if g.End("bo"); !elsewhere() || another() {
		t.Errorf("a player's connections are ended: %v, another's: %v", elsewhere(), another())
	}
	for _, remove := range leave {
		remove()
	}
	if len(g.sessions.open) != 0 {
		t.Errorf("after all have left: %v", g.sessions.open)
	}
}

// count is a gauge.
type count struct{ n atomic.Int64 }

func (c *count) Inc() { c.n.Add(1) }
func (c *count) Dec() { c.n.Add(-1) }

// stuck is an answer whose writes block until their deadline.
type stuck struct {
	http.ResponseWriter
	deadline chan time.Time
}

func (s stuck) SetWriteDeadline(t time.Time) error {
	s.deadline <- t
	return nil
}

// overtaken is an answer that reports when the connection is hijacked.
type overtaken struct {
	http.ResponseWriter
	tell func()
}

func (o overtaken) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	o.tell()
	return http.NewResponseController(o.ResponseWriter).Hijack()
}

// TestEndInHandshake checks that a session that ends during a handshake ends the connection too. This happens when a
// guest signs in: their old token still belongs to the same guest, so reading it again does not show the end.
func TestEndInHandshake(t *testing.T) {
	guest := identity.Who{Session: "g", Player: "guest"}
	g := &Gate{Sessions: roster{"g": guest}, Addresses: limit.NewAddresses(9, 9, time.Now), Open: new(count), Commands: 1}
	handler := g.Handler(100, func(*http.Request) (Session, error) { return deaf{}, nil })
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler(overtaken{w, func() { g.End("g") }}, r.WithContext(identity.With(r.Context(), guest)))
	}))
	defer web.Close()
	conn, _, err := websocket.Dial(t.Context(), web.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, _, err := conn.Read(ctx); websocket.CloseStatus(err) < 0 {
		t.Errorf("the connection ends by %v", err)
	}
}

// TestStream checks that a stream counts as a connection of its address and ends with its session, even while a write
// is stuck.
func TestStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := identity.Who{Session: "a", Player: "ada"}
		var open count
		g := &Gate{Sessions: roster{"a": a}, Addresses: limit.NewAddresses(9, 1, time.Now), Open: &open}
		w := stuck{httptest.NewRecorder(), make(chan time.Time, 1)}
		handler := identity.Identify(roster{identity.Hash(token): a}, g.Stream(func(_ http.ResponseWriter, r *http.Request) {
			<-r.Context().Done()
			time.Sleep(time.Until(<-w.deadline)) // like a write
		}))
		request := httptest.NewRequest("GET", "/", nil)
		request.AddCookie(&http.Cookie{Name: "moyo", Value: token})
		start, ended := time.Now(), make(chan struct{})
		go func() {
			defer close(ended)
			handler.ServeHTTP(w, request)
		}()
		synctest.Wait()
		second := httptest.NewRecorder()
		handler.ServeHTTP(second, request)
		if second.Code != http.StatusServiceUnavailable || open.n.Load() != 1 {
			t.Errorf("a second connection where one is allowed: %d, %d open", second.Code, open.n.Load())
		}
		g.End("a")
		<-ended
		if took := time.Since(start); took > 5*time.Second || open.n.Load() != 0 || len(g.sessions.open) != 0 {
			t.Errorf("ended after %v; %d open", took, open.n.Load())
		}
	})
}

const token = "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"
