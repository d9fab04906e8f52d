// Package event lets one feature hear of what happens in another, although neither knows the other.
package event

import "sync"

// Topic is what happens of one kind. Several goroutines may use it.
type Topic[T any] struct {
	mu        sync.RWMutex
	listeners []func(T)
}

// Hear adds a listener. It is called by the goroutine that tells, after those added before it, and must not wait.
func (t *Topic[T]) Hear(f func(T)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listeners = append(t.listeners, f)
}

// Tell calls every listener.
func (t *Topic[T]) Tell(v T) {
	t.mu.RLock()
	listeners := t.listeners
	t.mu.RUnlock()
	for _, f := range listeners {
		f(v)
	}
}
