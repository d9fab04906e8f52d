package analysis

import (
	"context"
	"errors"
	"sync"
)

// errTaken is the error of work that ended since its guest has asked for other work from
// another window.
var errTaken = errors.New("it is wanted in another window")

// latest lets each visitor have one piece of work going on: a second one, from
// another window too, ends the first.
type latest struct {
	mu      sync.Mutex
	running map[string]*work // by guest
}

// work is what goes on for a visitor.
type work struct{ stop context.CancelCauseFunc }

func newLatest() *latest { return &latest{running: map[string]*work{}} }

// begin registers work, which ends the guest's earlier one, and returns the
// context that it runs in and what is to be called at its end. Work that nobody waits for
// any more may begin after what followed it: it ends nothing.
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

// causeOf returns the error of work that ran in ctx: [errTaken] where it failed since
// other work took its place.
func causeOf(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), errTaken) {
		return errTaken
	}
	return err
}
