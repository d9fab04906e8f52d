package proxy

import (
	"net"
	"net/netip"
	"time"

	"github.com/pires/go-proxyproto"
)

// introduceTime is the time that a proxy may take to name the client of a connection.
const introduceTime = 5 * time.Second

// Is reports whether an address is a proxy's.
func (n Networks) Is(address net.Addr) bool {
	at, err := netip.ParseAddrPort(address.String())
	return err == nil && n.Has(at.Addr())
}

// Introduced returns a connection of a proxy that names the client before the first byte, in version 1 or 2 of the
// PROXY protocol. The connection's remote address is the client's. RemoteAddr and Read wait for the introduction. If
// it is missing or malformed, the first Read fails: the proxy is configured wrongly, and what follows may be an
// introduction that the client has forged.
func Introduced(conn net.Conn) net.Conn {
	return proxyproto.NewConn(conn, proxyproto.WithPolicy(proxyproto.REQUIRE), proxyproto.SetReadHeaderTimeout(introduceTime))
}
