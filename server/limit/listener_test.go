package limit

import (
	"io"
	"net"
	"net/netip"
	"testing"
	"time"
)

// TestListener opens connections and sends nothing: so many of one address are kept,
// the next ones are closed at once, and there is a place again when one has ended.
func TestListener(t *testing.T) {
	for _, c := range []struct {
		proxies []netip.Prefix
		want    int
	}{
		{nil, 3},
		{[]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, 5},
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
			_ = kept[0].Close() // twice is once
		}
		dial()
		kept[0] = <-taken
		if !isClosed(dial()) {
			t.Errorf("proxies %v: two have come for one that has gone", c.proxies)
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
