package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"moyo/server/base/wire"
)

// TestInsist waits as long as a full server requests, gives up after four tries, and gives up
// immediately if another try cannot succeed.
func TestInsist(t *testing.T) {
	busy := &Refusal{Problem: wire.Problem{Status: http.StatusTooManyRequests}, after: 7 * time.Second}
	never := &Refusal{Problem: wire.Problem{Status: http.StatusNotFound}}
	lost := errors.New("lost")
	for _, c := range []struct {
		answers     []error
		want        error
		calls       int
		least, most time.Duration
	}{
		{[]error{nil}, nil, 1, 0, 0},
		{[]error{busy, busy, nil}, nil, 3, 14 * time.Second, 14 * time.Second},
		{[]error{busy, busy, busy, busy, nil}, busy, 4, 21 * time.Second, 21 * time.Second},
		{[]error{lost, nil}, nil, 2, firstPause / 2, 2 * firstPause},
		{[]error{never, nil}, never, 1, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			begun, calls := time.Now(), 0
			err := Insist(t.Context(), func() error { calls++; return c.answers[calls-1] })
			if took := time.Since(begun); !errors.Is(err, c.want) || calls != c.calls || took < c.least || took > c.most {
				t.Errorf("%v: %v after %d calls and %v", c.answers, err, calls, took)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Insist(ctx, func() error { return lost }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestAnswers reads texts within their limit, lines until it has enough, and refusals.
func TestAnswers(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" || r.Header.Get("User-Agent") != "agent" {
			t.Errorf("%v", r.Header)
		}
		switch r.URL.Path {
		case "/text":
			fmt.Fprint(w, "12345")
		case "/lines":
			fmt.Fprint(w, "1\n2\n3\n")
			w.(http.Flusher).Flush()
			<-r.Context().Done() // the answer stays open
		case "/elsewhere":
			http.Redirect(w, r, "https://evil.example/", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	c, err := New(web.URL+"/", "secret", "agent", false)
	if err != nil || c.Root() != web.URL {
		t.Fatal(c, err)
	}
	if text, err := c.Text(t.Context(), "/text", 5); err != nil || string(text) != "12345" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := c.Text(t.Context(), "/text", 4); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
	var heard []int
	err = Lines(t.Context(), c, "/lines", func(n int) bool { heard = append(heard, n); return n == 2 })
	if err != nil || fmt.Sprint(heard) != "[1 2]" {
		t.Error(heard, err)
	}
	if err := c.Get(t.Context(), "/nothing", nil); !IsGone(err) || IsFinal(err) {
		t.Error(err)
	}
	if err := c.Get(t.Context(), "/elsewhere", nil); !IsFinal(err) || IsGone(err) {
		t.Error(err)
	}
}
