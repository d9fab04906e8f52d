package endpoint_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/limit"
)

// TestLimited refuses an address that asks too often.
func TestLimited(t *testing.T) {
	rates := limit.NewAddresses(1, 1, func() time.Time { return time.Unix(0, 0) })
	double := endpoint.Limited(rates, "doubles", 0.01, func(_ context.Context, in *int) (*int, error) {
		out := 2 * *in
		return &out, nil
	})
	in := 4
	if out, err := double(t.Context(), &in); err != nil || *out != 8 {
		t.Errorf("the first answer: %v, %v", out, err)
	}
	if _, err := double(t.Context(), &in); err == nil || apierror.Of(err).Code != apierror.TooOften {
		t.Errorf("answers without end: %v", err)
	}
}

// TestReplyOr answers with a body or with an error.
func TestReplyOr(t *testing.T) {
	if a, err := endpoint.ReplyOr(7, nil); err != nil || a.Body != 7 {
		t.Errorf("%v, %v", a, err)
	}
	busy := errors.New("busy")
	if a, err := endpoint.ReplyOr(7, busy); a != nil || !errors.Is(err, busy) {
		t.Errorf("%v, %v", a, err)
	}
}

// TestOne answers with the result for an id.
func TestOne(t *testing.T) {
	size := endpoint.One(func(_ context.Context, id string) (int, error) { return len(id), nil })
	if a, err := size(t.Context(), &endpoint.ByID{ID: "abc"}); err != nil || a.Body != 3 {
		t.Errorf("%v, %v", a, err)
	}
}
