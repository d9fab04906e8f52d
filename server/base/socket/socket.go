// Package socket is the one loop of every WebSocket: those of games, and those of
// the desks that answer questions. One goroutine reads; messages to the client wait in
// a queue, and another goroutine writes while there are any.
//
//   - A client that sends faster than allowed, or than its session can work, is
//     read more slowly: its own TCP connection fills up and nobody else's.
//   - A client that reads too slowly is dropped by [Conn.Send] when outboxSize
//     messages wait for it.
//   - What may be left out ([Conn.Offer]) is sent only where there is room.
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

// perMessage is what each message counts beside its length, in bytes.
const perMessage = 256

// outboxSize is how many messages may wait for one client.
const outboxSize = 64

// The times of a connection.
const (
	writeTimeout = 10 * time.Second // for what is sent at once
	firstPing    = time.Second      // what is measured is forgiven soon
	pingEvery    = 30 * time.Second
	pingTimeout  = 20 * time.Second
)

// The reasons for which the server ends a connection.
var (
	errTooSlow = apierror.New(apierror.Reconnect, "you read too slowly; please reconnect")
	errBytes   = apierror.New(apierror.NotText, "messages are text")
	errText    = apierror.New(apierror.BadText, "text that is not UTF-8")
	// ErrGone says that there is no session behind the connection any more.
	ErrGone = apierror.New(apierror.Reconnect, "this was closed here; please reconnect")
)

// Session is what a client talks to: a room with a game, or a desk.
type Session interface {
	// Receive takes a message; messages come one after the other. Its error ends
	// the connection, whose context is ctx.
	Receive(ctx context.Context, c *Conn, data []byte) error
	// Gone is closed when the session has ended by itself.
	Gone() <-chan struct{}
	// Leave is called when nothing is sent to the client any more, before the
	// goodbye. Receive may still be at work.
	Leave(c *Conn)
	// Close is called at the very end, also where there was no connection.
	Close()
}

// Opener makes a session about what a key names, for whoever asks in the context
// ([identity.Of], [limit.Address]). Its error is an HTTP answer.
type Opener func(ctx context.Context, key string) (Session, error)

// Gauge counts open connections.
type Gauge interface {
	Inc()
	Dec()
}

// Gate lets visitors in.
type Gate struct {
	Addresses *limit.Addresses
	Sessions  identity.Sessions
	Open      Gauge
	Commands  float64 // messages a second that one connection may send on end
	Traffic   float64 // bytes a second that all connections of one address may send on end; 0 for any number
	sessions  sessions
}

// Handler returns the handler of WebSockets whose messages have at most maxMessage
// bytes. open makes the session of a request before there is a connection: its
// error is an HTTP answer.
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
		remove := g.enter(ctx, c) // before the client hears that it is connected: from then on it ends with its session
		defer func() {
			if !served {
				remove()
				end(nil)
			}
		}()
		pace := rate.NewLimiter(rate.Limit(g.Commands), 2*int(g.Commands)+1)
		answer := &taken{ResponseWriter: counting(w)}
		conn, err := websocket.Accept(answer, r, &websocket.AcceptOptions{ // refuses other origins by itself
			InsecureSkipVerify: identity.IsBearer(r), // no page of another site can have sent that
			// Its frames of control are messages too: they come by themselves, are answered, and cost as much.
			OnPingReceived: func(ctx context.Context, _ []byte) bool { return pace.Wait(ctx) == nil },
			OnPongReceived: func(ctx context.Context, _ []byte) { _ = pace.Wait(ctx) },
		})
		if err != nil {
			return // Accept has answered
		}
		conn.SetReadLimit(maxMessage)
		served = true
		c.pen = &pen{conn: conn, line: answer.line}
		g.Open.Inc() // what is counted can be ended
		// Not in this goroutine: as long as it lasts, net/http keeps what a request needs, which
		// is more than a connection does.
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

