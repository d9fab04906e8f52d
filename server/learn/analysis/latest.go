package analysis

import (
	"context"
	"errors"
	"sync"
)

// errTaken is the error of work that ended because its visitor started other work in another window.
var errTaken = errors.New("it was started in another window")

// latest lets each visitor have one running piece of work: a new one, even from another window, ends the earlier one.
type latest struct {
	mu      sync.Mutex
	running map[string]*work // by visitor
}

// work is the running work of a visitor.
type work struct{ stop context.CancelCauseFunc }

func newLatest() *latest { return &latest{running: map[string]*work{}} }

// begin registers work and ends the visitor's earlier work. It returns the context of the work, and a function to call at its end.
// Work whose context has ended may begin after its successor: it ends nothing.
func (l *latest) begin(ctx context.Context, guest string) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	own := &work{cancel}
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() == nil {
		if before := l.running[guest]; before != nil {
			before.stop(errTaken)
		}
		l.running[guest] = own
	}
	return ctx, func() {
		cancel(nil)
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.running[guest] == own {
			delete(l.running, guest)
		}
	}
}

// causeOf returns the error of work that ran in ctx: [errTaken] if other work replaced it.
func causeOf(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), errTaken) {
		return errTaken
	}
	return err
}
