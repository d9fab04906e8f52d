package cluster

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// Limits of Gather.
const (
	gatherEvery = 500 * time.Millisecond // least time between two messages to other nodes
	mostAtOnce  = 10_000                 // values that are sent without a wait
)

// gathered collects values for other nodes. It sends the first ones immediately, and later ones together.
type gathered struct {
	tell func([]string)

	mu     sync.Mutex
	told   time.Time // when values were last sent
	values map[string]struct{}
	timer  *time.Timer // runs while values wait
}

// Gather is [Spread] for frequent events such as moves, of which only the latest matters. f is called with the values
// on this node before it returns. Other nodes call it at most twice a second with all values since the last call,
// each value once.
func Gather(c *Cluster, name string, f func([]string)) func(values ...string) {
	g := &gathered{tell: Others(c, name, f), values: map[string]struct{}{}}
	return func(values ...string) {
		f(values)
		if !c.IsAlone() {
			g.add(values)
		}
	}
}

// add sends the values to the other nodes, now or soon.
func (g *gathered) add(values []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, v := range values {
		g.values[v] = struct{}{}
	}
	wait := gatherEvery - time.Since(g.told)
	switch {
	case wait <= 0, len(g.values) >= mostAtOnce:
		g.flush()
	case g.timer == nil:
		g.timer = time.AfterFunc(wait, func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.timer != nil { // otherwise they were already sent
				g.flush()
			}
		})
	}
}

// flush sends the values. The caller holds g.mu, so that others receive them in order.
func (g *gathered) flush() {
	if g.timer != nil {
		g.timer.Stop()
		g.timer = nil
	}
	g.tell(slices.Sorted(maps.Keys(g.values)))
	clear(g.values)
	g.told = time.Now()
}
