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

// bubbles holds the tests that run in a bubble, and networks the listeners in memory by the address of their server.
var bubbles, networks sync.Map

// bubble runs a test with its server, its store and its clients in a bubble of synctest. There
// [synctest.Wait] is the barrier: it returns when everything that follows from what was sent is done. Time
// stands still while anything is at work. No engine may think by time there.
func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		bubbles.Store(t, true)
		t.Cleanup(func() { // after the servers and clients have ended
			bubbles.Delete(t)
			time.Sleep(testTime) // what was waiting for a moment to pass ends as well
		})
		f(t)
	})
}

// network returns what a server listens to.
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

// transport returns what takes the requests of a client to a server; nil for the usual one.
func transport(t testing.TB, url string) http.RoundTripper {
	l, ok := networks.Load(url)
	if !ok {
		return nil
	}
	tr := &http.Transport{DialContext: l.(*memnet.Listener).Dial}
	t.Cleanup(tr.CloseIdleConnections)
	return tr
}

// until waits for what a process or a node of its own does, of which nothing tells. Where all is within a
// bubble there is [synctest.Wait].
func until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(testTime); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// settled waits in a bubble until everything is done, and fails the test if something is not so then.
func settled(t testing.TB, what string, so func() bool) {
	t.Helper()
	if synctest.Wait(); !so() {
		t.Fatalf("when all is done, not so: %s", what)
	}
}
