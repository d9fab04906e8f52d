package lobby

import (
	"sync"
	"sync/atomic"
)

// Changes notifies the readers of lists of games when the lists change.
type Changes struct {
	mu        sync.Mutex
	change    chan struct{} // closed at the next change, then replaced
	closed    bool
	listeners map[string]map[*listener]struct{} // by player
}

// listener is one reader of the lists.
type listener struct {
	own atomic.Bool // whether the player's own lists may have changed
}

// NewChanges returns a Changes without listeners.
func NewChanges() *Changes {
	return &Changes{change: make(chan struct{}), listeners: map[string]map[*listener]struct{}{}}
}

// Tell notifies all listeners of a change. It also affects the given players' own lists.
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

// next returns a channel that is closed at the next change, and whether there will be one.
func (c *Changes) next() (<-chan struct{}, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.change, !c.closed
}

// listen registers a listener for a player until leave is called.
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
