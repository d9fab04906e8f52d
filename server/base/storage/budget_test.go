package storage

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
)

// asker returns the context of a caller at an address.
func asker(address string, role store.Role) (ctx context.Context) {
	h := identity.Identify(roles(role), http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { ctx = r.Context() }))
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	h.ServeHTTP(httptest.NewRecorder(), r.WithContext(limit.With(r.Context(), address)))
	return ctx
}

// roles gives every caller a role.
type roles store.Role

func (r roles) Who(context.Context, string) (identity.Who, error) {
	return identity.Who{Player: "somebody", Role: store.Role(r)}, nil
}

// failing is a store that fails for a while.
type failing struct {
	*sqlite.Store
	fails atomic.Bool
	saved atomic.Int64
}

func (f *failing) AddSpent(ctx context.Context, day int, more map[string]int64) (map[string]int64, error) {
	if f.fails.Load() {
		return nil, errors.New("the disk is full")
	}
	f.saved.Add(int64(len(more)))
	return f.Store.AddSpent(ctx, day, more)
}

func newBudget(t *testing.T, s Store, l Limits) *Budget {
	t.Helper()
	b := New(Config{Store: s, Limits: l, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err := b.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

func refusedAs(t *testing.T, what string, err error, want apierror.Code) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || apierror.Of(err).Code != want) {
		t.Errorf("%s: %v, want %q", what, err, want)
	}
}

// TestAddress checks that all callers of an address share its total, and that others can continue. Running games may
// use twice as much, and the next day starts at zero.
func TestAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(t, sqlitetest.New(t), Limits{Address: 1000})
		guest, member, other := asker("1", store.Guest), asker("1", store.Member), asker("2", store.Guest)
		refusedAs(t, "at first", b.Spend(guest, 600), "")
		refusedAs(t, "another of that address, to the last byte", b.Spend(member, 400), "")
		refusedAs(t, "one byte more", b.Spend(guest, 1), apierror.TooOften)
		refusedAs(t, "with an account", b.Spend(member, 1), apierror.TooOften)
		refusedAs(t, "a moderator", b.Spend(asker("1", store.Moderator), 1), "")
		refusedAs(t, "from elsewhere", b.Spend(other, 1000), "")
		refusedAs(t, "a move", b.SpendMove(guest, 900), "")
		refusedAs(t, "moves to twice as much", b.SpendMove(guest, 100), apierror.TooOften)
		refusedAs(t, "the server's own work", b.Spend(t.Context(), 5000), "")
		time.Sleep(24 * time.Hour)
		refusedAs(t, "on the next day", b.Spend(guest, 1000), "")
	})
}

// TestGuests checks the total for guests, which does not limit accounts.
func TestGuests(t *testing.T) {
	b := newBudget(t, sqlitetest.New(t), Limits{Guests: 1000})
	for i := range 10 {
		refusedAs(t, "at first", b.Spend(asker(fmt.Sprint(i), store.Guest), 100), "")
	}
	refusedAs(t, "another guest", b.Spend(asker("new", store.Guest), 1), apierror.StorageFull)
	refusedAs(t, "an account", b.Spend(asker("new", store.Member), 1), "")
	refusedAs(t, "a guest's move", b.SpendMove(asker("new", store.Guest), 1), "")
}

// TestSite checks that guests in an IPv6 network with 65,536 networks of 64 bits can use a tenth of the total for
// guests. Others can continue.
func TestSite(t *testing.T) {
	b := newBudget(t, sqlitetest.New(t), Limits{Guests: 10_000, Address: 100})
	address := func(site, i int) string { return fmt.Sprintf("2001:db8:%x:%x::", site, i) }
	for i := range 10 {
		refusedAs(t, "at first", b.Spend(asker(address(1, i), store.Guest), 100), "")
	}
	fresh := asker(address(1, 0xffff), store.Guest)
	refusedAs(t, "one byte more", b.Spend(fresh, 1), apierror.TooOften)
	refusedAs(t, "an account there", b.Spend(asker(address(1, 11), store.Member), 100), "")
	refusedAs(t, "a guest's move there", b.SpendMove(fresh, 1), "")
	refusedAs(t, "a guest next door", b.Spend(asker(address(2, 1), store.Guest), 100), "")
	for i := range 20 {
		refusedAs(t, "IPv4", b.Spend(asker(fmt.Sprint("192.0.2.", i), store.Guest), 100), "")
	}
	b.giveBack(asker(address(1, 3), store.Guest), 50, b.today())
	refusedAs(t, "what was given back", b.Spend(fresh, 50), "")
	refusedAs(t, "and one byte more", b.Spend(fresh, 1), apierror.TooOften)
}

