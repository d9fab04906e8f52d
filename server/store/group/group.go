// Package group lets many write at once: what arrives within a moment becomes one
// group, so that all of it shares the price of one commit.
package group

import (
	"context"
	"time"

	"moyo/server/store"
)

// What one group has at most.
const (
	Window = 2 * time.Millisecond // in which it gathers
	Size   = 64                   // events
)

// Job is something to write.
type Job interface {
	Events() int        // how many events it writes, at least 1
	Answer() chan error // of capacity 1, for what became of it
}

// Queue is where jobs wait for the one who writes them.
type Queue[J Job] struct {
	jobs    chan J
	closing chan struct{} // closed when no more jobs are taken
	done    chan struct{} // closed when the last one is written
}

// New returns an empty queue.
func New[J Job]() *Queue[J] {
	return &Queue[J]{jobs: make(chan J, 4*Size), closing: make(chan struct{}), done: make(chan struct{})}
}

// Submit hands a job to the one who writes and waits for its answer. From then on ctx no
// longer counts: what may have been written is waited for. The error is
// store.ErrClosed once the queue is closed.
func (q *Queue[J]) Submit(ctx context.Context, j J) error {
	if q.Closing() {
		return store.ErrClosed
	}
	select {
	case q.jobs <- j:
	case <-q.closing:
		return store.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-j.Answer():
		return err
	case <-q.done: // it was written before, or never will be
		select {
		case err := <-j.Answer():
			return err
		default:
			return store.ErrClosed
		}
	}
}

// Run gives groups to write, which answers each of their jobs, until the queue is closed
// and empty.
func (q *Queue[J]) Run(write func([]J)) {
	defer close(q.done)
	for {
		select {
		case j := <-q.jobs:
			write(gather(q.jobs, j))
		case <-q.closing:
			for {
				select {
				case j := <-q.jobs:
					write([]J{j})
				default:
					return
				}
			}
		}
	}
}

// gather returns first and what follows it within Window, up to Size events.
func gather[J Job](jobs <-chan J, first J) []J {
	group, events := []J{first}, first.Events()
	timer := time.NewTimer(Window)
	defer timer.Stop()
	for events < Size {
		select {
		case j := <-jobs:
			group = append(group, j)
			events += j.Events()
		case <-timer.C:
			return group
		}
	}
	return group
}

// Close lets Run write what is there, and waits until it has. It is called once.
func (q *Queue[J]) Close() {
	close(q.closing)
	<-q.done
}

// Closing says whether Close was called.
func (q *Queue[J]) Closing() bool {
	select {
	case <-q.closing:
		return true
	default:
		return false
	}
}
