package document

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// desk is a hub whose views count their builds.
type desk struct {
	*Hub[int32]
	t      *testing.T
	now    time.Time
	builds atomic.Int32
}

func newDesk(t *testing.T) *desk {
	d := &desk{t: t, now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	d.Hub = New[int32](time.Minute, func() time.Time { return d.now })
	return d
}

// see returns the view of a document, which is the number of its build.
func (d *desk) see(id string, version int) int32 {
	d.t.Helper()
	n, err := d.View(d.t.Context(), id, version, func(context.Context) (int32, error) { return d.builds.Add(1), nil })
	if err != nil {
		d.t.Error(err)
	}
	return n
}

// TestView builds a view again after a change, for a newer version, and when it is old.
func TestView(t *testing.T) {
	d := newDesk(t)
	for i, c := range []struct {
		before  func()
		version int
		want    int32
	}{
		{func() {}, 1, 1}, {func() {}, 1, 1}, {func() {}, 0, 1}, {func() {}, 2, 2}, {func() {}, 1, 2},
		{func() { d.Tell("a") }, 0, 3}, {func() { d.Tell("b") }, 0, 3},
		{func() { d.now = d.now.Add(time.Minute - 1) }, 0, 3}, {func() { d.now = d.now.Add(1) }, 0, 4},
	} {
		c.before()
		if got := d.see("a", c.version); got != c.want {
			t.Errorf("step %d: build %d, want %d", i, got, c.want)
		}
	}
}

// TestViewTogether builds a view once for concurrent callers, and again for callers after a change.
func TestViewTogether(t *testing.T) {
	d := newDesk(t)
	began, goOn := make(chan struct{}), make(chan struct{})
	slow := func(context.Context) (int32, error) {
		close(began)
		<-goOn
		return d.builds.Add(1), nil
	}
	var asking sync.WaitGroup
	asking.Go(func() {
		if n, err := d.View(t.Context(), "a", 1, slow); n != 1 || err != nil {
			t.Errorf("build %d, %v", n, err)
		}
	})
	<-began
	for range 20 {
		asking.Go(func() {
			if n := d.see("a", 1); n != 1 {
				t.Errorf("build %d beside the first", n)
			}
		})
	}
	close(goOn)
	asking.Wait()
	began, goOn = make(chan struct{}), make(chan struct{})
	asking.Go(func() { _, _ = d.View(t.Context(), "b", 1, slow) })
	<-began
	d.Tell("b")
	if n := d.see("b", 1); n != 2 {
		t.Errorf("build %d, want the second", n)
	}
	close(goOn)
	asking.Wait()
	if n := d.see("b", 1); n != 2 {
		t.Errorf("build %d, which began before the change, is shown after it", n)
	}
}

// TestViewFails caches no view that cannot be built.
func TestViewFails(t *testing.T) {
	d := newDesk(t)
	busy := errors.New("busy")
	if _, err := d.View(t.Context(), "a", 0, func(context.Context) (int32, error) { return 0, busy }); !errors.Is(err, busy) {
		t.Error(err)
	}
	if len(d.views) > 0 {
		t.Error("a view is kept")
	}
	_, _ = d.View(t.Context(), "a", 0, func(context.Context) (int32, error) {
		d.Tell("a")
		d.see("a", 0)
		return 0, busy
	})
	if n := d.see("a", 0); n != 1 {
		t.Errorf("the view of another is forgotten, too: build %d", n)
	}
}

// TestBounds keeps few views and few changed documents.
func TestBounds(t *testing.T) {
	d := newDesk(t)
	for i := range 3 * mostDue {
		id := fmt.Sprint(i)
		d.Tell(id)
		d.see(id, 0)
		if len(d.views) > mostViews || len(d.due) > mostDue {
			t.Fatalf("%d views, %d due", len(d.views), len(d.due))
		}
	}
}

// stream is an event stream that runs in a bubble.
type stream struct {
	*httptest.ResponseRecorder
	done chan struct{}
}

// follow begins a stream that ends with ctx.
func (d *desk) follow(ctx context.Context, server context.Context, see func(context.Context, string) (Shown[int32], error)) stream {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	r.SetPathValue("id", "a")
	s := stream{httptest.NewRecorder(), make(chan struct{})}
	go func() {
		Follow(server, d.Hub, see)(s, r)
		close(s.done)
	}()
	return s
}

// TestFollow sends each change to all followers, even if the view was dropped in between. Streams end with their
// requests and with the server.
func TestFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		see := func(_ context.Context, id string) (Shown[int32], error) { return Show(d.see(id, 0), nil) }
		request, leave := context.WithCancel(t.Context())
		server, stop := context.WithCancel(t.Context())
		one, two := d.follow(request, server, see), d.follow(t.Context(), server, see)
		settle := func() {
			time.Sleep(2 * time.Second) // in the bubble's time: streams send once a second
			synctest.Wait()
		}
		settle()
		for i := range 2 * mostViews {
			d.see(fmt.Sprint("other", i), 0)
		}
		settle()
		delete(d.views, "a") // if it was not dropped at random
		d.builds.Store(6)
		d.Tell("a")
		settle()
		leave()
		<-one.done
		d.Tell("a")
		settle()
		stop()
		<-two.done
		for s, want := range map[stream]string{one: "data: 1\n\ndata: 7\n\n", two: "data: 1\n\ndata: 7\n\ndata: 8\n\n"} {
			if got := s.Body.String(); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	})
}

// TestFollowUnknown refuses an unknown document, and no stream stays open for it.
func TestFollowUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		waits := d.changes.Next("a")
		busy := d.follow(t.Context(), t.Context(), func(context.Context, string) (Shown[int32], error) {
			return Shown[int32]{}, context.Canceled
		})
		<-busy.done
		select {
		case <-waits:
			t.Error("an error of one stream wakes the others")
		default:
		}
		s := d.follow(t.Context(), t.Context(), func(context.Context, string) (Shown[int32], error) { return Shown[int32]{}, errUnknown })
		<-s.done
		if s.Code != http.StatusNotFound || !strings.Contains(s.Body.String(), "unknown") {
			t.Errorf("%d: %s", s.Code, s.Body)
		}
		<-waits
	})
}

// TestRun checks all documents first and from time to time, and changed documents immediately.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.Tell("early")
		var looks []string
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() {
			d.Run(ctx, time.Minute, func(changed []string, all bool) {
				looks = append(looks, fmt.Sprint(changed, all))
				if slices.Contains(changed, "a") {
					d.Tell("b") // during a look, which is repeated
				}
			})
		})
		synctest.Wait()
		d.Tell("c")
		d.Tell("a")
		d.Tell("c")
		synctest.Wait()
		time.Sleep(time.Minute)
		synctest.Wait()
		stop()
		running.Wait()
		want := []string{"[early] true", "[] false", "[a c] false", "[b] false", "[] true"}
		if !slices.Equal(looks, want) {
			t.Errorf("%q, want %q", looks, want)
		}
	})
}