// filling is a store with a number of bytes.
type filling struct {
	*sqlite.Store
	bytes int64
}

func (f *filling) Size(context.Context) (int64, error) { return f.bytes, nil }

// TestTotal checks that as the disk fills, guests are refused first, then accounts, and moves last.
func TestTotal(t *testing.T) {
	s := &filling{Store: sqlitetest.New(t)}
	b := newBudget(t, s, Limits{Total: 1000})
	guest, member := asker("1", store.Guest), asker("2", store.Member)
	for _, c := range []struct {
		more                 int64
		guest, member, moves apierror.Code
	}{
		{700, "", "", ""}, {101, apierror.StorageFull, "", ""}, {100, apierror.StorageFull, apierror.StorageFull, ""},
		{99, apierror.StorageFull, apierror.StorageFull, apierror.StorageFull},
	} {
		s.bytes += c.more
		b.look(t.Context())
		refusedAs(t, "a guest", b.Spend(guest, 1), c.guest)
		refusedAs(t, "an account", b.Spend(member, 1), c.member)
		refusedAs(t, "a move", b.SpendMove(guest, 1), c.moves)
	}
}

// TestBetweenLooks counts what was used since the last measurement of the store.
func TestBetweenLooks(t *testing.T) {
	b := newBudget(t, sqlitetest.New(t), Limits{Total: 1000})
	refusedAs(t, "at first", b.Spend(asker("1", store.Guest), 800), "")
	refusedAs(t, "then", b.Spend(asker("2", store.Guest), 1), apierror.StorageFull)
}

// TestRestart checks that use survives a restart, and a crash up to some seconds. A store that fails for a while
// loses nothing.
func TestRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &failing{Store: sqlitetest.New(t)}
		run := func() (b *Budget, stop func()) {
			b = newBudget(t, disk, Limits{Address: 1000})
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() {
				defer close(done)
				b.Run(ctx)
			}()
			synctest.Wait()
			return b, func() { cancel(); <-done }
		}
		ctx := asker("1", store.Guest)
		first, stop := run()
		refusedAs(t, "at first", first.Spend(ctx, 500), "")
		disk.fails.Store(true)
		time.Sleep(3 * writeEvery)
		disk.fails.Store(false)
		time.Sleep(writeEvery + time.Second)
		if spent, _ := disk.Spent(t.Context(), store.Day(time.Now())); len(spent) != 2 || spent[guests] != 500 || spent[first.hash("1")] != 500 {
			t.Errorf("the disk has %v", spent)
		}
		first.mu.Lock()
		_, plain := first.spent["1"]
		first.mu.Unlock()
		if plain {
			t.Error("an address is stored in plain text")
		}
		refusedAs(t, "a little more", first.Spend(ctx, 300), "")
		stop()
		saved := disk.saved.Load()
		second, stop := run()
		defer stop()
		time.Sleep(2 * writeEvery)
		if disk.saved.Load() != saved {
			t.Errorf("%d entries were written without requests", disk.saved.Load()-saved)
		}
		refusedAs(t, "after a clean stop", second.Spend(ctx, 201), apierror.TooOften)
		refusedAs(t, "as much as is left", second.Spend(ctx, 200), "")
	})
}

// TestTwoNodes checks that the use of an address at two nodes of one store counts at both a few seconds later.
func TestTwoNodes(t *testing.T) {
	disk := sqlitetest.New(t)
	one, two := newBudget(t, disk, Limits{Address: 1000}), newBudget(t, disk, Limits{Address: 1000})
	ctx := asker("1", store.Member)
	for _, b := range []*Budget{one, two} {
		refusedAs(t, "at first", b.Spend(ctx, 400), "")
		b.look(t.Context())
	}
	refusedAs(t, "what both have taken", two.Spend(ctx, 201), apierror.TooOften)
	refusedAs(t, "the rest", two.Spend(ctx, 200), "")
	for range 3 {
		one.look(t.Context())
		two.look(t.Context())
	}
	refusedAs(t, "at the node without an update", one.Spend(ctx, 600), "")
	one.look(t.Context())
	refusedAs(t, "after an update", one.Spend(ctx, 1), apierror.TooOften)
	if spent, err := disk.Spent(t.Context(), store.Day(time.Now())); err != nil || spent[one.hash("1")] != 1600 {
		t.Errorf("written are %v %v", spent, err)
	}
}

