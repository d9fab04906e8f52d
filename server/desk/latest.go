package desk

import (
	"context"
	"sync"
)

// latest lets each visitor have one piece of work going on: a second one, from
// another window too, ends the first.
type latest struct {
	mu      sync.Mutex
	running map[string]*work // by guest
}

// work is what goes on for a visitor.
type work struct{ stop context.CancelFunc }

func newLatest() *latest { return &latest{running: map[string]*work{}} }

// begin registers work, which ends the guest's earlier one, and returns the
// context that it runs in and what is to be called at its end.
func (l *latest) begin(ctx context.Context, guest string) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	own := &work{cancel}
	l.mu.Lock()
	defer l.mu.Unlock()
	if before := l.running[guest]; before != nil {
		before.stop()
	}
	l.running[guest] = own
	return ctx, func() {
		cancel()
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.running[guest] == own {
			delete(l.running, guest)
		}
	}
}
