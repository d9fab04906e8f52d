// Package socket runs all WebSockets: those of games, and others that answer requests. One goroutine reads. Messages
// to the client wait in a queue, and another goroutine writes while there are any.
//
//   - A client that sends faster than allowed, or faster than its session works, is read more slowly. Its own TCP
//     connection fills up, and no others.
//   - A client that reads too slowly is dropped by [Conn.Send] when outboxSize messages wait for it.
//   - Optional messages ([Conn.Offer]) are sent only if there is room.
package socket

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"moyo/server/base/apierror"
	"moyo/server/base/guard"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/wire"
)

// perMessage is the cost of each message in addition to its length, in bytes.
const perMessage = 256

// outboxSize is the number of messages that may wait for a client.
const outboxSize = 64

// Timing of a connection.
const (
	writeTimeout = 10 * time.Second // for one write
	firstPing    = time.Second      // soon, since the clock is corrected by the measured lag
	pingEvery    = 30 * time.Second
	pingTimeout  = 20 * time.Second
)

// Reasons for which the server ends a connection.
var (
	errTooSlow = apierror.New(apierror.Reconnect, "you read too slowly; please reconnect")
	errBytes   = apierror.New(apierror.NotText, "messages are text")
	errText    = apierror.New(apierror.BadText, "text that is not UTF-8")
	// ErrGone means that the connection's session has ended.
	ErrGone = apierror.New(apierror.Reconnect, "this session has ended; please reconnect")
)

// Session is the server's end of a connection, such as a room with a game.
type Session interface {
	// Receive handles a message. Messages are handled one after the other. An error ends the connection, whose
	// context is ctx.
	Receive(ctx context.Context, c *Conn, data []byte) error
	// Gone is closed when the session has ended by itself.
	Gone() <-chan struct{}
	// Leave is called when no more messages are sent to the client, before the connection is closed. Receive may
	// still be running.
	Leave(c *Conn)
	// Close is called last, also if no connection was made.
	Close()
}

// Opener opens the session for a key. The caller is in the context ([identity.Of], [limit.Address]). Its error is an
// HTTP answer.
type Opener func(ctx context.Context, key string) (Session, error)

// Gauge counts open connections.
type Gauge interface {
	Inc()
	Dec()
}

// Gate admits connections.
type Gate struct {
	Addresses *limit.Addresses
	Sessions  identity.Sessions
	Open      Gauge
	Commands  float64 // sustained messages per second and connection
	Traffic   float64 // sustained bytes per second and address; 0 for no limit
	sessions  sessions
}

// Handler returns the handler of WebSockets with messages of at most maxMessage bytes. open makes the session of a
// request before there is a connection; its error is an HTTP answer.
func (g *Gate) Handler(maxMessage int64, open func(*http.Request) (Session, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		leave, err := g.Addresses.Connect(r.Context())
		if err != nil {
			apierror.Write(w, err)
			return
		}
		served := false
		defer func() {
			if !served {
				leave()
			}
		}()
		if err := mayUpgrade(r); err != nil {
			apierror.Write(w, err)
			return
		}
		session, err := open(r)
		if err != nil {
			apierror.Write(w, err)
			return
		}
		defer func() {
			if !served {
				session.Close()
			}
		}()
		ctx, end := context.WithCancelCause(context.WithoutCancel(r.Context()))
		c := NewConn(identity.Of(ctx), end)
		c.Address = limit.Address(ctx)
		remove := g.enter(ctx, c) // before the client knows that it is connected, so that it ends with its session from then on
		defer func() {
			if !served {
				remove()
				end(nil)
			}
		}()
		pace := rate.NewLimiter(rate.Limit(g.Commands), 2*int(g.Commands)+1)
		answer := &taken{ResponseWriter: counting(w)}
		conn, err := websocket.Accept(answer, r, &websocket.AcceptOptions{ // refuses other origins itself
			InsecureSkipVerify: identity.IsBearer(r), // pages of other sites cannot send that
			// Control frames count as messages, because they are answered and cost as much.
			OnPingReceived: func(ctx context.Context, _ []byte) bool { return pace.Wait(ctx) == nil },
			OnPongReceived: func(ctx context.Context, _ []byte) { _ = pace.Wait(ctx) },
		})
		if err != nil {
			return // Accept has answered
		}
		conn.SetReadLimit(maxMessage)
		served = true
		c.pen = &pen{conn: conn, line: answer.line}
		g.Open.Inc() // a counted connection can be ended
		// In another goroutine, because net/http would keep the memory of the request, which is larger than a
		// connection's.
		go func() {
			defer leave()
			defer session.Close()
			defer g.Open.Dec()
			defer conn.CloseNow()
			defer remove()
			if err := guard.Run(func() error { g.serve(ctx, conn, c, session, pace); return nil }); err != nil {
				slog.Error("connection failed", "err", err)
			}
		}()
	}
}

