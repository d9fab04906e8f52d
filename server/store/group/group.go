// Package group lets many write at once: what arrives within a moment becomes one
// group, so that all of it shares the price of one commit.
package group

import (
	"context"
	"time"

	"moyo/server/store"
)

// How many events one group has.
const (
	Size   = 64 // at most
	Enough = 4  // not to wait for more: the price of a commit is shared among enough
)

// The time in which a group gathers, from its first job on.
const (
	Shortest = 2 * time.Millisecond
	Longest  = 10 * time.Millisecond // nobody sees a move come so much later
	commits  = 8                     // it is no longer than so many commits
)

// pace is how long groups gather: longer and longer while each job finds company, since a
// commit costs the processor as much as five events, and shorter where they stay alone.
// Where commits are fast it stays short: they may take a ninth of the time.
type pace struct {
	window time.Duration
	commit time.Duration // of the last groups, the latest counting most
}

// wrote takes in how many jobs a group had and how long it took to write.
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
	Events() int        // how many events it writes, at least 1
	Answer() chan error // of capacity 1, for what became of it
}

// Queue is where jobs wait for the one who writes them.
type Queue[J Job] struct {
	alone   bool // each job is a group
	jobs    chan J
	closing chan struct{} // closed when no more jobs are taken
	done    chan struct{} // closed when the last one is written
}

// New returns an empty queue. Where commits cost nothing, each job is written alone and waits for no company.
func New[J Job](alone bool) *Queue[J] {
	return &Queue[J]{alone: alone, jobs: make(chan J, 4*Size), closing: make(chan struct{}), done: make(chan struct{})}
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

// gather returns first and what follows it, up to Size events: all within Shortest, and
// within the window where that is longer, until there are Enough.
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
