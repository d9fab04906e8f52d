package endpoint

import "sync"

// Change is what those wait for who follow something. It is safe for use by several goroutines.
type Change struct {
	mu   sync.Mutex
	next chan struct{} // nil while no one waits
}

// Next returns what is closed at the next change.
func (c *Change) Next() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next == nil {
		c.next = make(chan struct{})
	}
	return c.next
}

// Tell wakes all who wait.
func (c *Change) Tell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}
