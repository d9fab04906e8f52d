package proxy

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pires/go-proxyproto"
)

// introduction returns the introduction of a client.
func introduction(version byte, from, to string) []byte {
	source, target := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from)), net.TCPAddrFromAddrPort(netip.MustParseAddrPort(to))
	var b bytes.Buffer
	_, _ = proxyproto.HeaderProxyFromAddrs(version, source, target).WriteTo(&b)
	return b.Bytes()
}

// send returns the server's end of a connection on which data is sent.
func send(t *testing.T, data []byte, end bool) net.Conn {
	t.Helper()
	there, here := net.Pipe()
	go func() {
		if len(data) > 0 {
			_, _ = there.Write(data)
		}
		if end {
			_ = there.Close()
		}
	}()
	t.Cleanup(func() { _ = there.Close(); _ = here.Close() })
	return Introduced(here)
}

// TestIntroduced reads both versions of the protocol, and the data after them.
func TestIntroduced(t *testing.T) {
	for _, version := range []byte{1, 2} {
		for _, from := range []string{"198.51.100.1:4711", "[2001:db8::1]:4711"} {
			to := "192.0.2.1:443"
			if from[0] == '[' {
				to = "[2001:db8::2]:443"
			}
			conn := send(t, append(introduction(version, from, to), "hello"...), true)
			if got := conn.RemoteAddr().String(); got != from {
				t.Errorf("version %d: %s, want %s", version, got, from)
			}
			if data, err := io.ReadAll(conn); string(data) != "hello" || err != nil {
				t.Errorf("version %d: %q, %v", version, data, err)
			}
		}
	}
	for _, words := range []string{"GET / HTTP/1.1\r\n\r\n", "PROXY TCP4 1.2.3.4\r\n", "PROXY TCP4 1.2.3.4.5 1.1.1.1 1 1\r\n", ""} {
		conn := send(t, []byte(words), true)
		if at := conn.RemoteAddr(); at.Network() != "pipe" {
			t.Errorf("%q introduces %v", words, at)
		}
		if data, err := io.ReadAll(conn); len(data) > 0 || err == nil {
			t.Errorf("%q: %q was read", words, data)
		}
	}
}

// TestSilentProxy waits for an introduction for a limited time.
func TestSilentProxy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		_, err := send(t, nil, false).Read(make([]byte, 1))
		if timeout := net.Error(nil); err == nil || errors.As(err, &timeout) && !timeout.Timeout() {
			t.Errorf("read with %v", err)
		}
		if waited := time.Since(start); waited != introduceTime {
			t.Errorf("after %v", waited)
		}
	})
}

// FuzzIntroduced checks that reading always ends and never makes up data.
func FuzzIntroduced(f *testing.F) {
	f.Add(introduction(1, "198.51.100.1:4711", "192.0.2.1:443"))
	f.Add(introduction(2, "[2001:db8::1]:4711", "[2001:db8::2]:443"))
	f.Fuzz(func(t *testing.T, data []byte) {
		there, here := net.Pipe()
		go func() {
			_, _ = there.Write(data)
			_ = there.Close()
		}()
		conn := Introduced(here)
		_ = conn.RemoteAddr().String()
		rest, _ := io.ReadAll(conn)
		if !bytes.HasSuffix(data, rest) {
			t.Fatalf("%q came of %q", rest, data)
		}
		_ = here.Close()
	})
}