// Answers to requests that are not WebSocket handshakes.
var (
	errNoHandshake = apierror.New(apierror.BadRequest, "This address is for WebSockets.")
	errOtherSite   = apierror.New(apierror.OtherSite, "Another site's page cannot open connections here.")
)

// mayUpgrade makes the checks of [websocket.Accept] before a session is made, so that a plain request does not load a
// game.
func mayUpgrade(r *http.Request) error {
	handshake := r.Method == http.MethodGet && r.ProtoAtLeast(1, 1) && r.Header.Get("Sec-WebSocket-Key") != "" &&
		r.Header.Get("Sec-WebSocket-Version") == "13" && strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
	if !handshake {
		return errNoHandshake
	}
	origin := r.Header.Get("Origin")
	if origin == "" || identity.IsBearer(r) {
		return nil // not a browser
	}
	if u, err := url.Parse(origin); err != nil || !strings.EqualFold(u.Host, r.Host) {
		return errOtherSite
	}
	return nil
}

// endTime is the time that an ended stream may take to finish a write.
const endTime = 2 * time.Second

// Stream returns the handler of a streamed answer. Like a WebSocket, it counts as a connection of its address and
// ends with its session. next must end with the context of its request.
func (g *Gate) Stream(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		leave, err := g.Addresses.Connect(r.Context())
		if err != nil {
			apierror.Write(w, err)
			return
		}
		defer leave()
		g.Open.Inc()
		defer g.Open.Dec()
		ctx, end := context.WithCancelCause(r.Context())
		defer end(nil)
		out := http.NewResponseController(w)
		defer g.enter(ctx, &Conn{Who: identity.Of(ctx), Address: limit.Address(ctx), end: func(err error) {
			end(err)
			_ = out.SetWriteDeadline(time.Now().Add(endTime)) // a client that does not read must not delay the end
		}})()
		next(w, r.WithContext(ctx))
	}
}

// serve serves a connection until either side ends it. One goroutine reads, and another writes while there are
// messages. The caller's goroutine waits for the end.
func (g *Gate) serve(ctx context.Context, conn *websocket.Conn, c *Conn, session Session, pace *rate.Limiter) {
	defer c.end(nil)
	reading := make(chan struct{})
	go func() {
		defer close(reading)
		c.end(guard.Run(func() error { return g.read(ctx, conn, c, session, pace) }))
	}()
	stop := c.keepAlive(ctx, conn)
	select {
	case <-ctx.Done():
	case <-session.Gone():
		c.end(ErrGone)
	}
	stop()
	c.pen.lay()
	session.Leave(c)
	_ = conn.Close(apierror.Closing(context.Cause(ctx)))
	<-reading
}

// read passes messages to the session until the connection ends, at most as fast as pace allows. It answers "ping"
// itself.
func (g *Gate) read(ctx context.Context, conn *websocket.Conn, c *Conn, session Session, pace *rate.Limiter) error {
	for {
		// If the context ended during a read, the connection would be cut before it is closed properly.
		kind, data, err := conn.Read(context.WithoutCancel(ctx))
		switch {
		case err != nil:
			return err
		case kind != websocket.MessageText:
			return errBytes
		case !utf8.Valid(data):
			return errText
		}
		if err := pace.Wait(ctx); err != nil {
			return err
		}
		if g.Traffic > 0 {
			if err := g.Addresses.Wait(ctx, "traffic", g.Traffic, len(data)+perMessage); err != nil {
				return err
			}
		}
		if isPing(data) {
			err = c.Answer(ctx, wire.ServerMessage{Type: "pong"})
		} else {
			err = session.Receive(ctx, c, data)
		}
		if err != nil {
			return err
		}
	}
}

