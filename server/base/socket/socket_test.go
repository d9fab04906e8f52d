package socket

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"moyo/internal/testenv/memnet"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
)

// TestSlowClient fills the queue of a client that reads nothing.
func TestSlowClient(t *testing.T) {
	ctx, end := context.WithCancelCause(t.Context())
	c := NewConn(identity.Who{Player: "ada"}, end)
	for range outboxSize {
		c.Send(nil)
	}
	if ctx.Err() != nil {
		t.Error("dropped too early")
	}
	c.Offer("left out")
	if ctx.Err() != nil || len(c.out) != outboxSize {
		t.Error("dropped for an optional message")
	}
	c.Send(nil)
	if !errors.Is(context.Cause(ctx), errTooSlow) {
		t.Errorf("not dropped: %v", context.Cause(ctx))
	}
}

// TestLag measures the lag of a client.
func TestLag(t *testing.T) {
	c := NewConn(identity.Who{}, func(error) {})
	if c.Lag() != 0 {
		t.Errorf("a lag of %v without a measurement", c.Lag())
	}
	measured := make(chan error, 1)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.CloseNow()
		measured <- c.ping(conn.CloseRead(r.Context()), conn)
	}))
	defer web.Close()
	conn, _, err := websocket.Dial(t.Context(), web.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	conn.CloseRead(t.Context()) // answers
	if err := <-measured; err != nil || c.Lag() <= 0 {
		t.Errorf("lag %v (%v)", c.Lag(), err)
	}
}

func TestPing(t *testing.T) {
	for text, want := range map[string]bool{
		`{"type":"ping"}`: true, `{"type":"pong"}`: false, `{"type":"ping","ply":"x"}`: false, `ping`: false,
	} {
		if isPing([]byte(text)) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

// deaf is a session that accepts messages and sends none.
type deaf struct{}

func (deaf) Receive(context.Context, *Conn, []byte) error { return nil }
func (deaf) Gone() <-chan struct{}                        { return nil }
func (deaf) Leave(*Conn)                                  {}
func (deaf) Close()                                       {}

// TestPingFlood checks that control frames are read no faster than messages.
func TestPingFlood(t *testing.T) {
	const perSecond, atOnce, sent = 5, 11, 21
	const question = "\x81\x8f\x00\x00\x00\x00" + `{"type":"ping"}`
	for name, frame := range map[string]string{"pings": "\x89\x80\x00\x00\x00\x00", "pongs": "\x8a\x80\x00\x00\x00\x00"} { // masked, empty
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				raw, in := rawly(t, perSecond, "")
				defer time.Sleep(time.Minute) // waiting goroutines end
				defer raw.Close()
				begun := time.Now()
				if _, err := io.WriteString(raw, strings.Repeat(frame, sent)+question); err != nil {
					t.Fatal(err)
				}
				pongs := 0
				for {
					head := make([]byte, 2)
					if _, err := io.ReadFull(in, head); err != nil {
						t.Fatal(err)
					}
					if _, err := in.Discard(int(head[1] & 0x7f)); err != nil {
						t.Fatal(err)
					}
					if head[0] == 0x81 {
						break
					}
					if head[0] == 0x8a { // a pong
						pongs++
					}
				}
				if took, want := time.Since(begun), time.Second*(sent+1-atOnce)/perSecond; took != want {
					t.Errorf("a question after %d frames was answered within %v, want %v", sent, took, want)
				}
				if want := map[string]int{"pings": sent}[name]; pongs != want {
					t.Errorf("%d answers to %d %s", pongs, sent, name)
				}
			})
		})
	}
}

// counted is a session that counts messages.
type counted struct {
	deaf
	n atomic.Int32
}

func (c *counted) Receive(context.Context, *Conn, []byte) error { c.n.Add(1); return nil }

// TestTraffic checks that the connections of an address share its bytes per second. Messages over the limit are read
// later.
func TestTraffic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size, most = 744, 1000 // with the cost per message: one a second, and 20 at a time
		g := &Gate{
			Addresses: limit.NewAddresses(9, 9, time.Now), Open: new(count), Commands: 1000, Traffic: most,
			Sessions: roster{identity.Hash(token): identity.Who{Session: identity.Hash(token), Player: "ada"}},
		}
		heard := new(counted)
		l := memnet.Listen()
		web := &httptest.Server{
			Listener: l,
			Config: &http.Server{
				Handler: identity.Identify(g.Sessions, g.Handler(1000, func(*http.Request) (Session, error) { return heard, nil })),
			},
		}
		web.Start()
		defer time.Sleep(time.Minute) // waiting goroutines end
		defer web.Close()
		client := &http.Client{Transport: &http.Transport{DialContext: l.Dial, DisableKeepAlives: true}}
		for range 3 {
			conn, _, err := websocket.Dial(t.Context(), web.URL, &websocket.DialOptions{
				HTTPClient: client, HTTPHeader: http.Header{"Cookie": {"moyo=" + token}},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.CloseNow()
			conn.CloseRead(t.Context())
			go func() {
				for range 20 {
					_ = conn.Write(context.Background(), websocket.MessageText, bytes.Repeat([]byte("x"), size))
				}
			}()
		}
		for _, want := range []int32{20, 25, 30} {
			if synctest.Wait(); heard.n.Load() != want {
				t.Errorf("%d messages were taken, want %d", heard.n.Load(), want)
			}
			time.Sleep(5 * time.Second)
		}
	})
}

