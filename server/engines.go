package server

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"moyo/engine"
)

// engines lends engines to games, so many at once as there are slots. Whoever
// comes later waits in line. An engine that was given back stays for the next
// move of its game, or for another game that wants its kind; engines in use and
// kept are never more than slots, which bounds their memory.
type engines struct {
	make    func(id string) (engine.Engine, error)
	slots   chan struct{}
	metrics *metrics

	mu     sync.Mutex
	idle   []lent // oldest first
	inUse  int
	closed bool
}

// lent is an engine with the game that it thought about last.
type lent struct {
	game, id string
	engine   engine.Engine
}

func newEngines(build func(string) (engine.Engine, error), slots int, m *metrics) *engines {
	return &engines{make: build, slots: make(chan struct{}, slots), metrics: m}
}

// use calls f with an engine of that id as soon as there is a slot. What f
// panics with becomes its error. An engine whose use failed is not used again.
func (e *engines) use(ctx context.Context, game, id string, f func(engine.Engine) error) error {
	e.metrics.waiting.Inc()
	select {
	case e.slots <- struct{}{}:
		e.metrics.waiting.Dec()
	case <-ctx.Done():
		e.metrics.waiting.Dec()
		return ctx.Err()
	}
	defer func() { <-e.slots }()
	eng, err := e.take(game, id)
	if err != nil {
		return err
	}
	err = guarded(func() error { return f(eng) })
	e.giveBack(lent{game, id, eng}, err == nil)
	return err
}

// guarded turns a panic of f into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return f()
}

// take returns an engine that is kept, best the game's own, or makes one.
func (e *engines) take(game, id string) (engine.Engine, error) {
	e.mu.Lock()
	i := slices.IndexFunc(e.idle, func(l lent) bool { return l.id == id && l.game == game })
	if i < 0 {
		i = slices.IndexFunc(e.idle, func(l lent) bool { return l.id == id })
	}
	var found, evicted engine.Engine
	switch {
	case i >= 0:
		found = e.idle[i].engine
		e.idle = slices.Delete(e.idle, i, i+1)
	case len(e.idle) > 0 && e.inUse+len(e.idle) >= cap(e.slots):
		evicted = e.idle[0].engine
		e.idle = slices.Delete(e.idle, 0, 1)
	}
	e.inUse++
	e.mu.Unlock()
	if evicted != nil {
		_ = evicted.Close() // nothing depends on how it ends
	}
	if found != nil {
		return found, nil
	}
	made, err := e.make(id)
	if err != nil {
		e.mu.Lock()
		e.inUse--
		e.mu.Unlock()
	}
	return made, err
}

func (e *engines) giveBack(l lent, healthy bool) {
	e.mu.Lock()
	e.inUse--
	keep := healthy && !e.closed
	if keep {
		e.idle = append(e.idle, l)
	}
	e.mu.Unlock()
	if !keep {
		_ = l.engine.Close()
	}
}

// close frees the engines that nobody uses, and those in use when they come back.
func (e *engines) close() {
	e.mu.Lock()
	e.closed = true
	idle := e.idle
	e.idle = nil
	e.mu.Unlock()
	for _, l := range idle {
		_ = l.engine.Close()
	}
}
