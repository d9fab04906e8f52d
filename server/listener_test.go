package server

import (
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// TestHalfOpen has one address open connections and send nothing on them: as many are
// kept as its limit is, and the server answers on.
func TestHalfOpen(t *testing.T) {
	cfg := testConfig(newStore(t))
	cfg.Limits.Connections, cfg.Limits.PerAddress = 60, 20 // 80 in all, 20 of one
	s := New(cfg)
	defer s.Close()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	web := &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	go func() { _ = web.Serve(s.Listener(inner)) }()
	defer web.Close()
	closed := 0
	var conns []net.Conn
	for range 100 {
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conns = append(conns, conn)
	}
	for _, conn := range conns {
		_ = conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
		if _, err := conn.Read(make([]byte, 1)); err == io.EOF {
			closed++
		}
	}
	if closed != 80 {
		t.Errorf("of 100 connections %d were closed, want 80", closed)
	}
	_ = conns[0].Close()
	for range 50 { // until that has been noticed
		res, err := http.Get("http://" + inner.Addr().String() + "/healthz/live")
		if err == nil {
			res.Body.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the server does not answer when there is a place")
}
