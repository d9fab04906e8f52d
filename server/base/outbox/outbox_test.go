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

// box is an outbox for one subscriber. It is safe for concurrent use.
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

// put adds a notice to the box.
func (b *box) put(n store.Notice) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.notices = []store.Notice{n}
}

// left returns the notices that are not acknowledged.
func (b *box) left() []store.Notice {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.notices)
}

// TestDamagedGame checks that a notice of a damaged game is skipped. One that fails now delays later ones and is
// tried again.
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

// TestRun checks for notices every minute, soon after a failure, and immediately when woken. It continues after a
// panic and ends with its context.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &box{}
		var mu sync.Mutex
		var fails func() error // the next call of Hear, if not nil
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
		took("without a wake", LookEvery)
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
				t.Errorf("%s is handled", name)
			}
			took("after "+name, RetryAfter)
		}
		l.Wake()
		l.Wake() // does not block
		took("woken", time.Second)
		cancel()
		<-ended
	})
}
