package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/server/store"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/storetest"
)

// TestCrash repeatedly kills PostgreSQL under load: everything acknowledged is stored,
// a write with an unknown result is stored completely or not at all, and the store recovers.
func TestCrash(t *testing.T) {
	cluster, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	if cluster == nil {
		pgtest.Shared(t) // skips
	}
	defer cluster.Stop()
	address, err := cluster.Database(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const players = 12
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	played := &load{acked: make([]int, players)}
	var wg sync.WaitGroup
	for i := range players {
		g, first := storetest.Game(fmt.Sprint("g", i))
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
		played.acked[i] = 1
		wg.Go(func() { played.play(ctx, t, s, i, g) })
	}
	for range 4 {
		played.continues(ctx)
		if err := cluster.Crash(); err != nil {
			t.Fatal(err)
		}
		if err := cluster.Run(); err != nil {
			t.Fatal(err)
		}
	}
	played.continues(ctx)
	if ctx.Err() != nil {
		t.Error("the store has not recovered in time")
	}
	stop()
	wg.Wait()
	for i, version := range played.acked {
		g, entries, err := s.Load(t.Context(), fmt.Sprint("g", i))
		if err != nil || g.Version < version || g.Version > version+1 || len(entries) != g.Version {
			t.Errorf("game %d has %d events (%d in its header, %v), %d were acknowledged", i, len(entries), g.Version, err, version)
		}
	}
	t.Logf("%d moves acknowledged, %d with a lost answer", played.all.Load(), played.unknown.Load())
}

// load records what is known of the games being played.
type load struct {
	acked        []int        // the last version of each game
	all, unknown atomic.Int64 // acknowledged moves, and moves with an unknown result
}

// play appends moves to a game until the context ends.
func (l *load) play(ctx context.Context, t *testing.T, s *Store, i int, g store.Game) {
	var before error // of the previous try, whose move was reported as not written
	for ctx.Err() == nil {
		g.Version = l.acked[i] + 1
		err := s.Append(ctx, g, storetest.Move(fmt.Sprint("c", g.Version), game.Black, game.Move(g.Version), time.Now()))
		_, repeat := errors.AsType[*store.Repeat](err)
		if repeat && before != nil && !errors.Is(before, store.ErrUnknown) {
			t.Errorf("game %d: %v, and it was reported as not written: %v", i, err, before)
		}
		if !errors.Is(before, store.ErrUnknown) {
			before = err
		}
		switch {
		case err == nil || repeat: // or an earlier try was written and its answer lost
			before = nil
			l.acked[i]++
			l.all.Add(1)
		case errors.Is(err, store.ErrUnknown):
			l.unknown.Add(1)
		default:
			if _, conflict := errors.AsType[*store.Conflict](err); conflict {
				t.Errorf("game %d: %v", i, err)
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// continues waits until many more moves were acknowledged.
func (l *load) continues(ctx context.Context) {
	before := l.all.Load()
	for ctx.Err() == nil && l.all.Load() < before+200 {
		time.Sleep(time.Millisecond)
	}
}

// wire is between a store and PostgreSQL. The store's waits for a silent PostgreSQL end immediately, if they have a deadline.
type wire struct {
	silent  atomic.Bool  // nothing from PostgreSQL arrives any more
	after   atomic.Value // string: becomes silent when this was sent to PostgreSQL
	waits   atomic.Int64 // for a silent PostgreSQL
	endless atomic.Int64 // waits without a near deadline
}

// wired is a connection through a wire.
type wired struct {
	net.Conn
	w    *wire
	last atomic.Bool // this connection silenced PostgreSQL and has not received the answer
	mu   sync.Mutex
	end  time.Time // of reads
}

// overWire returns a store on a new database whose connections are wired.
func overWire(t *testing.T) (*Store, *wire) {
	t.Helper()
	direct := fresh(t)
	config := direct.pool.Config()
	if err := direct.Close(); err != nil {
		t.Fatal(err)
	}
	config, err := configOf(config.ConnString())
	if err != nil {
		t.Fatal(err)
	}
	w := new(wire)
	w.after.Store("")
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &wired{Conn: conn, w: w}, nil
	}
	s, err := open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, w
}

// Write implements net.Conn.
func (c *wired) Write(b []byte) (int, error) {
	if after, _ := c.w.after.Load().(string); after != "" && bytes.Contains(b, []byte(after)) {
		c.last.Store(true)
		c.w.silent.Store(true)
	}
	return c.Conn.Write(b)
}

// Read implements net.Conn.
func (c *wired) Read(b []byte) (int, error) {
	if !c.w.silent.Load() {
		return c.Conn.Read(b)
	}
	if c.last.Swap(false) { // so that the request is done when the wait ends
		if n, err := c.Conn.Read(b); err != nil {
			return n, err
		}
	}
	c.w.waits.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end.IsZero() || time.Until(c.end) > 2*silence {
		c.w.endless.Add(1)
	}
	return 0, os.ErrDeadlineExceeded
}

// SetDeadline implements net.Conn.
func (c *wired) SetDeadline(t time.Time) error {
	c.ends(t)
	return c.Conn.SetDeadline(t)
}

// SetReadDeadline implements net.Conn.
func (c *wired) SetReadDeadline(t time.Time) error {
	c.ends(t)
	return c.Conn.SetReadDeadline(t)
}

func (c *wired) ends(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end = t
}

// TestSilence checks that no call waits forever for a silent PostgreSQL. If it became silent
// during a commit, the result is ErrUnknown; the store recognises the same write when it is
// repeated.
func TestSilence(t *testing.T) {
	s, w := overWire(t)
	g, first := storetest.Game("a")
	if err := s.Create(t.Context(), g, first); err != nil {
		t.Fatal(err)
	}
	w.after.Store("COMMIT")
	g.Version = 2
	m := storetest.Move("c2", game.Black, 3, time.Now())
	if err := s.Append(t.Context(), g, m); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("%v, want ErrUnknown", err)
	}
	w.after.Store("")
	if _, err := s.Game(t.Context(), "a"); err == nil {
		t.Error("a silent database was read")
	}
	if err := s.Ready(t.Context(), time.Now()); err == nil {
		t.Error("a silent database is ready")
	}
	if waits, endless := w.waits.Load(), w.endless.Load(); waits < 3 || endless > 0 {
		t.Errorf("%d waits for a silent database, %d of them without an end", waits, endless)
	}
	w.silent.Store(false)
	err := s.Append(t.Context(), g, m)
	if r, ok := errors.AsType[*store.Repeat](err); !ok || r.Version != 2 {
		t.Errorf("again: %v, want a Repeat of event 2", err)
	}
	if err := s.Ready(t.Context(), time.Now()); err != nil {
		t.Error(err)
	}
	if _, entries, err := s.Load(t.Context(), "a"); err != nil || len(entries) != 2 {
		t.Errorf("%d events %v", len(entries), err)
	}
}

// TestDeadlock checks that two nodes that append to the same games in different orders, and a third
// that renames players, all succeed.
func TestDeadlock(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	other, err := Open(t.Context(), s.pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	const many = 20
	rounds := testenv.Rounds(20, 5)
	for i := range many {
		g, first := storetest.Game(fmt.Sprint("g", i))
		g.Black.Player = "ada"
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for n, node := range []*Store{s, other} {
		for i := range many {
			wg.Go(func() {
				g, _ := storetest.Game(fmt.Sprint("g", i))
				g.Black.Player = "ada"
				for k := range rounds {
					g.Version = 2
					for {
						err := node.Append(t.Context(), g, storetest.Move(fmt.Sprint(n, "/", k), game.Black, 3, time.Now()))
						c, conflict := errors.AsType[*store.Conflict](err)
						if conflict {
							g.Version = c.Have + 1
							continue
						}
						if err != nil {
							t.Error(err)
						}
						break
					}
				}
			})
		}
	}
	if err := s.Enroll(t.Context(), store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada"},
		store.Credentials{Player: "ada", Version: 1}); err != nil {
		t.Error(err)
	}
	for i := range many {
		if err := s.RenameSeats(t.Context(), fmt.Sprint("g", i), "ada", fmt.Sprint("name", i)); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
	for i := range many {
		if g, entries, err := s.Load(t.Context(), fmt.Sprint("g", i)); err != nil || g.Version != 1+2*rounds || len(entries) != 1+2*rounds {
			t.Errorf("game %d: %d events, %v", i, len(entries), err)
		}
	}
}

// TestNoticesInOrder checks that a subscriber never receives an earlier notice after a later one,
// even if many games end concurrently on several nodes.
func TestNoticesInOrder(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	other, err := Open(t.Context(), s.pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	const many = 150
	for i := range many {
		g, first := storetest.Game(fmt.Sprint("g", i))
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for i := range many {
		wg.Go(func() {
			g, _ := storetest.Game(fmt.Sprint("g", i))
			g.Version, g.Phase = 2, "finished"
			if err := []*Store{s, other}[i%2].Append(t.Context(), g, storetest.Move("end", game.Black, 3, time.Now())); err != nil {
				t.Error(err)
			}
		})
	}
	heard := map[string]bool{}
	for deadline := time.Now().Add(20 * time.Second); len(heard) < many && time.Now().Before(deadline); {
		list, err := s.Notices(t.Context(), store.SubscriberRatings, 7)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range list {
			heard[n.Game] = true
			if err := s.Heard(t.Context(), store.SubscriberRatings, n.Number); err != nil {
				t.Fatal(err)
			}
		}
	}
	wg.Wait()
	if len(heard) != many {
		t.Errorf("heard of %d games of %d", len(heard), many)
	}
}
