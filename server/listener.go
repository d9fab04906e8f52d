package server

import (
	"net"

	"moyo/server/base/limit"
)

// Descriptors that connections leave to files, and to those who ask something short
// beside their WebSockets.
const (
	otherFiles     = 100
	otherPerPerson = 200
)

// Listener returns a listener that keeps no more connections of one address, and of
// all, than the server has limits for and the system descriptors.
func (s *Server) Listener(inner net.Listener) net.Listener {
	l := s.cfg.Limits
	most := l.Connections + l.PerAddress
	if n := descriptors() - otherFiles; n > 0 {
		most = min(most, n)
	}
	// A quarter of all, so that nobody has them alone where there are few.
	perOne := min(l.PerAddress+otherPerPerson, max(1, most/4))
	return &limit.Listener{Listener: inner, Most: most, PerOne: perOne, Proxies: s.cfg.Proxies.Networks, Introduced: s.cfg.Introduced}
}
