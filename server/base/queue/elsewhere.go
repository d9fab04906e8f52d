package queue

import "sync"

// Elsewhere is places for work on other machines, which several queues share: those
// that came first are first to take them. It is safe for use by several goroutines.
type Elsewhere struct {
	mu     sync.Mutex
	places int
	used   int
	queues []*Queue
}

// Set says how many places there are. Work that is being done keeps its place.
func (e *Elsewhere) Set(places int) {
	e.mu.Lock()
	more := places > e.places
	e.places = places
	e.mu.Unlock()
	if more {
		e.wake()
	}
}

// join lets a queue have places.
func (e *Elsewhere) join(q *Queue) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.queues = append(e.queues, q)
}

// free returns how many places nobody has.
func (e *Elsewhere) free() int {
	if e == nil {
		return 0
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return max(0, e.places-e.used)
}

// take takes a place, if there is one.
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

// wake has the queues look for work that can begin; none of them may be locked.
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

// away is where a line gets its places elsewhere: from what is shared, or in a line
// that is looked ahead with from a number of its own.
type away interface {
	free() int
	take() bool
	giveBack()
}

// guess counts the places of a line that is looked ahead with.
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
