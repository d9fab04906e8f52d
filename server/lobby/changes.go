package lobby

import "sync"

// Changes wake those who look at the lists of games when these have changed.
type Changes struct {
	mu     sync.Mutex
	change chan struct{} // closed at the next change, then replaced
	closed bool
}

// NewChanges returns changes that nobody waits for yet.
func NewChanges() *Changes { return &Changes{change: make(chan struct{})} }

// Tell wakes everybody who waits for a change.
func (c *Changes) Tell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		close(c.change)
		c.change = make(chan struct{})
	}
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
