package cluster

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// The bounds of what is gathered.
const (
	gatherEvery = 500 * time.Millisecond // other nodes are told at most so often
	mostAtOnce  = 10_000                 // values; that many are told at once
)

// gathered are values that other nodes are told together: those of now at once, unless
// they were told something just before.
type gathered struct {
	tell func([]string)

	mu     sync.Mutex
	told   time.Time // when they were told last
	values map[string]struct{}
	timer  *time.Timer // runs while something waits to be told
}

// Gather is Spread for what happens often, such as moves, and of which it is enough to know
// that it has happened: f is called with the values here before it returns, and on the others
// twice a second at most, with all that came since, each value once.
func Gather(c *Cluster, name string, f func([]string)) func(values ...string) {
	g := &gathered{tell: Others(c, name, f), values: map[string]struct{}{}}
	return func(values ...string) {
		f(values)
		if !c.IsAlone() {
			g.add(values)
		}
	}
}

// add has the others told, now or soon.
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
			if g.timer != nil { // else it was told meanwhile
				g.flush()
			}
		})
	}
}

// flush tells what there is; g.mu is held, so that others see the order of here.
func (g *gathered) flush() {
	if g.timer != nil {
		g.timer.Stop()
		g.timer = nil
	}
	g.tell(slices.Sorted(maps.Keys(g.values)))
	clear(g.values)
	g.told = time.Now()
}
