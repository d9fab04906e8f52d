package socket

import (
	"maps"
	"sync"
	"time"

	"moyo/server/apierror"
)

// errSignedOut is why a connection ends whose session does.
var errSignedOut = apierror.New(apierror.Reconnect, "you have been signed out here; please reconnect")

// sessions are the open connections by the session that they belong to. The zero
// value has none.
type sessions struct {
	mu   sync.Mutex
	open map[string]map[*Conn]struct{}
	gone map[string]time.Time // when sessions have ended of late
}

// lateTime is how long a connection may be under way whose session has ended.
const lateTime = 10 * time.Second

// add notes a connection and returns what takes it out.
func (s *sessions) add(c *Conn) (remove func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[string]map[*Conn]struct{}{}
	}
	if s.open[c.Session] == nil {
		s.open[c.Session] = map[*Conn]struct{}{}
	}
	s.open[c.Session][c] = struct{}{}
	if ended, ok := s.gone[c.Session]; ok && time.Since(ended) < lateTime {
		c.Fail(errSignedOut)
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if delete(s.open[c.Session], c); len(s.open[c.Session]) == 0 {
			delete(s.open, c.Session)
		}
	}
}

// EndSession ends the connections of a session at once, and those that are on their
// way.
func (g *Gate) EndSession(hash string) {
	g.sessions.mu.Lock()
	defer g.sessions.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(g.sessions.gone, func(_ string, ended time.Time) bool { return now.Sub(ended) >= lateTime })
	if g.sessions.gone == nil {
		g.sessions.gone = map[string]time.Time{}
	}
	g.sessions.gone[hash] = now
	for c := range g.sessions.open[hash] {
		c.Fail(errSignedOut)
	}
}
