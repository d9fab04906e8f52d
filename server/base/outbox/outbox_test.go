package outbox

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"moyo/server/store"
)

// box is an outbox for one subscriber, for use by several goroutines.
type box struct {
	store.Outbox

	mu      sync.Mutex
	notices []store.Notice
}

func (b *box) Notices(context.Context, string, int) ([]store.Notice, error) {
	return b.left(), nil
}

func (b *box) Heard(_ context.Context, _ string, number int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.notices = slices.DeleteFunc(b.notices, func(n store.Notice) bool { return n.Number <= number })
	return nil
}

// put has the box hold one notice.
func (b *box) put(n store.Notice) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.notices = []store.Notice{n}
}

// left returns the notices that are not heard yet.
func (b *box) left() []store.Notice {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.notices)
}

// TestDamagedGame: a notice of a game that is damaged is left out; one that cannot be
// heard now holds up those after it, and comes again.
func TestDamagedGame(t *testing.T) {
	b := &box{
		notices: []store.Notice{
			{Number: 1, Game: "a"}, {Number: 2, Game: "damaged"}, {Number: 3, Game: "b"}, {Number: 4, Game: "busy"}, {Number: 5, Game: "c"},
		},
	}
	busy := errors.New("busy")
	var heard []string
	l := New(Config{Outbox: b, Subscriber: "x", Log: slog.New(slog.DiscardHandler), Hear: func(ctx context.Context, n store.Notice) error {
		switch {
		case n.Game == "damaged":
			return errors.Join(errors.New("reading"), &store.Damaged{Game: n.Game, Whole: 3})
		case n.Game == "busy" && busy != nil:
			return busy
		}
		heard = append(heard, n.Game)
		return b.Heard(ctx, "x", n.Number)
	}})
	if err := l.Catch(t.Context()); !errors.Is(err, busy) || !slices.Equal(heard, []string{"a", "b"}) {
		t.Errorf("%v, heard %v", err, heard)
	}
	busy = nil
	if err := l.Catch(t.Context()); err != nil || !slices.Equal(heard, []string{"a", "b", "busy", "c"}) || len(b.left()) != 0 {
		t.Errorf("%v, heard %v, left %v", err, heard, b.left())
	}
}

// TestRun looks every minute, soon after a failure, at once when woken, and goes on after a
// panic; it ends with its context.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &box{}
		var mu sync.Mutex
		var fails func() error // what the next hearing does, if not nil
		l := New(Config{Outbox: b, Subscriber: "x", Log: slog.New(slog.DiscardHandler), Hear: func(ctx context.Context, n store.Notice) error {
			mu.Lock()
			now := fails
			fails = nil
			mu.Unlock()
			if now != nil {
				return now()
			}
			return b.Heard(ctx, "x", n.Number)
		}})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			l.Run(ctx)
		}()
		synctest.Wait()
		took := func(name string, want time.Duration) {
			t.Helper()
			began := time.Now()
			b.put(store.Notice{Number: 1, Game: "a"})
			for len(b.left()) > 0 && time.Since(began) <= want {
				time.Sleep(time.Second)
				synctest.Wait()
			}
			if got := time.Since(began); got != want || len(b.left()) > 0 {
				t.Errorf("%s: %d notices are left after %v, want none after %v", name, len(b.left()), got, want)
			}
		}
		took("nobody has said so", LookEvery)
		for name, next := range map[string]func() error{
			"a failure": func() error { return errors.New("busy") }, "a panic": func() error { panic("oops") },
		} {
			mu.Lock()
			fails = next
			mu.Unlock()
			b.put(store.Notice{Number: 1, Game: "a"})
			l.Wake()
			synctest.Wait()
			if len(b.left()) != 1 {
				t.Errorf("%s is heard", name)
			}
			took("after "+name, RetryAfter)
		}
		l.Wake()
		l.Wake() // never waits
		took("woken", time.Second)
		cancel()
		<-ended
	})
}
