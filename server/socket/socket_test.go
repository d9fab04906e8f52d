package socket

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/coder/websocket"

	"moyo/server/identity"
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
		t.Error("dropped for what may be left out")
	}
	c.Send(nil)
	if !errors.Is(context.Cause(ctx), errTooSlow) {
		t.Errorf("not dropped: %v", context.Cause(ctx))
	}
}

// TestLag measures how far away a client is.
func TestLag(t *testing.T) {
	c := NewConn(identity.Who{}, func(error) {})
	if c.Lag() != 0 {
		t.Errorf("a lag of %v that nobody has measured", c.Lag())
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
	for text, want := range map[string]bool{`{"type":"ping"}`: true, `{"type":"pong"}`: false, `{"type":"ping","ply":"x"}`: false, `ping`: false} {
		if isPing([]byte(text)) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}