func isPing(data []byte) bool {
	if !bytes.Contains(data, []byte("ping")) {
		return false
	}
	var message wire.ClientMessage
	return json.Unmarshal(data, &message) == nil && message.Type == "ping"
}

// Conn is a session's connection to its client: the queue of messages to the client.
type Conn struct {
	identity.Who        // the client
	Address      string // of the client; see limit.Address
	out          chan []byte
	pen          *pen // nil in tests that write nothing
	end          context.CancelCauseFunc
	lag          atomic.Int64 // nanoseconds
	cut          atomic.Pointer[time.Time]
}

// NewConn returns a connection of a client. end ends it for a reason, and may be called several times. Sessions get
// their connections from a [Gate].
func NewConn(who identity.Who, end context.CancelCauseFunc) *Conn {
	return &Conn{Who: who, out: make(chan []byte, outboxSize), end: end}
}

// Asker returns the client as an asker of a queue.
func (c *Conn) Asker() queue.Asker { return queue.Asker{Address: c.Address, Person: c.Player} }

// Lag returns the last measured time of a message to the client and back, 0 before the first measurement. A client
// can pretend to be slow.
func (c *Conn) Lag() time.Duration { return time.Duration(c.lag.Load()) }

// SetLag sets the lag.
func (c *Conn) SetLag(lag time.Duration) { c.lag.Store(int64(lag)) }

// Cut returns when the client may have lost the session through a fault of the server's own network, or the zero
// time.
func (c *Conn) Cut() time.Time {
	if at := c.cut.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// SetCut records that the connection ends because of such a fault.
func (c *Conn) SetCut(since time.Time) { c.cut.Store(&since) }

// Queue returns the waiting messages.
func (c *Conn) Queue() <-chan []byte { return c.out }

// Drop ends the connection. The client may reconnect immediately.
func (c *Conn) Drop() { c.end(errTooSlow) }

// Fail ends the connection with err.
func (c *Conn) Fail(err error) { c.end(err) }

// Send queues a message that must arrive. It drops a client whose queue is full.
func (c *Conn) Send(data []byte) {
	select {
	case c.out <- data:
		c.wake()
	default:
		c.Drop()
	}
}

// Answer queues a message. It waits while the queue is full, so that a client that sends faster than it reads is
// slowed down.
func (c *Conn) Answer(ctx context.Context, message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	select {
	case c.out <- data:
		c.wake()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Offer queues a message if there is room. Use it for messages that are repeated.
func (c *Conn) Offer(message any) {
	data, err := json.Marshal(message)
	if err != nil {
		return
	}
	select {
	case c.out <- data:
		c.wake()
	default:
	}
}

// keepAlive pings the client now and then until ctx ends or stop is called.
func (c *Conn) keepAlive(ctx context.Context, conn *websocket.Conn) (stop func()) {
	var mu sync.Mutex
	var timer *time.Timer
	stopped := false
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(firstPing, func() { // in its own goroutine, so that messages continue while it waits
		if err := c.ping(ctx, conn); err != nil {
			c.end(err)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if !stopped {
			timer.Reset(pingEvery)
		}
	})
	return func() {
		mu.Lock()
		defer mu.Unlock()
		stopped = true
		timer.Stop()
	}
}

// ping checks the connection to the client and measures its lag.
func (c *Conn) ping(ctx context.Context, conn *websocket.Conn) error {
	start := time.Now()
	err := pingOne(ctx, conn)
	if err == nil {
		c.SetLag(time.Since(start))
	}
	return err
}

// pingOne uses its own timeout. If ctx ended during a write, the connection would be cut before it is closed
// properly.
func pingOne(ctx context.Context, conn *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
	defer cancel()
	return conn.Ping(ctx)
}
