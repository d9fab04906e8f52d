package memnet_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"moyo/internal/testenv/memnet"
)

// TestHTTP connects an ordinary server and client in a bubble, where a pause costs no time.
func TestHTTP(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := memnet.Listen()
		handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(time.Hour)
			_, _ = io.WriteString(w, r.RemoteAddr)
		})
		web := &httptest.Server{Listener: l, Config: &http.Server{Handler: handler}}
		web.Start()
		transport := &http.Transport{DialContext: l.Dial}
		res, err := (&http.Client{Transport: transport}).Get(web.URL)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(res.Body); err != nil || string(body) != "127.0.0.1:1" {
			t.Errorf("the address of the client is %q, %v", body, err)
		}
		res.Body.Close()
		transport.CloseIdleConnections()
		web.Close()
		if _, err := l.Dial(t.Context(), "tcp", "x"); !errors.Is(err, net.ErrClosed) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// TestHolds keeps written data for a later reader, also when the other end is closed by then; writing to a
// closed end is an error.
func TestHolds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := memnet.Listen()
		var server net.Conn
		go func() { server, _ = l.Accept() }()
		client, err := l.Dial(t.Context(), "tcp", "x")
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		text := bytes.Repeat([]byte("moyo"), 50_000)
		if _, err := client.Write(text); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		_ = client.Close()
		if got, err := io.ReadAll(server); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%d bytes of %d came, %v", len(got), len(text), err)
		}
		synctest.Wait()
		if _, err := server.Write([]byte("x")); err == nil {
			t.Error("who has gone can be written to")
		}
		_ = server.Close()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := l.Dial(ctx, "tcp", "x"); !errors.Is(err, context.Canceled) {
			t.Errorf("with an ended context: %v", err)
		}
	})
}
