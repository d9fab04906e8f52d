package endpoint

import "sync"

// mostChanges is the maximum number of ids. An id without followers stays until Tell is called for it.
const mostChanges = 10_000

// Changes notifies goroutines of changes by id. Its zero value is ready for use.
type Changes struct {
	mu sync.Mutex
	of map[string]*Change // with waiting goroutines
}

// Next returns a channel that is closed at the next change of an id. If there are too many ids, all waiting
// goroutines are woken and must call it again.
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

// Tell wakes all goroutines that wait for a change of an id.
func (c *Changes) Tell(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.of[id]; one != nil {
		one.Tell()
		delete(c.of, id)
	}
}
