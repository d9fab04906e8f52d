package queue

import "sync"

// Elsewhere counts places for work on other machines. Several queues share them; the queue that
// joined first takes them first. It is safe for concurrent use.
type Elsewhere struct {
	mu     sync.Mutex
	places int
	used   int
	queues []*Queue
}

// Set sets the number of places. Running work keeps its place.
func (e *Elsewhere) Set(places int) {
	e.mu.Lock()
	more := places > e.places
	e.places = places
	e.mu.Unlock()
	if more {
		e.wake()
	}
}

// join adds a queue.
func (e *Elsewhere) join(q *Queue) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.queues = append(e.queues, q)
}

// free returns the number of free places.
func (e *Elsewhere) free() int {
	if e == nil {
		return 0
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return max(0, e.places-e.used)
}

// take takes a place and reports whether one was free.
func (e *Elsewhere) take() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.used >= e.places {
		return false
	}
	e.used++
	return true
}

func (e *Elsewhere) giveBack() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.used--
}

// wake makes the queues start waiting work. None of them may be locked.
func (e *Elsewhere) wake() {
	e.mu.Lock()
	queues := e.queues
	e.mu.Unlock()
	for _, q := range queues {
		q.mu.Lock()
		q.share()
		q.mu.Unlock()
	}
}

// away provides a line's places on other machines: the shared ones, or a number of its own in a
// line that only predicts.
type away interface {
	free() int
	take() bool
	giveBack()
}

// guess counts the places of a line that predicts.
type guess struct{ n int }

func (g *guess) free() int { return g.n }

func (g *guess) take() bool {
	if g.n == 0 {
		return false
	}
	g.n--
	return true
}

func (g *guess) giveBack() { g.n++ }
