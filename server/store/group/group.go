// Package group combines concurrent writes: jobs that arrive within a moment become one
// group, so that they share the cost of one commit.
package group

import (
	"context"
	"time"

	"moyo/server/store"
)

// The number of events in a group.
const (
	Size   = 64 // at most
	Enough = 4  // when to stop waiting for more
)

// How long a group gathers jobs, from the first one on.
const (
	Shortest = 2 * time.Millisecond
	Longest  = 10 * time.Millisecond // players do not notice this delay
	commits  = 8                     // the longest window, as a multiple of a commit
)

// pace is how long groups gather. The window grows while jobs arrive together, since a
// commit costs as much processor time as five events, and shrinks while they arrive alone.
// With fast commits it stays short: commits may take a ninth of the time.
type pace struct {
	window time.Duration
	commit time.Duration // moving average of the last groups
}

// wrote updates the pace with a group's number of jobs and the time of its write.
func (p *pace) wrote(jobs int, took time.Duration) {
	p.commit += (took - p.commit) / 4
	if jobs > 1 {
		p.window *= 2
	} else {
		p.window /= 2
	}
	p.window = max(Shortest, min(p.window, Longest, commits*p.commit))
}

// Job is something to write.
type Job interface {
	Events() int        // number of events that it writes, at least 1
	Answer() chan error // of capacity 1, for the result
}

// Queue holds jobs until the writer takes them.
type Queue[J Job] struct {
	alone   bool // each job is a group
	jobs    chan J
	closing chan struct{} // closed when the queue accepts no more jobs
	done    chan struct{} // closed when the last job is written
}

// New returns an empty queue. If alone is true, commits cost nothing, and each job is a group without a wait.
func New[J Job](alone bool) *Queue[J] {
	return &Queue[J]{alone: alone, jobs: make(chan J, 4*Size), closing: make(chan struct{}), done: make(chan struct{})}
}

// Submit queues a job and waits for its answer. Once the job is queued, ctx has no
// effect: Submit waits for what may have been written. The error is
// store.ErrClosed if the queue is closed.
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

// Run calls write with groups until the queue is closed and empty. write answers
// each job.
func (q *Queue[J]) Run(write func([]J)) {
	defer close(q.done)
	p := pace{window: Shortest}
	for {
		select {
		case j := <-q.jobs:
			group := []J{j}
			if !q.alone {
				group = gather(q.jobs, j, p.window)
			}
			start := time.Now()
			write(group)
			p.wrote(len(group), time.Since(start))
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

// gather returns first and the jobs after it, up to Size events: all within Shortest, and
// then until there are Enough or the window ends.
func gather[J Job](jobs <-chan J, first J, window time.Duration) []J {
	group, events := []J{first}, first.Events()
	timer := time.NewTimer(Shortest)
	defer timer.Stop()
	waited := Shortest
	for events < Size && (waited == Shortest || events < Enough) {
		select {
		case j := <-jobs:
			group = append(group, j)
			events += j.Events()
		case <-timer.C:
			if waited >= window {
				return group
			}
			timer.Reset(window - waited)
			waited = window
		}
	}
	return group
}

// Close lets Run write the remaining jobs and waits for it. Call it once.
func (q *Queue[J]) Close() {
	close(q.closing)
	<-q.done
}

// Closing reports whether Close was called.
func (q *Queue[J]) Closing() bool {
	select {
	case <-q.closing:
		return true
	default:
		return false
	}
}
