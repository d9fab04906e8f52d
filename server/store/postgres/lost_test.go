package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
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

// TestCrash kills PostgreSQL under load, again and again: everything that was acknowledged is
// there, what was not known is there altogether or not at all, and the store goes on by itself.
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
	acked := make([]int, players) // the last version of each game
	var all, unknown atomic.Int64
	var wg sync.WaitGroup
	for i := range players {
		g, first := storetest.Game(fmt.Sprint("g", i))
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
		acked[i] = 1
		wg.Go(func() {
			var before error // of the try before, whose move was said not to be written
			for ctx.Err() == nil {
				g.Version = acked[i] + 1
				err := s.Append(ctx, g, storetest.Move(fmt.Sprint("c", g.Version), game.Black, game.Move(g.Version), time.Now()))
				_, repeat := errors.AsType[*store.Repeat](err)
				if repeat && before != nil && !errors.Is(before, store.ErrUnknown) {
					t.Errorf("game %d: %v, and it was said not to be written: %v", i, err, before)
				}
				if !errors.Is(before, store.ErrUnknown) {
					before = err
				}
				switch {
				case err == nil || repeat: // or it was written when the answer was lost
					before = nil
					acked[i]++
					all.Add(1)
				case errors.Is(err, store.ErrUnknown):
					unknown.Add(1)
				default:
					if _, conflict := errors.AsType[*store.Conflict](err); conflict {
						t.Errorf("game %d: %v", i, err)
						return
					}
					time.Sleep(5 * time.Millisecond)
				}
			}
		})
	}
	for range 4 {
		before := all.Load()
		for ctx.Err() == nil && all.Load() < before+200 { // it goes on
			time.Sleep(time.Millisecond)
		}
		if err := cluster.Crash(); err != nil {
			t.Fatal(err)
		}
		if err := cluster.Run(); err != nil {
			t.Fatal(err)
		}
	}
	before := all.Load()
	for ctx.Err() == nil && all.Load() < before+200 {
		time.Sleep(time.Millisecond)
	}
	if ctx.Err() != nil {
		t.Error("the store has not gone on in time")
	}
	stop()
	wg.Wait()
	for i, version := range acked {
		g, entries, err := s.Load(t.Context(), fmt.Sprint("g", i))
		if err != nil || g.Version < version || g.Version > version+1 || len(entries) != g.Version {
			t.Errorf("game %d has %d events (%d in its header, %v), %d were acknowledged", i, len(entries), g.Version, err, version)
		}
	}
	t.Logf("%d moves acknowledged, of %d the answer was lost", all.Load(), unknown.Load())
}

// proxy stands between a store and PostgreSQL.
type proxy struct {
	net.Listener
	to     string
	silent atomic.Bool  // nothing that PostgreSQL says arrives any more
	after  atomic.Value // string: silent once this was said to PostgreSQL
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	dir := t.TempDir()
	l, err := new(net.ListenConfig).Listen(t.Context(), "unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{Listener: l, to: to}
	p.after.Store("")
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go p.carry(conn)
		}
	}()
	return p
}

func (p *proxy) carry(conn net.Conn) {
	defer conn.Close()
	server, err := net.Dial("unix", p.to)
	if err != nil {
		return
	}
	go func() {
		defer server.Close()
		buffer := make([]byte, 1<<16)
		for {
			n, err := conn.Read(buffer)
			if after, _ := p.after.Load().(string); after != "" && contains(buffer[:n], after) {
				p.silent.Store(true)
			}
			if _, wrong := server.Write(buffer[:n]); err != nil || wrong != nil {
				return
			}
		}
	}()
	_, _ = io.Copy(quiet{conn, p}, server)
}

func contains(b []byte, text string) bool {
	for i := 0; i+len(text) <= len(b); i++ {
		if string(b[i:i+len(text)]) == text {
			return true
		}
	}
	return false
}

// quiet swallows what is written while its proxy is silent.
type quiet struct {
	io.Writer
	p *proxy
}

func (q quiet) Write(b []byte) (int, error) {
	if q.p.silent.Load() {
		return len(b), nil
	}
	return q.Writer.Write(b)
}

// throughProxy returns a store on a new database whose connections go through a proxy.
func throughProxy(t *testing.T) (*Store, *proxy) {
	t.Helper()
	direct := fresh(t)
	config := direct.pool.Config().ConnConfig
	p := newProxy(t, filepath.Join(config.Host, ".s.PGSQL.5432"))
	if err := direct.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), "postgres:///"+config.Database+"?user=moyo&host="+filepath.Dir(p.Addr().String()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, p
}

// TestSilence: a PostgreSQL that says nothing any more keeps nobody waiting for ever. Where
// it was silent when it was to commit, the answer is that nobody knows; what was sent
// again then is found out.
func TestSilence(t *testing.T) {
	waits := silence
	defer func() { silence = waits }()
	silence = time.Second
	s, p := throughProxy(t)
	g, first := storetest.Game("a")
	if err := s.Create(t.Context(), g, first); err != nil {
		t.Fatal(err)
	}
	p.after.Store("COMMIT")
	g.Version = 2
	m := storetest.Move("c2", game.Black, 3, time.Now())
	begun := time.Now()
	if err := s.Append(t.Context(), g, m); !errors.Is(err, store.ErrUnknown) || time.Since(begun) > 5*time.Second {
		t.Errorf("after %v: %v, want that it is not known", time.Since(begun), err)
	}
	p.after.Store("")
	begun = time.Now()
	if _, err := s.Game(t.Context(), "a"); err == nil || time.Since(begun) > 20*time.Second {
		t.Errorf("a silent database was read: %v after %v", err, time.Since(begun))
	}
	if err := s.Ready(t.Context(), time.Now()); err == nil {
		t.Error("a silent database is ready")
	}
	p.silent.Store(false)
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

// TestDeadlock: two nodes that append to the same games in different orders, while a third gives
// names, all get through.
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
	if err := s.Enroll(t.Context(), store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada"}, store.Credentials{Player: "ada", Version: 1}); err != nil {
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

// TestNoticesInOrder: whoever has heard a notice is never told of an earlier one later, however
// many games end at once on several nodes.
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