// rawly returns a WebSocket of a gate with a limit of messages per second, over an in-process network without a
// client library. The test closes it, in its bubble of synctest. early is sent with the handshake.
func rawly(t *testing.T, commands float64, early string) (net.Conn, *bufio.Reader) {
	t.Helper()
	g := &Gate{
		Addresses: limit.NewAddresses(9, 9, time.Now), Open: new(count), Commands: commands,
		Sessions: roster{identity.Hash(token): identity.Who{Session: identity.Hash(token), Player: "ada"}},
	}
	handler := g.Handler(100, func(*http.Request) (Session, error) { return deaf{}, nil })
	l := memnet.Listen()
	web := &httptest.Server{Listener: l, Config: &http.Server{Handler: identity.Identify(g.Sessions, handler)}}
	web.Start()
	t.Cleanup(web.Close)
	raw, err := l.Dial(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(raw, "GET /ws HTTP/1.1\r\nHost: x\r\nCookie: moyo=%s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n%s", token, early)
	in := bufio.NewReader(raw)
	res, err := http.ReadResponse(in, nil)
	if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("%+v %v", res, err)
	}
	return raw, in
}

// TestNoHandshake makes no session for a request that is not a handshake, or that comes from another site's page.
func TestNoHandshake(t *testing.T) {
	g := &Gate{Addresses: limit.NewAddresses(9, 9, time.Now), Open: new(count)}
	handler := g.Handler(100, func(*http.Request) (Session, error) {
		t.Error("a session was made")
		return nil, errors.New("made")
	})
	handshake := func(change func(http.Header)) *http.Request {
		r := httptest.NewRequest("GET", "http://go.example/ws", nil)
		for name, value := range map[string]string{
			"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
		} {
			r.Header.Set(name, value)
		}
		change(r.Header)
		return r
	}
	for name, c := range map[string]struct {
		request *http.Request
		want    int
	}{
		"plain":           {httptest.NewRequest("GET", "/ws", nil), http.StatusBadRequest},
		"no upgrade":      {handshake(func(h http.Header) { h.Del("Upgrade") }), http.StatusBadRequest},
		"no key":          {handshake(func(h http.Header) { h.Del("Sec-WebSocket-Key") }), http.StatusBadRequest},
		"another version": {handshake(func(h http.Header) { h.Set("Sec-WebSocket-Version", "8") }), http.StatusBadRequest},
		"another site":    {handshake(func(h http.Header) { h.Set("Origin", "https://evil.example") }), http.StatusForbidden},
		"null origin":     {handshake(func(h http.Header) { h.Set("Origin", "null") }), http.StatusForbidden},
	} {
		w := httptest.NewRecorder()
		if handler(w, c.request); w.Code != c.want {
			t.Errorf("%s: %d, want %d", name, w.Code, c.want)
		}
	}
	for _, origin := range []string{"", "http://go.example", "https://GO.example"} {
		if err := mayUpgrade(handshake(func(h http.Header) { h.Set("Origin", origin) })); err != nil {
			t.Errorf("origin %q: %v", origin, err)
		}
	}
}

// closing is a session that counts calls of Close.
type closing struct {
	deaf
	closed *int
}

func (c closing) Close() { *c.closed++ }

// TestRefusedLeaveNothing checks that requests that do not become connections give back their place, and that their
// sessions are closed.
func TestRefusedLeaveNothing(t *testing.T) {
	closed := 0
	var refusal error
	open := new(count)
	g := &Gate{Sessions: roster{}, Addresses: limit.NewAddresses(1, 1, time.Now), Open: open, Commands: 1}
	handler := g.Handler(100, func(*http.Request) (Session, error) { return closing{closed: &closed}, refusal })
	for _, c := range []struct {
		name    string
		upgrade bool
		refusal error
		want    int
		closed  int
	}{
		{"no handshake", false, nil, http.StatusBadRequest, 0},
		{"no session", true, apierror.New(apierror.NotFound, "nothing there"), http.StatusNotFound, 0},
		{"no connection", true, nil, http.StatusSwitchingProtocols, 1}, // a recorder cannot be hijacked, which is noticed only after that
	} {
		for range 2 {
			r := httptest.NewRequest("GET", "http://go.example/ws", nil)
			if c.upgrade {
				for name, value := range map[string]string{
					"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
				} {
					r.Header.Set(name, value)
				}
			}
			w := httptest.NewRecorder()
			refusal, closed = c.refusal, 0
			if handler(w, r); w.Code != c.want || closed != c.closed {
				t.Errorf("%s: %d, closed %d times; want %d, %d", c.name, w.Code, closed, c.want, c.closed)
			}
			if len(g.sessions.open) > 0 {
				t.Errorf("%s: %v are still connected", c.name, g.sessions.open)
			}
		}
	}
}
