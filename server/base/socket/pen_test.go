package socket

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"moyo/server/base/identity"
	"moyo/server/base/limit"
)

// cable counts system calls.
type cable struct {
	net.Conn
	mu        sync.Mutex
	writes    [][]byte
	deadlines int
	fails     error
	stuck     chan struct{} // if not nil, writes wait for it
}

func (w *cable) Write(data []byte) (int, error) {
	if w.stuck != nil {
		<-w.stuck
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails != nil {
		return 0, w.fails
	}
	w.writes = append(w.writes, append([]byte(nil), data...))
	return len(data), nil
}

func (w *cable) SetWriteDeadline(time.Time) error { w.deadlines++; return nil }

// TestLine gathers writes and sends them together, in order, and makes no call without writes.
func TestLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &cable{}
		l := &line{Conn: w}
		write := func(text string) {
			if n, err := l.Write([]byte(text)); n != len(text) || err != nil {
				t.Errorf("%d %v", n, err)
			}
		}
		write("a")
		var sheet []byte
		l.gather(&sheet)
		write("b")
		write("c")
		if err := l.flush(); err != nil {
			t.Error(err)
		}
		l.gather(&sheet)
		sheet = sheet[:0]
		if err := l.flush(); err != nil {
			t.Error(err)
		}
		write("d")
		if got := fmt.Sprintf("%s", w.writes); got != "[a bc d]" || w.deadlines != 1 {
			t.Errorf("%s with %d deadlines", got, w.deadlines)
		}
		time.Sleep(deadlineAge + 1)
		if write("e"); w.deadlines != 2 {
			t.Errorf("%d deadlines: this write has no time left", w.deadlines)
		}
		w.fails = io.ErrClosedPipe
		l.gather(&sheet)
		write("f")
		if err := l.flush(); err != io.ErrClosedPipe {
			t.Errorf("%v", err)
		}
	})
}

// penned returns a connection that writes to w, and a function that reports whether it has ended.
func penned(t *testing.T, w *cable) (c *Conn, ended func() error) {
	t.Helper()
	near, far := net.Pipe()
	t.Cleanup(func() { _, _ = near.Close(), far.Close() })
	w.Conn = near
	answer := &taken{ResponseWriter: &hijacked{httptest.NewRecorder(), w}}
	r := httptest.NewRequest("GET", "/", nil)
	handshake := map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
	}
	for name, value := range handshake {
		r.Header.Set(name, value)
	}
	conn, err := websocket.Accept(answer, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	ctx, end := context.WithCancelCause(t.Context())
	c = NewConn(identity.Who{}, end)
	c.pen = &pen{conn: conn, line: answer.line}
	return c, func() error { return context.Cause(ctx) }
}

// hijacked is an answer that can be hijacked.
type hijacked struct {
	http.ResponseWriter
	conn net.Conn
}

func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.conn, bufio.NewReadWriter(bufio.NewReader(h.conn), bufio.NewWriter(h.conn)), nil
}

// TestPen sends waiting messages with one system call, messages that arrive during a write with the next, and none after
// the end. Without messages no goroutine is left.
func TestPen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &cable{stuck: make(chan struct{})}
		c, ended := penned(t, w)
		before := runtime.NumGoroutine()
		c.Send([]byte("one"))
		synctest.Wait() // it is being written
		for _, text := range []string{"two", "three", "four"} {
			c.Send([]byte(text))
		}
		w.stuck <- struct{}{}
		w.stuck <- struct{}{}
		synctest.Wait()
		if len(w.writes) != 2 || string(w.writes[0]) != "\x81\x03one" || string(w.writes[1]) != "\x81\x03two\x81\x05three\x81\x04four" {
			t.Errorf("%q", w.writes)
		}
		if n := runtime.NumGoroutine(); n > before {
			t.Errorf("%d goroutines, %d before", n, before)
		}
		c.Offer("five")
		if err := c.Answer(t.Context(), 6); err != nil {
			t.Error(err)
		}
		w.stuck <- struct{}{}
		close(w.stuck)
		synctest.Wait()
		if all := fmt.Sprintf("%s", w.writes[2:]); !strings.Contains(all, "five") || !strings.Contains(all, "6") {
			t.Errorf("%q", w.writes)
		}
		c.pen.lay()
		n := len(w.writes)
		c.Send([]byte("late"))
		synctest.Wait()
		if len(w.writes) != n || ended() != nil {
			t.Errorf("%q, %v", w.writes[n:], ended())
		}
	})
}

// TestPenLong gathers long messages only up to a limit, and sends them whole.
func TestPenLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &cable{stuck: make(chan struct{})}
		c, _ := penned(t, w)
		long := strings.Repeat("x", sendAbove*3/4)
		for range 5 {
			c.Send([]byte(long))
		}
		close(w.stuck)
		synctest.Wait()
		got := 0
		for _, data := range w.writes {
			got += strings.Count(string(data), "x")
			if len(data) > 2*sendAbove {
				t.Errorf("%d bytes in one write", len(data))
			}
		}
		if got != 5*len(long) {
			t.Errorf("%d of %d came", got, 5*len(long))
		}
	})
}

