package testenv

import (
	"context"
	"sync/atomic"
)

// Ending is a context that ends after a number of calls of Err. With it a test stops a computation at each of its
// steps, independently of the machine's load. It is safe for concurrent use.
type Ending struct {
	context.Context
	cancel context.CancelFunc
	after  int64
	asked  atomic.Int64
}

// EndingAfter returns a child of parent that is cancelled by call number calls+1 of Err.
func EndingAfter(parent context.Context, calls int) *Ending {
	ctx, cancel := context.WithCancel(parent)
	return &Ending{Context: ctx, cancel: cancel, after: int64(calls)}
}

// Err implements context.Context.
func (e *Ending) Err() error {
	if e.asked.Add(1) > e.after {
		e.cancel()
	}
	return e.Context.Err()
}

// Asked returns how often Err was called.
func (e *Ending) Asked() int { return int(e.asked.Load()) }
