package server

import (
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"moyo/server/base/proxy"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestHalfOpen makes one address open connections and send nothing: the server keeps as many
// as the limit, and still answers others.
func TestHalfOpen(t *testing.T) {
	t.Parallel()
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
	closed, answered := make(chan net.Conn, 100), make(chan net.Conn, 100)
	kept := map[net.Conn]bool{}
	for range 100 {
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(testTime))
		kept[conn] = true
		go func() {
			if _, err := conn.Read(make([]byte, 1)); err == nil {
				answered <- conn
			} else if err == io.EOF {
				closed <- conn
			}
		}()
	}
	// hear returns the next connection with news, and whether it was answered.
	hear := func() (net.Conn, bool) {
		t.Helper()
		select {
		case conn := <-closed:
			return conn, false
		case conn := <-answered:
			return conn, true
		case <-time.After(testTime):
			t.Fatalf("%d connections of 100 are kept", len(kept))
		}
		return nil, false
	}
	for len(kept) > 20 {
		conn, _ := hear()
		delete(kept, conn)
	}
	for conn := range kept {
		_, _ = io.WriteString(conn, "GET /healthz/live HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	var last net.Conn
	for range kept {
		conn, alive := hear()
		if !alive {
			t.Error("of 100 connections more than 80 were closed")
		}
		last = conn
	}
	_ = last.Close()
	until(t, "the server to answer when there is a place", func() bool {
		res, err := http.Get("http://" + inner.Addr().String() + "/healthz/live")
		if err == nil {
			res.Body.Close()
		}
		return err == nil
	})
}

// TestIntroduced: behind a proxy with the PROXY protocol, a request has the address of the client
// behind it, also with TLS; other connections are not answered.
func TestIntroduced(t *testing.T) {
	t.Parallel()
	cfg := testConfig(sqlitetest.New(t))
	cfg.Introduced, cfg.Proxies.Networks = true, proxy.Networks{netip.MustParsePrefix("127.0.0.1/32")}
	s := New(cfg)
	defer s.Close()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	web := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.RemoteAddr)
	})}
	go func() { _ = web.Serve(s.Listener(inner)) }()
	defer web.Close()
	for begin, want := range map[string]string{
		"PROXY TCP4 198.51.100.1 192.0.2.1 4711 80\r\n": "\r\n\r\n198.51.100.1:4711", "": "",
		"PROXY TCP4 198.51.100.1 192.0.2.1 4711 80\r\nPROXY TCP4 203.0.113.9 192.0.2.1 4711 80\r\n": "400 Bad Request",
	} {
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(conn, begin+"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		answer, _ := io.ReadAll(conn)
		if !strings.HasSuffix(string(answer), want) || want == "" && len(answer) > 0 {
			t.Errorf("%q: %q", begin, answer)
		}
		_ = conn.Close()
	}
}
