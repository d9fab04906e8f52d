package server

import (
	"net"

	"moyo/server/base/limit"
)

// Descriptors that connections leave for files, and for short requests in addition to
// WebSockets.
const (
	otherFiles     = 100
	otherPerPerson = 200
)

// Listener returns a listener that bounds open connections, per address and in total, by
// the server's limits and the system's descriptors.
func (s *Server) Listener(inner net.Listener) net.Listener {
	l := s.cfg.Limits
	most := l.Connections + l.PerAddress
	if n := descriptors() - otherFiles; n > 0 {
		most = min(most, n)
	}
	// At most a quarter of all for one address, so that it cannot take all of a small number.
	perOne := min(l.PerAddress+otherPerPerson, max(1, most/4))
	return &limit.Listener{Listener: inner, Most: most, PerOne: perOne, Proxies: s.cfg.Proxies.Networks, Introduced: s.cfg.Introduced}
}
