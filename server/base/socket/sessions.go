package socket

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"moyo/server/base/apierror"
	"moyo/server/store"
)

// errSignedOut ends the connections of a session that has ended.
var errSignedOut = apierror.New(apierror.Reconnect, "you have been signed out; please reconnect")

// sessions has the open connections by session and by address. The zero value is empty.
type sessions struct {
	mu   sync.Mutex
	open conns
	at   conns
}

// conns are connections by a common key.
type conns map[string]map[*Conn]struct{}

func (all *conns) add(key string, c *Conn) {
	if *all == nil {
		*all = conns{}
	}
	if (*all)[key] == nil {
		(*all)[key] = map[*Conn]struct{}{}
	}
	(*all)[key][c] = struct{}{}
}

func (all conns) remove(key string, c *Conn) {
	if delete(all[key], c); len(all[key]) == 0 {
		delete(all, key)
	}
}

// add adds a connection with a known address, and returns a function that removes it.
func (s *sessions) add(c *Conn) (remove func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open.add(c.Session, c)
	s.at.add(c.Address, c)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.open.remove(c.Session, c)
		s.at.remove(c.Address, c)
	}
}

// Players returns the ids of at most most players who are connected from an address, in order.
func (g *Gate) Players(address string, most int) []string {
	g.sessions.mu.Lock()
	defer g.sessions.mu.Unlock()
	found := map[string]bool{}
	for c := range g.sessions.at[address] {
		if found[c.Player] = true; len(found) == most {
			break
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// End ends the connections of a session, by its hash, or of a player, by id.
func (g *Gate) End(id string) {
	g.sessions.mu.Lock()
	defer g.sessions.mu.Unlock()
	for session, conns := range g.sessions.open {
		for c := range conns {
			if session == id || c.Player == id {
				c.Fail(errSignedOut)
			}
		}
	}
}

// Check ends connections whose session is no longer that player's. Call it after a time in which calls of End may
// have been missed. It checks them one after the other.
func (g *Gate) Check(ctx context.Context) {
	g.sessions.mu.Lock()
	var all []*Conn
	for _, conns := range g.sessions.open {
		all = slices.AppendSeq(all, maps.Keys(conns))
	}
	g.sessions.mu.Unlock()
	for _, c := range all {
		if ctx.Err() != nil {
			return
		}
		if who, err := g.Sessions.Who(ctx, c.Session); errors.Is(err, store.ErrNotFound) || err == nil && who != c.Who {
			c.Fail(errSignedOut)
		}
	}
}

// enter adds a connection and returns a function that removes it. It ends the connection if its session has changed
// since the request, because End may have been called in between.
func (g *Gate) enter(ctx context.Context, c *Conn) (remove func()) {
	remove = g.sessions.add(c)
	if who, err := g.Sessions.Who(ctx, c.Session); err != nil || who != c.Who {
		c.Fail(errSignedOut)
	}
	return remove
}
