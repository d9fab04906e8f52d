package server

import (
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"moyo/internal/testenv/memnet"
)

// bubbles has the tests in a bubble, and networks the in-memory listeners by server address.
var bubbles, networks sync.Map

// bubble runs a test with its server, store and clients in a synctest bubble. In it
// [synctest.Wait] is the barrier: it returns when all consequences of a message are done. Time
// stands still while goroutines work. Engines there may not think by time.
func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		bubbles.Store(t, true)
		t.Cleanup(func() { // after the servers and clients have ended
			bubbles.Delete(t)
			time.Sleep(testTime) // timers of remaining goroutines fire
		})
		f(t)
	})
}

// network returns the listener of a server.
func network(t testing.TB) net.Listener {
	t.Helper()
	if _, ok := bubbles.Load(t); ok {
		l := memnet.Listen()
		networks.Store("http://"+l.Addr().String(), l)
		t.Cleanup(func() { networks.Delete("http://" + l.Addr().String()) })
		return l
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// transport returns the transport of a client; nil for the usual one.
func transport(t testing.TB, url string) http.RoundTripper {
	l, ok := networks.Load(url)
	if !ok {
		return nil
	}
	tr := &http.Transport{DialContext: l.(*memnet.Listener).Dial}
	t.Cleanup(tr.CloseIdleConnections)
	return tr
}

// until polls for a state in another process or node. Inside of one
// bubble, use [synctest.Wait].
func until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(testTime); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// settled waits in a bubble until everything is done, and fails the test if so returns false then.
func settled(t testing.TB, what string, so func() bool) {
	t.Helper()
	if synctest.Wait(); !so() {
		t.Fatalf("when all is done, not so: %s", what)
	}
}
