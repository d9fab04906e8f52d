package limit

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

func TestConnectionsOfAnAddress(t *testing.T) {
	l := NewAddresses(3, 2, time.Now)
	var leave []func()
	for i, c := range []struct {
		address string
		ok      bool
	}{{"a", true}, {"a", true}, {"a", false}, {"b", true}, {"c", false}} {
		off, err := l.Connect(With(t.Context(), c.address))
		if (err == nil) != c.ok {
			t.Errorf("connection %d from %s: %v", i, c.address, err)
		}
		if err == nil {
			leave = append(leave, off)
		}
	}
	for _, off := range leave {
		off()
	}
	if l.connections != 0 || len(l.perAddress) != 0 {
		t.Errorf("after all have left: %d, %v", l.connections, l.perAddress)
	}
}

// TestRates spends a burst, is refused, and is allowed again after a time.
func TestRates(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewAddresses(1, 1, func() time.Time { return now })
	a, b := With(t.Context(), "a"), With(t.Context(), "b")
	for i := range 2 * burst {
		if err := l.Allow(a, "games", 2); err != nil {
			t.Fatalf("the %d-th of %d: %v", i+1, 2*burst, err)
		}
	}
	if l.Allow(a, "games", 2) == nil {
		t.Error("the burst has no end")
	}
	if err := l.Allow(b, "games", 2); err != nil {
		t.Errorf("another address: %v", err)
	}
	if err := l.Allow(a, "boards", 2); err != nil {
		t.Errorf("another thing: %v", err)
	}
	now = now.Add(time.Second)
	if err := l.AllowN(a, "games", 2, 2); err != nil {
		t.Errorf("after a second: %v", err)
	}
	if l.Allow(a, "games", 2) == nil {
		t.Error("a second brings more than two")
	}
}

func TestAddressOf(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:1234": "192.0.2.7", "[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::",
		"[2001:db8:1:3:ffff:ffff:ffff:ffff]:80": "2001:db8:1:3::",
		"[::ffff:192.0.2.7]:80":                 "192.0.2.7", "[fe80::1%eth0]:80": "fe80::", "pipe": "pipe",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = remote
		if got := addressOf(r); got != want {
			t.Errorf("%s: %s, want %s", remote, got, want)
		}
	}
}

func TestPace(t *testing.T) {
	now := time.Unix(100, 0)
	p := NewPace(ReportEvery, func() time.Time { return now })
	for _, c := range []struct {
		after time.Duration
		due   bool
	}{{0, true}, {ReportEvery - 1, false}, {1, true}, {0, false}, {time.Hour, true}} {
		now = now.Add(c.after)
		if got := p.Due(); got != c.due {
			t.Errorf("after %v more: %v", c.after, got)
		}
	}
}

// TestShared checks that requests on one node count on another one.
func TestShared(t *testing.T) {
	now := time.Now()
	clock := func() time.Time { return now }
	here, there := NewAddresses(9, 9, clock), NewAddresses(9, 9, clock)
	ada, bo := With(t.Context(), "ada"), With(t.Context(), "bo")
	here.Spent()
	if err := here.AllowN(ada, "lists", 1, burst-1); err != nil {
		t.Fatal(err)
	}
	there.Take(here.Spent())
	if err := there.Allow(ada, "lists", 1); err != nil {
		t.Errorf("the last one: %v", err)
	}
	if err := there.Allow(ada, "lists", 1); err == nil {
		t.Error("one too many")
	}
	if err := there.Allow(bo, "lists", 1); err != nil {
		t.Errorf("another address: %v", err)
	}
	if again := here.Spent(); len(again) != 0 {
		t.Errorf("sent twice: %v", again)
	}
	there.Take([]Spent{{Key: "lists bo", Rate: 1, AtOnce: burst, N: 1e9}})
	now = now.Add(3 * burst * time.Second)
	if err := there.Allow(bo, "lists", 1); err != nil {
		t.Errorf("a node that reports a billion blocks an address forever: %v", err)
	}
	for i := range 2 * mostSpent {
		_ = here.Allow(With(t.Context(), fmt.Sprint(i)), "lists", 1)
	}
	if n := len(here.Spent()); n != mostSpent {
		t.Errorf("%d are recorded", n)
	}
}

// TestCostly checks that a request that costs more than a burst is allowed now and then, and uses up the whole burst.
func TestCostly(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewAddresses(1, 1, func() time.Time { return now })
	ctx := With(t.Context(), "a")
	for i, c := range []struct {
		after time.Duration
		n     int
		ok    bool
	}{
		{0, burst + 1, true}, {0, 1, false}, {time.Second, 1, true},
		{(burst - 1) * time.Second, 10 * burst, false}, {time.Second, 10 * burst, true}, {0, 1, false},
	} {
		now = now.Add(c.after)
		if err := l.AllowN(ctx, "archives", 1, c.n); (err == nil) != c.ok {
			t.Errorf("request %d, that costs %d: %v", i, c.n, err)
		}
	}
}

// TestForgets checks that with too many addresses recovered ones are forgotten first. If that makes no
// room, all are forgotten.
func TestForgets(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewAddresses(1, 1, func() time.Time { return now })
	for i := range knownAddresses / 2 {
		if err := l.Allow(With(t.Context(), fmt.Sprint("old", i)), "games", 1); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(time.Second) // the old ones have recovered
	greedy := With(t.Context(), "greedy")
	for l.Allow(greedy, "games", 1) == nil {
	}
	for i := 0; len(l.known) < knownAddresses; i++ {
		if err := l.Spend(With(t.Context(), fmt.Sprint("new", i)), "mails", Quota{Daily: 1, AtOnce: 2}); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Allow(With(t.Context(), "one more"), "games", 1); err != nil || len(l.known) != knownAddresses/2+1 {
		t.Errorf("%d are known after one more, %v", len(l.known), err)
	}
	if l.Allow(greedy, "games", 1) == nil {
		t.Error("an address over its limit is forgiven")
	}
	for i := 0; len(l.known) < knownAddresses; i++ {
		_ = l.Spend(With(t.Context(), fmt.Sprint("newer", i)), "mails", Quota{Daily: 1, AtOnce: 2})
	}
	if err := l.Allow(With(t.Context(), "the last"), "games", 1); err != nil || len(l.known) != 1 {
		t.Errorf("%d are known where there was no room, %v", len(l.known), err)
	}
}

// TestWait lets a burst pass and delays the rest, separately for each address. A cancelled caller does not wait.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewAddresses(1, 1, time.Now)
		a, b := With(t.Context(), "a"), With(t.Context(), "b")
		start := time.Now()
		wait := func(ctx context.Context, n int, want time.Duration) {
			t.Helper()
			if err := l.Wait(ctx, "bytes", 100, n); err != nil || time.Since(start) != want {
				t.Errorf("%v: it has waited %v, want %v", err, time.Since(start), want)
			}
		}
		wait(a, 100*burst, 0)
		wait(a, 50, time.Second/2)
		wait(b, 100, time.Second/2)
		wait(a, 250, 3*time.Second)
		left, leave := context.WithCancel(a)
		leave()
		if err := l.Wait(left, "bytes", 100, 100); !errors.Is(err, context.Canceled) || time.Since(start) != 3*time.Second {
			t.Errorf("a cancelled caller: %v after %v", err, time.Since(start))
		}
	})
}
