package push

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// The limits of a request to a push service.
const (
	dialTime    = 5 * time.Second
	requestTime = 10 * time.Second
	maxHeader   = 16 << 10 // bytes of a response's header; its body is not read
)

// newClient returns a client for addresses that strangers have chosen. It connects only to public addresses, checked after name
// resolution, and follows no redirects.
func newClient() *http.Client {
	dialer := &net.Dialer{Timeout: dialTime, Control: func(_, address string, _ syscall.RawConn) error { return checkAddress(address) }}
	return &http.Client{
		Timeout:       requestTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{ // no proxy: it would resolve names itself
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: dialTime, ResponseHeaderTimeout: requestTime, MaxResponseHeaderBytes: maxHeader,
			MaxIdleConns: 2 * workers, IdleConnTimeout: time.Minute, MaxConnsPerHost: workers,
		},
	}
}

// errPrivate is the error for an address that strangers may not choose.
var errPrivate = errors.New("not a public address")

// closed are networks that the predicates of netip leave out: those of this host, carriers, protocols, tests and multicast, and
// networks that embed an IPv4 address and would route to it.
var closed = prefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
	"198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10",
)

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

// checkAddress returns an error if the client must not connect to an address. The name is resolved already.
func checkAddress(address string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	ip := to.Addr().Unmap().WithZone("")
	if to.Port() != 443 || !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return fmt.Errorf("%s: %w", address, errPrivate)
	}
	for _, network := range closed {
		if network.Contains(ip) {
			return fmt.Errorf("%s: %w", address, errPrivate)
		}
	}
	return nil
}
