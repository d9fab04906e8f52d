// Package proxy decides what to believe of those who stand in front of the server and
// hand on what others ask: from which address it came, for which host, and whether
// nobody on the way could read it. Only the networks that the operator names are
// believed, and each proxy about the one before it. The rest of such a header is a
// stranger's own words, who would have another address with every request.
//
// A proxy says it in one of two headers: X-Forwarded-For with X-Forwarded-Proto and
// X-Forwarded-Host, which most write, or Forwarded (RFC 7239). Which of them is the
// operator's choice and never taken from the request: a proxy that writes the one
// hands on the other as the stranger sent it. Or it says it before the first byte of
// the connection, by the PROXY protocol: see [Introduced].
package proxy

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

// maxHops is how many proxies one after the other are believed.
const maxHops = 16

// Networks are those of proxies that are believed.
type Networks []netip.Prefix

// Has says whether an address is a proxy's.
func (n Networks) Has(address netip.Addr) bool {
	address = plain(address)
	for _, network := range n {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// plain returns an address without the zone, and an IPv4 address that was written as
// one of IPv6 as what it is.
func plain(address netip.Addr) netip.Addr { return address.Unmap().WithZone("") }

// Config is whom to believe.
type Config struct {
	Networks Networks
	Standard bool // they write Forwarded, not X-Forwarded-For
}

// client is what the proxies say of a request.
type client struct {
	address  netip.Addr // the last one that is no proxy's, or as far back as can be read
	protocol string     // by which it came to the outermost of them, "" where that is not said
	host     string     // for which host, "" where that is not said
}

type protocolKey struct{}

// Handler lets a request that comes through proxies count as one of the address, the
// host and the protocol that they name.
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

// client reads what a proxy says.
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

// cutLast returns what stands behind the last comma, and what before it.
func cutLast(list string) (rest, last string) {
	i := strings.LastIndexByte(list, ',')
	return list[:max(i, 0)], strings.TrimSpace(list[i+1:])
}

// entry returns what the proxy so many hops away wrote into a header to which each
// adds an entry; where they hand on the one entry there is, or write their own over it,
// that.
func entry(headers []string, hops int) string {
	rest, last := cutLast(strings.Join(headers, ","))
	for ; hops > 1 && rest != ""; hops-- {
		rest, last = cutLast(rest)
	}
	return last
}

// address reads an address of a header, to which some proxies add the port.
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

// maxHost is the length of a host's name with its port.
const maxHost = 255 + len(":65535")

// validHost says whether a proxy's word can be a host with its port, so that nothing
// else comes into links and the names of passkeys.
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

// Site returns the address by which somebody asks for this server, such as
// https://go.example, "" where what they call it can be no host's.
func Site(r *http.Request) string {
	switch {
	case !validHost(r.Host):
		return ""
	case Encrypted(r):
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// Encrypted says whether nobody on the way could read a request: it came by TLS, to
// this server or to a proxy that is believed. Where such a proxy says how a request
// came to it, it does not matter how it came from there.
func Encrypted(r *http.Request) bool {
	if said, _ := r.Context().Value(protocolKey{}).(string); said != "" {
		return strings.EqualFold(said, "https")
	}
	return r.TLS != nil
}
