package endpoint

import "sync"

// Changes wakes those who follow things, by their ids. Its zero value is ready.
type Changes struct {
	mu   sync.Mutex
	tell map[string]chan struct{} // closed at the next change of an id that somebody waits for
}

// Next returns what is closed when something changes next.
func (c *Changes) Next(id string) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := c.tell[id]
	if next == nil {
		if c.tell == nil {
			c.tell = map[string]chan struct{}{}
		}
		next = make(chan struct{})
		c.tell[id] = next
	}
	return next
}

// Tell wakes those who wait for a change of something.
func (c *Changes) Tell(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if next := c.tell[id]; next != nil {
		close(next)
		delete(c.tell, id)
	}
}
