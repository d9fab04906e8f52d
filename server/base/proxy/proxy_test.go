package proxy

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

var trusted = Networks{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}

// seen is what the server takes from a request.
type seen struct {
	address, host string
	encrypted     bool
}

// through returns what the server takes from a request with those headers.
func through(c Config, remote string, headers ...[2]string) (got seen) {
	r := httptest.NewRequest("GET", "http://inside/", nil)
	r.RemoteAddr = remote
	for _, h := range headers {
		r.Header.Add(h[0], h[1])
	}
	c.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		got = seen{host, r.Host, Encrypted(r)}
	})).ServeHTTP(httptest.NewRecorder(), r)
	return got
}

// listed returns headers X-Forwarded-For.
func listed(values ...string) (headers [][2]string) {
	for _, v := range values {
		headers = append(headers, [2]string{"X-Forwarded-For", v})
	}
	return headers
}

// TestListed trusts proxies about the one before them, and no other client.
func TestListed(t *testing.T) {
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
		{"a client that poses as a proxy", "127.0.0.1:80", []string{"203.0.113.9, 10.1.1.1, 198.51.100.1"}, "198.51.100.1"},
		{"two proxies", "127.0.0.1:80", []string{"203.0.113.9, 198.51.100.1, 10.1.1.1"}, "198.51.100.1"},
		{"with a port", "127.0.0.1:80", []string{"198.51.100.1:4711"}, "198.51.100.1"},
		{"IPv6", "[fd00::1]:80", []string{"2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2:3:4:5:6"},
		{"IPv6 with a port", "127.0.0.1:80", []string{"[2001:db8:1:2:3:4:5:6]:4711"}, "2001:db8:1:2:3:4:5:6"},
		{"IPv6 in brackets", "127.0.0.1:80", []string{"[2001:db8::1]"}, "2001:db8::1"},
		{"IPv4 as IPv6", "[::ffff:127.0.0.1]:80", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"IPv6 with a zone", "[fd00::1%eth0]:80", []string{"198.51.100.1"}, "198.51.100.1"},
		{"a proxy with a zone", "127.0.0.1:80", []string{"198.51.100.1, fd00::1%eth0"}, "198.51.100.1"},
		{"nothing said", "127.0.0.1:80", nil, "127.0.0.1"},
		{"no address", "127.0.0.1:80", []string{"198.51.100.1, unknown"}, "127.0.0.1"},
		{"proxies alone", "127.0.0.1:80", []string{"10.1.1.1, 10.1.1.2"}, "10.1.1.1"},
		{"too many proxies", "127.0.0.1:80", []string{"198.51.100.1" + strings.Repeat(", 10.1.1.1", maxHops)}, "10.1.1.1"},
	} {
		if got := through(Config{Networks: trusted}, c.remote, listed(c.forwarded...)...); got.address != c.want {
			t.Errorf("%s: %s, want %s", c.what, got.address, c.want)
		}
	}
	if got := through(Config{}, "127.0.0.1:80", listed("198.51.100.1")...); got.address != "127.0.0.1" {
		t.Errorf("where there is no proxy: %s", got.address)
	}
}

// TestStandard reads the header of RFC 7239.
func TestStandard(t *testing.T) {
	for _, c := range []struct {
		what    string
		headers []string
		want    seen
	}{
		{"an address", []string{`for=198.51.100.1`}, seen{"198.51.100.1", "inside", false}},
		{"all that can be said", []string{`By=10.1.1.1; For="[2001:db8::1]:4711"; Host=go.example:8443; Proto=HTTPS`},
			seen{"2001:db8::1", "go.example:8443", true}},
		{"in another order", []string{`proto=https;host="go.example";for="198.51.100.1:1"`}, seen{"198.51.100.1", "go.example", true}},
		{"without quotes", []string{`for=[2001:db8::1]:4711`}, seen{"2001:db8::1", "inside", false}},
		{"two proxies", []string{`for=198.51.100.1;proto=https;host=go.example, for=10.1.1.1;proto=http;host=inner`},
			seen{"198.51.100.1", "go.example", true}},
		{"in two headers", []string{`for=198.51.100.1;proto=https`, `for=10.1.1.1`}, seen{"198.51.100.1", "inside", true}},
		{"a stranger's words before", []string{`for=203.0.113.9;proto=https;host=evil.example, for=198.51.100.1`},
			seen{"198.51.100.1", "inside", false}},
		{"a quote left open", []string{`for="`, `for="[2001:db8::1]"`}, seen{"2001:db8::1", "inside", false}},
		{"a quote within quotes", []string{`for=198.51.100.1;host="a\",for=\"203.0.113.9"`}, seen{"198.51.100.1", "inside", false}},
		{"backslashes", []string{`for=203.0.113.9, for=198.51.100.1;by="\\"`}, seen{"198.51.100.1", "inside", false}},
		{"escaped", []string{`for="19\8.51.100.1"`}, seen{"198.51.100.1", "inside", false}},
		{"hidden", []string{`for=198.51.100.1, for="_SEVKISEK"`}, seen{"127.0.0.1", "inside", false}},
		{"unknown", []string{`for=unknown`}, seen{"127.0.0.1", "inside", false}},
		{"said twice", []string{`for=198.51.100.1;for=203.0.113.9`}, seen{"127.0.0.1", "inside", false}},
		{"no name", []string{`proto=https`}, seen{"127.0.0.1", "inside", false}},
		{"nothing", nil, seen{"127.0.0.1", "inside", false}},
		{"no pairs", []string{`198.51.100.1`}, seen{"127.0.0.1", "inside", false}},
		{"no host", []string{`for=198.51.100.1;host="a/b"`}, seen{"198.51.100.1", "inside", false}},
		{"an odd end", []string{`for=198.51.100.1 for=203.0.113.9`}, seen{"127.0.0.1", "inside", false}},
	} {
		headers := listed("203.0.113.77") // a proxy that writes the other header passes it on
		for _, v := range c.headers {
			headers = append(headers, [2]string{"Forwarded", v})
		}
		if got := through(Config{Networks: trusted, Standard: true}, "127.0.0.1:80", headers...); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
		got, want := through(Config{Networks: trusted, Standard: true}, "192.0.2.7:80", headers...), (seen{"192.0.2.7", "inside", false})
		if got != want {
			t.Errorf("%s, from a stranger: %+v", c.what, got)
		}
	}
}

