package preview

import "sync"

// cached bounds the pictures and pages kept ready, in bytes.
const cached = 32 << 20

// cache keeps what was made lately. The zero cache is empty.
type cache struct {
	mu    sync.Mutex
	ready map[string][]byte
	order []string // of ready, oldest first
	size  int      // bytes in ready
}

func (c *cache) get(key string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ready[key]
}

// put keeps something and forgets the oldest ones above the bound.
func (c *cache) put(key string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ready == nil {
		c.ready = map[string][]byte{}
	}
	if c.ready[key] != nil {
		return
	}
	c.ready[key] = data
	c.order = append(c.order, key)
	c.size += len(key) + len(data)
	for c.size > cached {
		oldest := c.order[0]
		c.size -= len(oldest) + len(c.ready[oldest])
		delete(c.ready, oldest)
		c.order = c.order[1:]
	}
}
