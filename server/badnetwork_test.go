package server

import (
	"io"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"testing"
	"time"
)

// badNetwork is between clients and a server, whose address may change. It delays data
// and cuts connections: both directions together, or the answers first, so that a request
// is performed but its answer lost.
type badNetwork struct {
	url    string
	target atomic.Pointer[string]
	cuts   atomic.Int64
}

func newBadNetwork(t *testing.T) *badNetwork {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	n := &badNetwork{url: "http://" + l.Addr().String()}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go n.carry(c)
		}
	}()
	return n
}

// fate describes the faults of a connection.
type fate struct {
	lives  time.Duration // then it is cut
	silent time.Duration // duration before the cut without answers
	slow   time.Duration // the longest delay of data
}

func newFate() fate {
	f := fate{lives: time.Duration(20+rand.IntN(600)) * time.Millisecond, slow: time.Duration(rand.IntN(4)) * time.Millisecond}
	if rand.IntN(2) == 0 {
		f.silent = time.Duration(rand.IntN(40)) * time.Millisecond
	}
	return f
}

func (n *badNetwork) carry(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", *n.target.Load())
	if err != nil {
		return
	}
	defer server.Close()
	f := newFate()
	end := time.NewTimer(f.lives)
	defer end.Stop()
	mute := time.Now().Add(f.lives - f.silent)
	done := make(chan struct{}, 2)
	go func() { f.pass(server, client, time.Time{}); done <- struct{}{} }()
	go func() { f.pass(client, server, mute); done <- struct{}{} }()
	select {
	case <-done:
	case <-end.C:
		n.cuts.Add(1)
	}
}

// pass copies bytes in pieces until the given time, if any; after that they are lost.
func (f fate) pass(to io.Writer, from io.Reader, until time.Time) {
	piece := make([]byte, 512)
	for {
		n, err := from.Read(piece)
		if err != nil {
			return
		}
		if f.slow > 0 {
			time.Sleep(time.Duration(rand.Int64N(int64(f.slow))))
		}
		if !until.IsZero() && time.Now().After(until) {
			continue
		}
		if _, err := to.Write(piece[:n]); err != nil {
			return
		}
	}
}
