package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"moyo/server/wire"
)

// maxQuestion is the size of a question, in bytes: the largest board's stones
// and a long game, or long notes.
const maxQuestion = 128 << 10

// notUnderstood answers what is no question.
const notUnderstood = "the server did not understand that request"

// answerer answers one question of a connection whose context is ctx; now ends
// with the next message. An error ends the connection.
type answerer func(ctx, now context.Context, data []byte) error

// questions returns the handler of a WebSocket on which each message is a
// question that ends the one before it. open is called for each connection.
func (s *Server) questions(open func(*member) answerer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		leave, ok := s.limits.connect(addressOf(r))
		if !ok {
			writeProblem(w, http.StatusServiceUnavailable, "The server has too many visitors right now. Please try again in a minute.")
			return
		}
		defer leave()
		conn, err := websocket.Accept(w, r, nil) // refuses other origins by itself
		if err != nil {
			return // Accept has answered
		}
		defer conn.CloseNow()
		conn.SetReadLimit(maxQuestion)
		s.metrics.connections.Inc()
		defer s.metrics.connections.Dec()
		s.serveQuestions(r.Context(), conn, open)
	}
}

// serveQuestions lives a connection's life: one goroutine reads, this one writes,
// and one for each question, of which the latest alone goes on, thinks.
func (s *Server) serveQuestions(ctx context.Context, conn *websocket.Conn, open func(*member) answerer) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := context.AfterFunc(s.ctx, func() { cancel(errGone) })
	defer stop()
	m := &member{guest: guest(ctx), out: make(chan []byte, outboxSize), drop: func() { cancel(errTooSlow) }}
	var thinkers sync.WaitGroup
	defer thinkers.Wait()
	go func() {
		cancel(guarded(func() error { return s.readQuestions(ctx, conn, m, open(m), &thinkers, cancel) }))
	}()
	_ = write(ctx, conn, m, nil)
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errTooSlow), errors.Is(cause, errGone):
		_ = conn.Close(websocket.StatusTryAgainLater, "please reconnect")
	default:
		_ = conn.Close(websocket.StatusNormalClosure, "")
	}
}

// readQuestions takes questions until the connection ends. A "ping" is answered
// and ends nothing.
func (s *Server) readQuestions(ctx context.Context, conn *websocket.Conn, m *member, answer answerer, thinkers *sync.WaitGroup, fail context.CancelCauseFunc) error {
	limit := rate.NewLimiter(rate.Limit(s.cfg.Limits.Commands), 2*int(s.cfg.Limits.Commands)+1)
	before := func() {}
	defer func() { before() }()
	for {
		_, data, err := conn.Read(context.WithoutCancel(ctx))
		if err != nil {
			return err
		}
		if err := limit.Wait(ctx); err != nil {
			return err
		}
		if isPing(data) {
			if err := m.tell(ctx, wire.ServerMessage{Type: "pong"}); err != nil {
				return err
			}
			continue
		}
		before()
		now, end := context.WithCancel(ctx)
		before = end
		thinkers.Go(func() {
			defer end()
			if err := guarded(func() error { return answer(ctx, now, data) }); err != nil && ctx.Err() == nil && now.Err() == nil {
				fail(err)
			}
		})
	}
}

func isPing(data []byte) bool {
	var message wire.ClientMessage
	return json.Unmarshal(data, &message) == nil && message.Type == "ping"
}

// tell queues a reply; it waits while the queue is full.
func (m *member) tell(ctx context.Context, reply any) error {
	data, err := json.Marshal(reply)
	if err != nil {
		return err
	}
	select {
	case m.out <- data:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// offer queues a reply where there is room: it is one of those that come again.
func (m *member) offer(reply any) {
	data, err := json.Marshal(reply)
	if err != nil {
		return
	}
	select {
	case m.out <- data:
	default:
	}
}
