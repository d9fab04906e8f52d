package endpoint

import "sync"

// Changes are what those wait for who follow things, by their ids. Its zero value is ready.
type Changes struct {
	mu sync.Mutex
	of map[string]*Change // that somebody waits for
}

// Next returns what is closed when something changes next.
func (c *Changes) Next(id string) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[string]*Change{}
	}
	if c.of[id] == nil {
		c.of[id] = &Change{}
	}
	return c.of[id].Next()
}

// Tell wakes those who wait for a change of something.
func (c *Changes) Tell(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.of[id]; one != nil {
		one.Tell()
		delete(c.of, id)
	}
}
