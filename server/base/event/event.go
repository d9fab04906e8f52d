// Package event carries events from one feature to others. Neither side knows the other.
package event

import "sync"

// Topic carries events of one kind. Several goroutines may use it.
type Topic[T any] struct {
	mu        sync.RWMutex
	listeners []func(T)
}

// Hear adds a listener. Tell calls it in its own goroutine, after the listeners added before it. A listener must not block.
func (t *Topic[T]) Hear(f func(T)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listeners = append(t.listeners, f)
}

// Tell calls every listener with an event.
func (t *Topic[T]) Tell(v T) {
	t.mu.RLock()
	listeners := t.listeners
	t.mu.RUnlock()
	for _, f := range listeners {
		f(v)
	}
}