// TestProtocolAndHost checks that secure cookies and the addresses in links depend on what a proxy states, not on
// what a client claims.
func TestProtocolAndHost(t *testing.T) {
	h := func(name, value string) [2]string { return [2]string{"X-Forwarded-" + name, value} }
	for _, c := range []struct {
		what, remote string
		headers      [][2]string
		want         seen
	}{
		{"a stranger", "192.0.2.7:80", [][2]string{h("Proto", "https"), h("Host", "evil.example")}, seen{"192.0.2.7", "inside", false}},
		{"a proxy", "127.0.0.1:80", [][2]string{h("For", "198.51.100.1"), h("Proto", "https"), h("Host", "go.example")},
			seen{"198.51.100.1", "go.example", true}},
		{"without an address", "127.0.0.1:80", [][2]string{h("Proto", "https")}, seen{"127.0.0.1", "inside", true}},
		{"two that add", "127.0.0.1:80", [][2]string{
			h("For", "198.51.100.1, 10.1.1.1"), h("Proto", "https, http"), h("Host", "go.example, inner"),
		}, seen{"198.51.100.1", "go.example", true}},
		{"the second hands on", "127.0.0.1:80", [][2]string{h("For", "198.51.100.1, 10.1.1.1"), h("Proto", "https")},
			seen{"198.51.100.1", "inside", true}},
		{"a stranger before a proxy that adds", "127.0.0.1:80",
			[][2]string{h("For", "198.51.100.1"), h("Proto", "https"), h("Proto", "http")}, seen{"198.51.100.1", "inside", false}},
		{"no host", "127.0.0.1:80", [][2]string{h("For", "198.51.100.1"), h("Host", "go.example/<x>")}, seen{"198.51.100.1", "inside", false}},
		{"too long a host", "127.0.0.1:80", [][2]string{h("For", "198.51.100.1"), h("Host", strings.Repeat("x", maxHost+1))},
			seen{"198.51.100.1", "inside", false}},
	} {
		if got := through(Config{Networks: trusted}, c.remote, c.headers...); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
	}
}

// FuzzListed checks that what a client writes before the proxy's entry changes nothing.
func FuzzListed(f *testing.F) {
	f.Add("203.0.113.9, 10.1.1.1")
	f.Add(",,[::1]:x%")
	f.Fuzz(func(t *testing.T, words string) {
		if got := through(Config{Networks: trusted}, "127.0.0.1:80", listed(words+", 198.51.100.1")...); got.address != "198.51.100.1" {
			t.Fatalf("%q makes it %s", words, got.address)
		}
	})
}

// FuzzStandard checks the same for the other header, in the same line and in an earlier one. What a client alone
// writes yields an address at most.
func FuzzStandard(f *testing.F) {
	f.Add(`for="`)
	f.Add(`for="\`)
	f.Add(`for=10.1.1.1;host="a, for=10.1.1.1`)
	f.Fuzz(func(t *testing.T, words string) {
		c := Config{Networks: trusted, Standard: true}
		const own = `for="[2001:db8::1]:80";proto=https;host=go.example`
		for _, headers := range [][][2]string{{{"Forwarded", words + ", " + own}}, {{"Forwarded", words}, {"Forwarded", own}}} {
			if got, want := through(c, "127.0.0.1:80", headers...), (seen{"2001:db8::1", "go.example", true}); got != want {
				t.Fatalf("%q makes it %+v", headers, got)
			}
		}
		if got := through(c, "127.0.0.1:80", [2]string{"Forwarded", words}); !netip.MustParseAddr(got.address).IsValid() || got.host == "" {
			t.Fatalf("%q makes it %+v", words, got)
		}
	})
}

// FuzzQuoted checks that a quoted value is parsed correctly, whatever is before it.
func FuzzQuoted(f *testing.F) {
	f.Add(`a"b\c`, `x="`)
	f.Fuzz(func(t *testing.T, value, before string) {
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
		name, got, rest, ok := lastPair(fmt.Sprintf(`%s;by="%s"`, before, quoted))
		if name != "by" || got != value || rest != before+";" || !ok {
			t.Fatalf("%q, %q, %q, %v", name, got, rest, ok)
		}
	})
}
