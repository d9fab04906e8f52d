package proxy

import (
	"net"
	"net/netip"
	"time"

	"github.com/pires/go-proxyproto"
)

// introduceTime is how long a proxy may take to say whose connection it hands on.
const introduceTime = 5 * time.Second

// Is says whether a connection's address is a proxy's.
func (n Networks) Is(address net.Addr) bool {
	at, err := netip.ParseAddrPort(address.String())
	return err == nil && n.Has(at.Addr())
}

// Introduced returns a connection of a proxy that says before the first byte, in
// version 1 or 2 of the PROXY protocol, whose it is. The address of what it returns is
// theirs; asking for that, and reading, waits for the introduction. One that does not
// come, or cannot be read, is an error of the first read: whoever must introduce others
// and does not is set up wrongly, and what follows may be a stranger's own introduction.
func Introduced(conn net.Conn) net.Conn {
	return proxyproto.NewConn(conn, proxyproto.WithPolicy(proxyproto.REQUIRE), proxyproto.SetReadHeaderTimeout(introduceTime))
}
