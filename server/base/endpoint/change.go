package endpoint

import "sync"

// Change notifies goroutines of a change. It is safe for concurrent use.
type Change struct {
	mu   sync.Mutex
	next chan struct{} // nil while no goroutine waits
}

// Next returns a channel that is closed at the next change.
func (c *Change) Next() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next == nil {
		c.next = make(chan struct{})
	}
	return c.next
}

// Tell wakes all waiting goroutines.
func (c *Change) Tell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}