// TestManyAddresses checks that the number of remembered addresses is limited, and that those with much use are
// remembered longest.
func TestManyAddresses(t *testing.T) {
	b := newBudget(t, sqlitetest.New(t), Limits{Address: 2 * small, Guests: 1 << 40})
	much := asker("much", store.Member)
	refusedAs(t, "much", b.Spend(much, 2*small), "")
	who := asker("x", store.Member)
	for i := range mostKnown + 10 {
		refusedAs(t, "another", b.Spend(limit.With(who, fmt.Sprint(i)), 1), "")
		if len(b.spent) > mostKnown {
			t.Fatalf("%d addresses are remembered", len(b.spent))
		}
	}
	refusedAs(t, "much again", b.Spend(much, 1), apierror.TooOften)
	if len(b.fresh) > len(b.spent) {
		t.Errorf("%d are to be written of %d", len(b.fresh), len(b.spent))
	}
}

// TestEverybodyForgiven checks that if all addresses have much use, all are forgotten, but not the total for guests.
func TestEverybodyForgiven(t *testing.T) {
	b := newBudget(t, sqlitetest.New(t), Limits{Address: 2 * small, Guests: 1000})
	refusedAs(t, "a guest", b.Spend(asker("guest", store.Guest), 1000), "")
	for i := range mostKnown {
		b.spent[fmt.Sprint(i)] = small
	}
	refusedAs(t, "one more", b.Spend(asker("x", store.Member), 1), "")
	if len(b.spent) != 2 || b.spent[guests] != 1000 {
		t.Errorf("%d entries are left, %d of guests", len(b.spent), b.spent[guests])
	}
}

// TestRequests checks that requests that change something count before their body is read. Others, and those needed
// to sign in, pass.
func TestRequests(t *testing.T) {
	b := newBudget(t, sqlitetest.New(t), Limits{Address: 3 * Request})
	h := b.Requests(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	ask := func(method, path string) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, path, nil).WithContext(asker("1", store.Guest)))
		return w.Code
	}
	for i, want := range []int{204, 204, 204, 429} {
		if got := ask(http.MethodPost, "/api/games"); got != want {
			t.Errorf("request %d: %d, want %d", i, got, want)
		}
	}
	for _, c := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/api/games", 204}, {"DELETE", "/api/training/collections/1", 204},
		{"POST", "/api/account/sign-in", 204}, {"POST", "/api/boards/check", 204},
		{"PUT", "/api/relations/follow/bo", 429}, {"POST", "/api/account", 429},
		{"POST", "/api/reports", 429}, {"POST", "/api/training/next", 429},
	} {
		if got := ask(c.method, c.path); got != c.want {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, got, c.want)
		}
	}
	h = b.Requests(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "nonsense", http.StatusNotFound) }))
	before := b.spent[guests]
	for range 10 {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/nothing", nil).WithContext(asker("2", store.Guest)))
		if w.Code != http.StatusNotFound {
			t.Fatalf("nonsense is answered with %d", w.Code)
		}
	}
	if n := b.spent[guests]; n != before || b.spent[b.hash("2")] != 0 || len(b.fresh) != 2 {
		t.Errorf("nonsense counts: guests have %d, had %d; %v", n, before, b.fresh)
	}
	var none *Budget
	refusedAs(t, "no budget", errors.Join(none.Spend(t.Context(), 1), none.SpendMove(t.Context(), 1)), "")
}

// spending is a store during whose writes more is used.
type spending struct {
	*sqlite.Store
	spend func()
	fails bool
	calls int
}

func (s *spending) AddSpent(ctx context.Context, day int, more map[string]int64) (map[string]int64, error) {
	s.calls++
	s.spend()
	if s.fails {
		return nil, errors.New("the disk is full")
	}
	return s.Store.AddSpent(ctx, day, more)
}

