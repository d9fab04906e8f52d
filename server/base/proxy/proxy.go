// Package proxy decides which statements of proxies to trust: the client's address, the host, and whether the
// connection is encrypted. It trusts only networks that the operator names, and each proxy about the one before it.
// The rest of such a header comes from the client, which could claim another address with every request.
//
// A proxy uses one of two headers: X-Forwarded-For with X-Forwarded-Proto and X-Forwarded-Host, which most proxies
// write, or Forwarded (RFC 7239). The operator chooses the header, never the request, because a proxy that writes one
// of them passes on the other as the client sent it. The PROXY protocol names the client before the first byte of the
// connection instead: see [Introduced].
package proxy

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

// maxHops is the maximum number of trusted proxies in a row.
const maxHops = 16

// Networks are the networks of trusted proxies.
type Networks []netip.Prefix

// Has reports whether an address is a proxy's.
func (n Networks) Has(address netip.Addr) bool {
	address = plain(address)
	for _, network := range n {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// plain returns an address without the zone, and an IPv4 address in IPv6 form as IPv4.
func plain(address netip.Addr) netip.Addr { return address.Unmap().WithZone("") }

// Config describes the trusted proxies.
type Config struct {
	Networks Networks
	Standard bool // they write Forwarded, not X-Forwarded-For
}

// client is what the proxies state about a request.
type client struct {
	address  netip.Addr // the last one that is not a proxy's, as far as the header can be parsed
	protocol string     // by which it reached the outermost proxy, "" if unknown
	host     string     // requested host, "" if unknown
}

type protocolKey struct{}

// Handler gives a request through trusted proxies the address, host and protocol that they state.
func (c Config) Handler(next http.Handler) http.Handler {
	if len(c.Networks) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if from, err := netip.ParseAddrPort(r.RemoteAddr); err == nil && c.Networks.Has(from.Addr()) {
			said := c.client(plain(from.Addr()), r.Header)
			r = r.WithContext(context.WithValue(r.Context(), protocolKey{}, said.protocol)) // a copy
			r.RemoteAddr = netip.AddrPortFrom(said.address, from.Port()).String()
			if said.host != "" {
				r.Host = said.host
			}
		}
		next.ServeHTTP(w, r)
	})
}

// client reads the statements of a proxy.
func (c Config) client(from netip.Addr, h http.Header) client {
	if c.Standard {
		return c.standard(from, strings.Join(h.Values("Forwarded"), ","))
	}
	said, hops := client{address: from}, 0
	rest := strings.Join(h.Values("X-Forwarded-For"), ",")
	for hops < maxHops {
		var last string
		rest, last = cutLast(rest)
		before, ok := address(last)
		if !ok {
			break
		}
		said.address = before
		if hops++; rest == "" || !c.Networks.Has(before) {
			break
		}
	}
	said.protocol = entry(h.Values("X-Forwarded-Proto"), hops)
	if host := entry(h.Values("X-Forwarded-Host"), hops); validHost(host) {
		said.host = host
	}
	return said
}

// cutLast splits a list at its last comma.
func cutLast(list string) (rest, last string) {
	i := strings.LastIndexByte(list, ',')
	return list[:max(i, 0)], strings.TrimSpace(list[i+1:])
}

// entry returns what the proxy that is hops away wrote into a header to which each proxy adds an entry. If the
// proxies pass on or replace a single entry, it returns that one.
func entry(headers []string, hops int) string {
	rest, last := cutLast(strings.Join(headers, ","))
	for ; hops > 1 && rest != ""; hops-- {
		rest, last = cutLast(rest)
	}
	return last
}

// address parses an address of a header, to which some proxies add the port.
func address(text string) (netip.Addr, bool) {
	if at, err := netip.ParseAddrPort(text); err == nil {
		return plain(at.Addr()), true
	}
	if inner, ok := strings.CutPrefix(text, "["); ok {
		text = strings.TrimSuffix(inner, "]")
	}
	at, err := netip.ParseAddr(text)
	return plain(at), err == nil
}

// maxHost is the maximum length of a host's name with its port.
const maxHost = 255 + len(":65535")

// validHost reports whether a text can be a host with its port, so that nothing else gets into links and the names of
// passkeys.
func validHost(text string) bool {
	if text == "" || len(text) > maxHost {
		return false
	}
	for _, c := range []byte(text) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && !strings.ContainsRune(".-_:[]", rune(c)) {
			return false
		}
	}
	return true
}

// Site returns the address by which the client reaches this server, such as https://go.example, or "" if its host is
// invalid.
func Site(r *http.Request) string {
	switch {
	case !validHost(r.Host):
		return ""
	case Encrypted(r):
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// Encrypted reports whether a request came by TLS, to this server or to a trusted proxy. If a proxy states how it
// received the request, the connection from the proxy does not matter.
func Encrypted(r *http.Request) bool {
	if said, _ := r.Context().Value(protocolKey{}).(string); said != "" {
		return strings.EqualFold(said, "https")
	}
	return r.TLS != nil
}
