package limit

import (
	"io"
	"net"
	"net/netip"
	"testing"
	"time"

	"moyo/server/base/proxy"
)

// TestListener opens connections and sends nothing. A limited number of one address is accepted, the next ones are
// closed immediately, and a closed one makes room.
func TestListener(t *testing.T) {
	for _, c := range []struct {
		proxies proxy.Networks
		want    int
	}{
		{nil, 3},
		{proxy.Networks{netip.MustParsePrefix("127.0.0.0/8")}, 5},
	} {
		inner, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		l := &Listener{Listener: inner, Most: 5, PerOne: 3, Proxies: c.proxies}
		taken := make(chan net.Conn, 10)
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				taken <- conn
			}
		}()
		dial := func() net.Conn {
			conn, err := net.Dial("tcp", inner.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			return conn
		}
		isClosed := func(conn net.Conn) bool {
			_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
			_, err := conn.Read(make([]byte, 1))
			return err == io.EOF
		}
		var kept []net.Conn
		for range c.want {
			dial()
			kept = append(kept, <-taken)
		}
		for range 3 {
			if !isClosed(dial()) {
				t.Errorf("proxies %v: more than %d are kept", c.proxies, c.want)
			}
		}
		for range 2 {
			_ = kept[0].Close() // the second call has no effect
		}
		dial()
		kept[0] = <-taken
		if !isClosed(dial()) {
			t.Errorf("proxies %v: two were accepted after one was closed", c.proxies)
		}
		for _, conn := range kept {
			_ = conn.Close()
		}
		if l.open != 0 || len(l.of) != 0 {
			t.Errorf("proxies %v: %d are left, %v", c.proxies, l.open, l.of)
		}
		_ = inner.Close()
	}
}

// TestIntroducedConnections checks that a proxied connection counts for the client behind the proxy, and only when
// the proxy has named it.
func TestIntroducedConnections(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	l := &Listener{Listener: inner, Most: 9, PerOne: 2, Proxies: proxy.Networks{netip.MustParsePrefix("127.0.0.0/8")}, Introduced: true}
	open := func(words string) net.Conn {
		t.Helper()
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		_, _ = io.WriteString(conn, words)
		taken, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		return taken
	}
	isOpen := func(conn net.Conn, want string) bool {
		t.Helper()
		if at := conn.RemoteAddr().String(); at != want {
			t.Errorf("a connection of %s, want %s", at, want)
		}
		_, err := conn.Read(make([]byte, 1))
		return err == nil
	}
	const ada, bo = "PROXY TCP4 198.51.100.1 192.0.2.1 4711 443\r\nx", "PROXY TCP6 2001:db8::1 2001:db8::2 4711 443\r\nx"
	silent := open("") // does not block others
	first := open(ada)
	if !isOpen(first, "198.51.100.1:4711") || !isOpen(open(ada), "198.51.100.1:4711") {
		t.Error("two of one address are too many")
	}
	if isOpen(open(ada), "198.51.100.1:4711") {
		t.Error("three of one address are kept")
	}
	if !isOpen(open(bo), "[2001:db8::1]:4711") {
		t.Error("there is no place for another address")
	}
	for range 2 {
		_ = first.Close() // the second call has no effect
	}
	if !isOpen(open(ada), "198.51.100.1:4711") || isOpen(open(ada), "198.51.100.1:4711") {
		t.Error("one was closed, and no other is accepted")
	}
	if own := open("PROXY UNKNOWN\r\nx"); !isOpen(own, own.RemoteAddr().String()) {
		t.Error("the proxy's own connection is refused")
	}
	_ = silent.Close()
	if l.open != 4 || l.of[""] != 0 || l.of["198.51.100.1"] != 2 || l.of["2001:db8::"] != 1 || len(l.of) != 2 {
		t.Errorf("%d are open, by address %v", l.open, l.of)
	}
}