// TestPenPinged sends pings while messages are gathered; all of both arrive. It is most useful with the race
// detector.
func TestPenPinged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &cable{}
		c, ended := penned(t, w)
		const messages, pings = 1000, 300
		for range pings {
			go func() { _ = c.pen.conn.Ping(context.Background()) }() // until the connection is closed, since no one answers
		}
		for range messages {
			c.out <- []byte("x")
			c.wake()
		}
		synctest.Wait()
		all := ""
		for _, data := range w.writes {
			all += string(data)
		}
		if text, asked := strings.Count(all, "\x81\x01x"), strings.Count(all, "\x89"); text != messages || asked != pings || ended() != nil {
			t.Errorf("%d of %d messages and %d of %d pings arrived, %v", text, messages, asked, pings, ended())
		}
	})
}

// TestPenFails checks that a connection ends when the network fails, without another try.
func TestPenFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &cable{fails: io.ErrClosedPipe}
		c, ended := penned(t, w)
		c.Send([]byte("one"))
		synctest.Wait()
		if err := ended(); err == nil || !strings.Contains(err.Error(), io.ErrClosedPipe.Error()) {
			t.Errorf("%v", err)
		}
		w.fails = nil
		c.Send([]byte("two"))
		synctest.Wait()
		if len(w.writes) > 0 {
			t.Errorf("%q", w.writes)
		}
	})
}

// TestEarly checks that bytes sent before the end of the handshake are read.
func TestEarly(t *testing.T) {
	near, far := net.Pipe()
	defer far.Close()
	defer near.Close()
	in := bufio.NewReader(io.MultiReader(strings.NewReader("early"), near))
	if _, err := in.Peek(5); err != nil {
		t.Fatal(err)
	}
	answer := &taken{ResponseWriter: &early{httptest.NewRecorder(), near, in}}
	_, buffers, err := answer.Hijack()
	if err != nil || buffers.Reader.Buffered() != 5 || buffers.Reader.Size() != readBuffer || buffers.Writer.Size() != writeBuffer {
		t.Fatalf("%d bytes, %v", buffers.Reader.Buffered(), err)
	}
	go func() { _, _ = far.Write([]byte(" and late")) }()
	all := make([]byte, 14)
	if _, err := io.ReadFull(buffers, all); err != nil || string(all) != "early and late" {
		t.Errorf("%q %v", all, err)
	}
}

type early struct {
	http.ResponseWriter
	conn net.Conn
	in   *bufio.Reader
}

func (e *early) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return e.conn, bufio.NewReadWriter(e.in, bufio.NewWriter(e.conn)), nil
}

// parting is a session that reports Leave and Close.
type parting struct {
	deaf
	gone chan struct{}
	said chan string
}

func (p *parting) Gone() <-chan struct{} { return p.gone }
func (p *parting) Leave(*Conn)           { p.said <- "left" }
func (p *parting) Close()                { p.said <- "closed" }

// TestEndings checks that in each way in which a connection can end, its session gets Leave, then Close, and the
// connection is no longer counted.
func TestEndings(t *testing.T) {
	for name, end := range map[string]func(g *Gate, p *parting, conn *websocket.Conn){
		"the client leaves":   func(_ *Gate, _ *parting, conn *websocket.Conn) { _ = conn.Close(websocket.StatusNormalClosure, "") },
		"the client is cut":   func(_ *Gate, _ *parting, conn *websocket.Conn) { _ = conn.CloseNow() },
		"the session ends":    func(_ *Gate, p *parting, _ *websocket.Conn) { close(p.gone) },
		"they are signed out": func(g *Gate, _ *parting, _ *websocket.Conn) { g.End("ada") },
	} {
		t.Run(name, func(t *testing.T) {
			p := &parting{gone: make(chan struct{}), said: make(chan string, 2)}
			hash := identity.Hash(token)
			open := &gauge{changed: make(chan int, 9)}
			g := &Gate{
				Addresses: limit.NewAddresses(1, 1, time.Now), Open: open, Commands: 5,
				Sessions: roster{hash: identity.Who{Session: hash, Player: "ada"}},
			}
			web := httptest.NewServer(identity.Identify(g.Sessions, g.Handler(100, func(*http.Request) (Session, error) { return p, nil })))
			defer web.Close()
			conn, _, err := websocket.Dial(t.Context(), web.URL, &websocket.DialOptions{HTTPHeader: http.Header{"Cookie": {"moyo=" + token}}})
			if err != nil {
				t.Fatal(err)
			}
			conn.CloseRead(t.Context())
			if n := <-open.changed; n != 1 {
				t.Errorf("%d are open", n)
			}
			end(g, p, conn)
			if first, second := <-p.said, <-p.said; first != "left" || second != "closed" {
				t.Errorf("%s, then %s", first, second)
			}
			if n := <-open.changed; n != 0 {
				t.Errorf("%d are open", n)
			}
		})
	}
}

// gauge is a gauge that tests can read.
type gauge struct {
	mu      sync.Mutex
	n       int
	changed chan int
}

func (g *gauge) add(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n += n
	g.changed <- g.n
}
func (g *gauge) Inc() { g.add(1) }
func (g *gauge) Dec() { g.add(-1) }

// TestPenWakes sends each message at the moment when the previous one has been written. No message may stay in the
// queue because the writer was about to stop.
func TestPenWakes(t *testing.T) {
	w := &cable{stuck: make(chan struct{})}
	c, _ := penned(t, w)
	late := time.NewTimer(time.Minute)
	for i := range 20_000 {
		c.Send(nil)
		select {
		case w.stuck <- struct{}{}:
		case <-late.C:
			t.Fatalf("message %d is not written", i+1)
		}
	}
}
