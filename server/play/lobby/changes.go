package lobby

import (
	"sync"
	"sync/atomic"
)

// Changes wake those who look at the lists of games when these have changed.
type Changes struct {
	mu        sync.Mutex
	change    chan struct{} // closed at the next change, then replaced
	closed    bool
	listeners map[string]map[*listener]struct{} // by player
}

// listener is somebody who looks at the lists.
type listener struct {
	own atomic.Bool // whether a list of their own may have changed
}

// NewChanges returns changes that nobody waits for yet.
func NewChanges() *Changes {
	return &Changes{change: make(chan struct{}), listeners: map[string]map[*listener]struct{}{}}
}

// Tell wakes everybody who waits for a change. It is one of those players' own
// games, too.
func (c *Changes) Tell(players ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	for _, player := range players {
		for l := range c.listeners[player] {
			l.own.Store(true)
		}
	}
	close(c.change)
	c.change = make(chan struct{})
}

// Close ends every event stream.
func (c *Changes) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.closed = true
		close(c.change)
	}
}

// next returns what is closed at the next change, and whether there will be any.
func (c *Changes) next() (<-chan struct{}, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.change, !c.closed
}

// listen notes that a player looks at the lists, until leave is called.
func (c *Changes) listen(player string) (l *listener, leave func()) {
	l = &listener{}
	l.own.Store(true)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listeners[player] == nil {
		c.listeners[player] = map[*listener]struct{}{}
	}
	c.listeners[player][l] = struct{}{}
	return l, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if delete(c.listeners[player], l); len(c.listeners[player]) == 0 {
			delete(c.listeners, player)
		}
	}
}
