package socket

import (
	"context"
	"errors"
	"testing"

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

func TestPing(t *testing.T) {
	for text, want := range map[string]bool{`{"type":"ping"}`: true, `{"type":"pong"}`: false, `{"type":"ping","ply":"x"}`: false, `ping`: false} {
		if isPing([]byte(text)) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}