// The answers to requests that are no handshakes of WebSockets.
var (
	errNoHandshake = apierror.New(apierror.BadRequest, "This address is for WebSockets.")
	errOtherSite   = apierror.New(apierror.OtherSite, "Another site's page cannot open connections here.")
)

// mayUpgrade returns what [websocket.Accept] would refuse too, but only when the
// session has been made: whoever just asks shall not have games loaded.
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

// endTime is how long a stream that has ended may take for what it is writing.
const endTime = 2 * time.Second

// Stream returns the handler of a stream, an answer that goes on until either side
// ends it: like a WebSocket it is one of its address's connections, and ends with its
// session. next ends when the context of its request does.
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
			_ = out.SetWriteDeadline(time.Now().Add(endTime)) // of the network, where it knows deadlines: who does not read is not waited for
		}})()
		next(w, r.WithContext(ctx))
	}
}

// serve serves a connection until either side ends it: one goroutine reads, and another
// writes while there is something to write. This one waits for the end.
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

// read takes messages to the session until the connection ends, as fast as pace
// allows. A "ping" is answered here.
func (g *Gate) read(ctx context.Context, conn *websocket.Conn, c *Conn, session Session, pace *rate.Limiter) error {
	for {
		// A context that ends while a message is awaited would cut the
		// connection off before the goodbye.
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

// Conn is the client's end of a session: the queue of messages to it.
type Conn struct {
	identity.Who        // who it is
	Address      string // where from; see limit.Address
	out          chan []byte
	pen          *pen // nil where nothing is written, in tests
	end          context.CancelCauseFunc
	lag          atomic.Int64 // nanoseconds
	cut          atomic.Pointer[time.Time]
}

// NewConn returns a connection of somebody. end ends it, for a reason, and may be
// called often. Sessions get theirs from a [Gate].
func NewConn(who identity.Who, end context.CancelCauseFunc) *Conn {
	return &Conn{Who: who, out: make(chan []byte, outboxSize), end: end}
}

// Asker returns for whom work is done that the client asks for.
func (c *Conn) Asker() queue.Asker { return queue.Asker{Address: c.Address, Person: c.Player} }

// Lag returns how long a message to the client and its answer were under way when
// that was last measured; 0 before the first time. A client can pretend to be slow.
func (c *Conn) Lag() time.Duration { return time.Duration(c.lag.Load()) }

// SetLag notes a lag.
func (c *Conn) SetLag(lag time.Duration) { c.lag.Store(int64(lag)) }

// Cut returns since when the client may not have reached the session, through a fault of
// the server's own network; the zero time where there was none.
func (c *Conn) Cut() time.Time {
	if at := c.cut.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// SetCut notes that the connection ends because of such a fault.
func (c *Conn) SetCut(since time.Time) { c.cut.Store(&since) }

// Queue returns the messages that wait.
func (c *Conn) Queue() <-chan []byte { return c.out }

// Drop ends the connection; the client may come back at once.
func (c *Conn) Drop() { c.end(errTooSlow) }

// Fail ends the connection because of err.
func (c *Conn) Fail(err error) { c.end(err) }

// Send queues a message that must not be missed: a client whose queue is full is
// dropped.
func (c *Conn) Send(data []byte) {
	select {
	case c.out <- data:
		c.wake()
	default:
		c.Drop()
	}
}

// Answer queues a message; it waits while the queue is full, so that whoever asks
// faster than they listen is read more slowly.
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

// Offer queues a message where there is room: it is one of those that come again.
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
	timer = time.AfterFunc(firstPing, func() { // in a goroutine of its own: messages go on while the answer is awaited
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

// ping looks whether the client is there, and how far away.
func (c *Conn) ping(ctx context.Context, conn *websocket.Conn) error {
	start := time.Now()
	err := pingOne(ctx, conn)
	if err == nil {
		c.SetLag(time.Since(start))
	}
	return err
}

// pingOne has a time of its own: a context that ends within a write would cut the
// connection off before the goodbye.
func pingOne(ctx context.Context, conn *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
	defer cancel()
	return conn.Ping(ctx)
}
