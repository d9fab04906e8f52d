package preview

import "sync"

// cached is the maximum size of the cache of pictures and pages, in bytes.
const cached = 32 << 20

// cache keeps recent results. The zero cache is empty.
type cache struct {
	mu    sync.Mutex
	ready map[string][]byte
	order []string // keys of ready, oldest first
	size  int      // bytes in ready
}

func (c *cache) get(key string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ready[key]
}

// put adds an entry and removes the oldest ones above the limit.
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