// TestWritesOnce checks that what is used during a write is saved the next time, and that nothing is lost.
func TestWritesOnce(t *testing.T) {
	s := &spending{Store: sqlitetest.New(t)}
	b := newBudget(t, s, Limits{})
	spend := func() {
		if s.calls > 100 {
			return // it would never end
		}
		for i := range 2 * writtenAtOnce {
			refusedAs(t, "a move", b.SpendMove(asker(fmt.Sprint(i), store.Guest), Move), "")
		}
	}
	s.spend = spend
	spend()
	for _, want := range []int{2, 4} {
		if err := b.write(t.Context()); err != nil || s.calls != want {
			t.Errorf("%d writes, want %d; %v", s.calls, want, err)
		}
	}
	s.spend = func() {}
	if err := b.write(t.Context()); err != nil {
		t.Error(err)
	}
	spent, err := s.Spent(t.Context(), store.Day(time.Now()))
	sum := int64(0)
	for _, n := range spent {
		sum += n
	}
	if want := int64(5 * 2 * writtenAtOnce * Move); err != nil || sum != want || len(b.fresh) != 0 {
		t.Errorf("%d bytes are written down and %d not, want %d; %v", sum, len(b.fresh), want, err)
	}
}

// TestGivenBackAfterMidnight checks that a refused request gives back its bytes on the same day, and changes nothing
// on the next day.
func TestGivenBackAfterMidnight(t *testing.T) {
	midnight := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	now := midnight.Add(-time.Second)
	b := New(Config{
		Store: sqlitetest.New(t), Limits: Limits{Address: 2 * Request, Guests: 100 * Request, Total: 1 << 40},
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
	})
	ctx := asker("1", store.Guest)
	entries := func() string {
		return fmt.Sprintf("%d of all, %d of guests, %d of 1, %d to be written",
			b.total, b.spent[guests], b.spent[b.hash("1")], b.fresh[guests]+b.fresh[b.hash("1")])
	}
	status := http.StatusNotFound
	var meanwhile func()
	h := b.Requests(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		meanwhile()
		w.WriteHeader(status)
	}))
	for _, c := range []struct {
		name      string
		begins    time.Time
		meanwhile func()
		status    int
		want      string
	}{
		{"refused on the same day", midnight.Add(-time.Hour), func() {}, 404, "0 of all, 0 of guests, 0 of 1, 0 to be written"},
		{"kept", midnight.Add(-time.Hour), func() {}, 399,
			fmt.Sprintf("%[1]d of all, %[1]d of guests, %[1]d of 1, %[2]d to be written", Request, 2*Request)},
		{"refused beside what is kept", midnight.Add(-time.Hour), func() {}, 400,
			fmt.Sprintf("%[1]d of all, %[1]d of guests, %[1]d of 1, %[2]d to be written", Request, 2*Request)},
		{"refused after midnight", midnight.Add(-1), func() {
			now = midnight
			refusedAs(t, "on the next day", b.Spend(ctx, 2*Request), "")
		}, 404, fmt.Sprintf("%[1]d of all, %[2]d of guests, %[2]d of 1, %[1]d to be written", 4*Request, 2*Request)},
	} {
		now, meanwhile, status = c.begins, c.meanwhile, c.status
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/api/games", nil).WithContext(ctx))
		if got := entries(); got != c.want {
			t.Errorf("%s: %s; want %s", c.name, got, c.want)
		}
	}
	refusedAs(t, "one byte more on the next day", b.Spend(ctx, 1), apierror.TooOften)
	now = midnight.Add(24 * time.Hour)
	refusedAs(t, "on the day after", b.Spend(ctx, Request), "")
	b.giveBack(ctx, 2*Request, b.today())
	if b.spent[b.hash("1")] != Request || b.spent[guests] != Request {
		t.Errorf("more is given back than was used: %s", entries())
	}
}

// TestWritesAtMidnight checks that what was used on one day and is saved after midnight does not count on the next
// day.
func TestWritesAtMidnight(t *testing.T) {
	for _, fails := range []bool{false, true} {
		s := &spending{Store: sqlitetest.New(t), fails: fails}
		midnight := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
		now := midnight.Add(-1)
		b := New(Config{
			Store: s, Limits: Limits{Address: 1000}, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
		})
		ctx := asker("1", store.Member)
		refusedAs(t, "before midnight", b.Spend(ctx, 600), "")
		s.spend = func() {
			now = midnight
			refusedAs(t, "after midnight", b.Spend(ctx, 100), "")
		}
		if err := b.write(t.Context()); (err != nil) != fails {
			t.Errorf("a write, which fails: %v: %v", fails, err)
		}
		if got := b.spent[b.hash("1")]; got != 100 || b.fresh[b.hash("1")] != 100 {
			t.Errorf("a write, which fails: %v: %d bytes are spent on the new day, %d to be written; want 100", fails, got, b.fresh[b.hash("1")])
		}
	}
}
