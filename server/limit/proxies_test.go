package limit

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

var trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}

// addressBehind returns the address that a request counts for.
func addressBehind(proxies []netip.Prefix, remote string, forwarded ...string) (got string) {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = remote
	for _, f := range forwarded {
		r.Header.Add("X-Forwarded-For", f)
	}
	Behind(proxies, Addressed(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = Address(r.Context()) }))).ServeHTTP(httptest.NewRecorder(), r)
	return got
}

// TestBehind believes proxies, each about the one before it, and nobody else.
func TestBehind(t *testing.T) {
	for _, c := range []struct {
		what, remote string
		forwarded    []string
		want         string
	}{
		{"straight", "192.0.2.7:80", nil, "192.0.2.7"},
		{"a stranger's own words", "192.0.2.7:80", []string{"198.51.100.1"}, "192.0.2.7"},
		{"a proxy's", "127.0.0.1:80", []string{"198.51.100.1"}, "198.51.100.1"},
		{"a stranger's words, handed on", "127.0.0.1:80", []string{"203.0.113.9, 198.51.100.1"}, "198.51.100.1"},
		{"in a header of their own", "127.0.0.1:80", []string{"203.0.113.9", "198.51.100.1"}, "198.51.100.1"},
		{"who poses as a proxy", "127.0.0.1:80", []string{"203.0.113.9, 10.1.1.1, 198.51.100.1"}, "198.51.100.1"},
		{"two proxies", "127.0.0.1:80", []string{"203.0.113.9, 198.51.100.1, 10.1.1.1"}, "198.51.100.1"},
		{"with a port", "127.0.0.1:80", []string{"198.51.100.1:4711"}, "198.51.100.1"},
		{"IPv6", "[fd00::1]:80", []string{"2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::"},
		{"IPv6 with a port", "127.0.0.1:80", []string{"[2001:db8:1:2:3:4:5:6]:4711"}, "2001:db8:1:2::"},
		{"IPv4 as IPv6", "[::ffff:127.0.0.1]:80", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"nothing said", "127.0.0.1:80", nil, "127.0.0.1"},
		{"no address", "127.0.0.1:80", []string{"198.51.100.1, unknown"}, "127.0.0.1"},
		{"proxies alone", "127.0.0.1:80", []string{"10.1.1.1, 10.1.1.2"}, "10.1.1.1"},
	} {
		if got := addressBehind(trusted, c.remote, c.forwarded...); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	if got := addressBehind(nil, "127.0.0.1:80", "198.51.100.1"); got != "127.0.0.1" {
		t.Errorf("where there is no proxy: %s", got)
	}
}

// FuzzBehind: whatever a stranger writes before what the proxy adds changes nothing.
func FuzzBehind(f *testing.F) {
	f.Add("203.0.113.9, 10.1.1.1")
	f.Add(",,[::1]:x%")
	f.Fuzz(func(t *testing.T, words string) {
		if got := addressBehind(trusted, "127.0.0.1:80", words+", 198.51.100.1"); got != "198.51.100.1" {
			t.Fatalf("%q makes it %s", words, got)
		}
	})
}
