package socket

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
)

// Lines is the content type of streamed answers: a JSON value per line.
const Lines = "application/x-ndjson"

// aliveEvery is the time between signs of life in an idle stream of lines.
const aliveEvery = 10 * time.Second

// alive is a sign of life.
var alive = []byte(`{"type":"alive"}`)

// Lined returns the handler of a session for programs without WebSockets. It starts with hello, as a client would,
// and streams the messages to the client as lines of JSON until either side ends it. Commands from the client are
// given with [Once].
func (g *Gate) Lined(hello []byte, open func(*http.Request) (Session, error)) http.HandlerFunc {
	return g.Stream(func(w http.ResponseWriter, r *http.Request) {
		session, err := open(r)
		if err != nil {
			apierror.Write(w, err)
			return
		}
		defer session.Close()
		ctx, end := context.WithCancelCause(r.Context())
		defer end(nil)
		c := NewConn(identity.Of(ctx), end)
		c.Address = limit.Address(ctx)
		defer session.Leave(c)
		out := NewLineWriter(w)
		if err := session.Receive(ctx, c, hello); err != nil {
			return
		}
		tick := time.NewTicker(aliveEvery)
		defer tick.Stop()
		for {
			line := alive
			select {
			case line = <-c.Queue():
			case <-tick.C:
			case <-session.Gone():
				return
			case <-ctx.Done():
				return
			}
			if out.Write(line) != nil {
				return
			}
		}
	})
}

// LineWriter writes an answer in lines, and sends each immediately.
type LineWriter struct {
	w   http.ResponseWriter
	out *http.ResponseController
}

// NewLineWriter starts an answer in lines.
func NewLineWriter(w http.ResponseWriter) LineWriter {
	w.Header().Set("Content-Type", Lines)
	w.Header().Set("Cache-Control", "no-cache")
	l := LineWriter{w, http.NewResponseController(w)}
	_ = l.out.SetReadDeadline(time.Time{}) // the server's deadline is for short requests
	return l
}

// Write writes a line, which must not contain a newline.
func (l LineWriter) Write(line []byte) error {
	_ = l.out.SetWriteDeadline(time.Now().Add(writeTimeout)) // in the network's time, if the connection supports deadlines
	if _, err := l.w.Write(append(line[:len(line):len(line)], '\n')); err != nil {
		return err
	}
	return l.out.Flush()
}

// Alive writes a sign of life.
func (l LineWriter) Alive() error { return l.Write(alive) }

// onceTime is the maximum time of the answer to a command.
const onceTime = 20 * time.Second

// Once gives a command to a session that starts with hello, and returns the acknowledgement or the refusal. If
// neither arrives in time, the caller can repeat the command with the same id.
func Once(ctx context.Context, session Session, hello []byte, command wire.ClientMessage) (*wire.Ack, error) {
	defer session.Close()
	ctx, cancel := context.WithTimeoutCause(ctx, onceTime, ErrGone)
	defer cancel()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	c := NewConn(identity.Of(ctx), end)
	c.Address = limit.Address(ctx)
	defer session.Leave(c)
	data, err := json.Marshal(command)
	if err != nil {
		return nil, err
	}
	for _, message := range [][]byte{hello, data} {
		if err := session.Receive(ctx, c, message); err != nil {
			return nil, err
		}
	}
	for {
		select {
		case line := <-c.Queue():
			var m wire.ServerMessage
			if err := json.Unmarshal(line, &m); err != nil {
				return nil, err
			}
			switch {
			case m.Ack != nil && m.Ack.ID == command.ID:
				return m.Ack, nil
			case m.Error != nil && (m.Error.ID == command.ID || m.Error.ID == ""):
				return nil, apierror.Said(m.Error)
			}
		case <-session.Gone():
			return nil, ErrGone
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}
