package endpoint

import "sync"

// mostChanges bounds the ids that are waited for: one stays although nobody follows it any more, until
// it is told of.
const mostChanges = 10_000

// Changes are what those wait for who follow things, by their ids. Its zero value is ready.
type Changes struct {
	mu sync.Mutex
	of map[string]*Change // that somebody waits for
}

// Next returns what is closed when something changes next. Where too much is waited for all who wait are
// woken, and come back.
func (c *Changes) Next(id string) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[string]*Change{}
	}
	if c.of[id] == nil {
		if len(c.of) >= mostChanges {
			for _, one := range c.of {
				one.Tell()
			}
			clear(c.of)
		}
		c.of[id] = &Change{}
	}
	return c.of[id].Next()
}

// Tell wakes all who wait for a change of an id.
func (c *Changes) Tell(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.of[id]; one != nil {
		one.Tell()
		delete(c.of, id)
	}
}
