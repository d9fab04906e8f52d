// Package outbox delivers the notices of the store's outbox to a subscriber: immediately when it is woken, and after
// a crash when the server starts again. A notice is delivered until the subscriber has acknowledged it in the same
// transaction as its effects.
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

// Timing of a listener.
const (
	LookEvery  = time.Minute      // between checks for notices without a call of Wake
	RetryAfter = 10 * time.Second // after a failure
)

// batch is the number of notices that are read together.
const batch = 100

// Config configures a listener.
type Config struct {
	Outbox     store.Outbox
	Subscriber string // one of store.Subscribers
	// Hear handles one notice and acknowledges it in the store. After an error it is called again with the same
	// notice, before later ones. Notices of damaged games are skipped.
	Hear func(context.Context, store.Notice) error
	Log  *slog.Logger
}

// Listener handles the notices for one subscriber, one at a time and in order. It is safe for concurrent use.
type Listener struct {
	Config
	wake    chan struct{} // of capacity 1
	hearing sync.Mutex
}

// New returns a listener that [Listener.Run] starts.
func New(cfg Config) *Listener { return &Listener{Config: cfg, wake: make(chan struct{}, 1)} }

// Wake makes the listener check for notices. It does not block.
func (l *Listener) Wake() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Run handles notices as they arrive, first the ones already in the outbox, until ctx ends.
func (l *Listener) Run(ctx context.Context) {
	for {
		wait := LookEvery
		if err := guard.Run(func() error { return l.Catch(ctx) }); err != nil && ctx.Err() == nil {
			l.Log.Error("cannot handle a notice", "subscriber", l.Subscriber, "err", err)
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

// Catch handles all notices in the outbox.
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
				// The game stays damaged, and other notices wait.
				l.Log.Error("skipped a notice of a damaged game", "subscriber", l.Subscriber, "err", damaged)
				err = l.Outbox.Heard(ctx, l.Subscriber, n.Number)
			}
			if err != nil {
				return fmt.Errorf("game %s: %w", n.Game, err)
			}
		}
	}
}

// Meanwhile calls f while no notice is handled.
func (l *Listener) Meanwhile(f func() error) error {
	l.hearing.Lock()
	defer l.hearing.Unlock()
	return f()
}
