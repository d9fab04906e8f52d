// Package outbox works off what the store's outbox has for a subscriber: at once
// when somebody says that there may be something, and what a crash has left when the
// server starts again. A notice is heard again until the subscriber has noted, in
// one step with what follows from it, that it was heard.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"moyo/server/base/guard"
	"moyo/server/store"
)

// The times of a listener.
const (
	LookEvery  = time.Minute      // whether there is a notice, although nobody has said so
	RetryAfter = 10 * time.Second // when hearing failed
)

// batch is how many notices are looked at together.
const batch = 100

// Config is what a listener is made of.
type Config struct {
	Outbox     store.Outbox
	Subscriber string // one of store.Subscribers
	// Hear deals with one notice and notes in the store that it was heard. Where it
	// fails the same notice comes again, before any later one, unless its game is
	// damaged: then it is left out.
	Hear func(context.Context, store.Notice) error
	Log  *slog.Logger
}

// Listener hears notices for one subscriber, one at a time and in their order. It
// is safe for use by several goroutines.
type Listener struct {
	Config
	wake    chan struct{} // of capacity 1
	hearing sync.Mutex
}

// New returns a listener that hears nothing yet; see [Listener.Run].
func New(cfg Config) *Listener { return &Listener{Config: cfg, wake: make(chan struct{}, 1)} }

// Wake has the listener look, because there may be a notice. It never waits.
func (l *Listener) Wake() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Run hears notices as they come, first those that were there before, until ctx
// ends.
func (l *Listener) Run(ctx context.Context) {
	for {
		wait := LookEvery
		if err := guard.Run(func() error { return l.Catch(ctx) }); err != nil && ctx.Err() == nil {
			l.Log.Error("a notice was not heard", "subscriber", l.Subscriber, "err", err)
			wait = RetryAfter
		}
		timer := time.NewTimer(wait)
		select {
		case <-l.wake:
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
		if ctx.Err() != nil {
			return
		}
	}
}

// Catch hears all notices that there are.
func (l *Listener) Catch(ctx context.Context) error {
	l.hearing.Lock()
	defer l.hearing.Unlock()
	for {
		notices, err := l.Outbox.Notices(ctx, l.Subscriber, batch)
		if err != nil || len(notices) == 0 {
			return err
		}
		for _, n := range notices {
			err := l.Hear(ctx, n)
			if damaged, ok := errors.AsType[*store.Damaged](err); ok {
				// It will not be whole later on, and the others wait.
				l.Log.Error("a notice is left out: its game is damaged", "subscriber", l.Subscriber, "err", damaged)
				err = l.Outbox.Heard(ctx, l.Subscriber, n.Number)
			}
			if err != nil {
				return fmt.Errorf("game %s: %w", n.Game, err)
			}
		}
	}
}

// Meanwhile calls f while nothing is heard.
func (l *Listener) Meanwhile(f func() error) error {
	l.hearing.Lock()
	defer l.hearing.Unlock()
	return f()
}
