package limit

import (
	"net/http"
	"net/netip"
	"strings"
)

// maxHops is how many proxies one after the other are believed.
const maxHops = 16

// Behind lets a request that comes through a proxy count as one of the address that
// the proxy names. Only proxies in those networks are believed, and each about the one
// before it: what else X-Forwarded-For says is the stranger's own words, who would
// have another address with every request.
func Behind(proxies []netip.Prefix, next http.Handler) http.Handler {
	if len(proxies) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if from, err := netip.ParseAddrPort(r.RemoteAddr); err == nil && within(proxies, from.Addr()) {
			named := r.WithContext(r.Context()) // a copy
			named.RemoteAddr = netip.AddrPortFrom(forwarded(proxies, from.Addr(), r.Header.Values("X-Forwarded-For")), from.Port()).String()
			r = named
		}
		next.ServeHTTP(w, r)
	})
}

// forwarded returns who sent what a proxy hands on: the last address in its headers
// that is no proxy's, or as far back as they can be read.
func forwarded(proxies []netip.Prefix, proxy netip.Addr, headers []string) netip.Addr {
	rest := strings.Join(headers, ",")
	for range maxHops {
		i := strings.LastIndexByte(rest, ',')
		before, err := hop(rest[i+1:])
		if err != nil {
			return proxy
		}
		if proxy = before; i < 0 || !within(proxies, proxy) {
			return proxy
		}
		rest = rest[:i]
	}
	return proxy
}

// hop reads one address of the header: some proxies add the port.
func hop(text string) (netip.Addr, error) {
	text = strings.TrimSpace(text)
	if at, err := netip.ParseAddrPort(text); err == nil {
		return at.Addr().Unmap().WithZone(""), nil
	}
	at, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return at.Unmap().WithZone(""), err
}

func within(networks []netip.Prefix, address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	for _, n := range networks {
		if n.Contains(address) {
			return true
		}
	}
	return false
}
