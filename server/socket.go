package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"moyo/server/wire"
	"moyo/store"
)

// The times of a connection.
const (
	writeTimeout = 10 * time.Second // for one message
	pingEvery    = 30 * time.Second
	pingTimeout  = 20 * time.Second
)

// The reasons for which the server ends a connection.
var (
	errTooSlow = errors.New("you read too slowly; please reconnect")
	errGone    = errors.New("the game was closed here; please reconnect")
)

// socket serves the WebSocket of a game.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	leave, ok := s.limits.connect(addressOf(r))
	if !ok {
		writeProblem(w, http.StatusServiceUnavailable, "The server has too many visitors right now. Please try again in a minute.")
		return
	}
	defer leave()
	id := r.PathValue("id")
	room, release, err := s.hub.open(r.Context(), id)
	if err != nil {
		status, text := openProblem(err)
		writeProblem(w, status, text)
		return
	}
	defer release()
	conn, err := websocket.Accept(w, r, nil) // refuses other origins by itself
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(maxMessage)
	s.metrics.connections.Inc()
	defer s.metrics.connections.Dec()
	s.serveMember(r.Context(), conn, room)
}

// openProblem says how a game that cannot be opened is answered.
func openProblem(err error) (status int, text string) {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return http.StatusNotFound, "There is no such game. Its link may be incomplete."
	case errors.Is(err, errTooManyGames):
		return http.StatusServiceUnavailable, "Too many games are open on this server right now. Please try again in a minute."
	}
	return http.StatusInternalServerError, "The game cannot be opened. It is kept; the server's log says more."
}

// serveMember lives a connection's life: one goroutine reads, this one writes.
func (s *Server) serveMember(ctx context.Context, conn *websocket.Conn, room *room) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	m := &member{guest: guest(ctx), out: make(chan []byte, outboxSize), drop: func() { cancel(errTooSlow) }}
	go func() {
		err := guarded(func() error { return s.read(ctx, conn, room, m) })
		cancel(err)
	}()
	err := write(ctx, conn, m, room.gone)
	room.do(func() { room.leave(m) })
	switch cause := context.Cause(ctx); {
	case errors.Is(err, errGone), errors.Is(cause, errTooSlow):
		_ = conn.Close(websocket.StatusTryAgainLater, "please reconnect")
	default:
		_ = conn.Close(websocket.StatusNormalClosure, "")
	}
}

// read takes messages to the room until the connection ends.
func (s *Server) read(ctx context.Context, conn *websocket.Conn, room *room, m *member) error {
	limit := rate.NewLimiter(rate.Limit(s.cfg.Limits.Commands), 2*int(s.cfg.Limits.Commands)+1)
	for {
		// A context that ends while a message is awaited would cut the
		// connection off before the goodbye.
		_, data, err := conn.Read(context.WithoutCancel(ctx))
		if err != nil {
			return err
		}
		if err := limit.Wait(ctx); err != nil {
			return err
		}
		msg, err := decode(data)
		switch {
		case err != nil:
			err = m.answer(ctx, failure("", "bad-request", "The server did not understand that message."))
		case msg.Type == "ping":
			err = m.answer(ctx, wire.ServerMessage{Type: "pong"})
		case !room.do(func() { room.handle(m, msg) }):
			err = errGone
		}
		if err != nil {
			return err
		}
	}
}

// answer queues a message from the reading side, which may wait: whoever asks
// faster than they listen is read more slowly.
func (m *member) answer(ctx context.Context, msg wire.ServerMessage) error {
	select {
	case m.out <- encode(msg):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// write sends what is queued for a member until ctx or the room ends.
func write(ctx context.Context, conn *websocket.Conn, m *member, gone <-chan struct{}) error {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		select {
		case data := <-m.out:
			if err := writeOne(ctx, conn, data); err != nil {
				return err
			}
		case <-ping.C:
			if err := pingOne(ctx, conn); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		case <-gone:
			return errGone
		}
	}
}

// writeOne and pingOne have a time of their own: a context that ends within a
// write would cut the connection off before the goodbye.
func writeOne(ctx context.Context, conn *websocket.Conn, data []byte) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, data)
}

func pingOne(ctx context.Context, conn *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
	defer cancel()
	return conn.Ping(ctx)
}
