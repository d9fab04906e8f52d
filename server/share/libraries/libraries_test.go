package libraries

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/internal/testenv"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/study/gameindex"
)

// noRecords has no games played on this server.
type noRecords struct{}

func (noRecords) Text(context.Context, string) (string, error) { return "", store.ErrNotFound }

// ada has an account.
var ada = asker{"ada", queue.Asker{Address: "a", Person: "ada"}, Bounds{Games: 1 << 20, Bytes: 1 << 40}}

// newService returns a service on a store at a time, and a function that stops it.
func newService(t testing.TB, s store.Store, now time.Time) (v *Service, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	v = New(ctx, Config{
		Store: s, Boards: boards.NewCache(s), Rules: catalog.Rules, Records: noRecords{}, Queue: queue.New(queue.Config{Slots: 2}),
		Rates: limit.NewAddresses(1, 1, time.Now), Rate: 1e6, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
	})
	stop = func() { cancel(); v.Wait() }
	t.Cleanup(stop)
	return v, stop
}

// bring imports a file and does all pending work.
func (s *Service) bring(a asker, data []byte) (LibraryImport, error) {
	i := &importing{
		Service: s, asker: a, reader: gameindex.NewReader(s.opener(s.ctx)),
		file: gameFile{File: newFile, Name: "a.sgf", Added: s.Now()},
	}
	var stop func()
	i.next, stop = iter.Pull2(i.unpacker.items(data))
	defer stop()
	err := i.run(s.ctx)
	return i.report, errors.Join(err, s.settle(a))
}

// settle does all pending work, and returns the first error.
func (s *Service) settle(a asker) error {
	for range 1000 {
		if more, err := s.step(s.ctx, a); err != nil || !more {
			return err
		}
	}
	return errors.New("the work never ends")
}

// faulty is a store that fails once, before or after a change of a library.
type faulty struct {
	store.Store
	calls int // calls until it fails
	after bool
	broke bool
}

var errStopped = errors.New("stopped")

func (f *faulty) change(change func() error) error {
	f.calls--
	if f.broke || f.calls == 0 && !f.after {
		f.broke = true
		return errStopped
	}
	err := change()
	if f.calls == 0 {
		f.broke = true
		return errStopped
	}
	return err
}

func (f *faulty) Write(ctx context.Context, rows int, write func(context.Context, store.Tx) error) error {
	return f.change(func() error { return f.Store.Write(ctx, rows, write) })
}

// randomGames returns random games, each as a file, and their positions.
func randomGames(t testing.TB, rng *rand.Rand, n, moves int, spec string) (files []string, all []game.Position) {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		pos, err := rules.New(b)
		if err != nil {
			t.Fatal(err)
		}
		for range moves {
			legal := pos.LegalMoves(nil)
			if err := pos.Play(legal[rng.IntN(len(legal)-1)]); err != nil {
				t.Fatal(err)
			}
		}
		g := record.Of(pos, sgf.Go)
		g.Root.Set("PB", fmt.Sprintf("Black %d", rng.IntN(500)))
		g.Root.Set("DT", fmt.Sprintf("%d-%02d-%02d", 1950+rng.IntN(70), 1+rng.IntN(12), 1+rng.IntN(28)))
		g.Root.Set("RE", []string{"B+R", "W+1.5"}[rng.IntN(2)])
		files, all = append(files, g.String()), append(all, pos)
	}
	return files, all
}

// checkFound compares the search for first positions of games with a slow search of all games.
func checkFound(t *testing.T, s *Service, all []game.Position) {
	t.Helper()
	same := gameindex.NewSymmetries(all[0].Board())
	for ply := range 3 {
		for i := 0; i < len(all); i += 5 {
			d, want := gameindex.DiagramAt(all[i], ply), 0
			for _, other := range all {
				for at := range len(other.Turns()) + 1 {
					if same.Same(d, gameindex.DiagramAt(other, at)) {
						want++
					}
				}
			}
			in := LibraryPosition{Board: all[i].Board().Spec(), Rules: "weiqi"}
			for _, turn := range all[i].Turns()[:ply] {
				in.Moves = append(in.Moves, game.Format(all[i], turn.Move))
			}
			found, err := s.explored(s.ctx, ada, in)
			if err != nil || found.Times != want || !found.Whole {
				t.Fatalf("%v: %d times, whole %v, %v; want %d", in.Moves, found.Times, found.Whole, err, want)
			}
		}
	}
}

// TestStopped stops the work on a library at every change of the store, before and after it. Afterwards every saved game must be
// found once, and no deleted one.
func TestStopped(t *testing.T) {
	files, all := randomGames(t, rand.New(rand.NewPCG(1, 1)), 18, 12, "grid:7")
	work := func(s *Service) (brought int, err error) {
		for i := range 9 {
			if _, err := s.bring(ada, []byte(files[2*i]+files[2*i+1])); err != nil {
				return i, err
			}
			if i == 4 {
				if _, err := s.kept.remove(s.ctx, ada.owner, selection{Number: 1}, 1); err != nil {
					return i + 1, err
				}
			}
		}
		_, err = s.kept.reset(s.ctx, ada.owner, 5)
		return 9, errors.Join(err, s.settle(ada))
	}
	now := time.Now()
	for calls, ended := 1, false; !ended; calls += testenv.Rounds(1, 9) {
		for _, after := range []bool{false, true} {
			kept := sqlitetest.New(t)
			f := &faulty{Store: kept, calls: calls, after: after}
			first, stop := newService(t, f, now)
			_, err := work(first)
			stop()
			if ended = !f.broke; ended && err != nil {
				t.Fatal(err)
			}
			second, stop := newService(t, kept, now.Add(2*time.Hour))
			if err := second.settle(ada); err != nil {
				t.Fatal(err)
			}
			if _, err := second.kept.remove(t.Context(), ada.owner, selection{Number: 1}, 1); err != nil { // if not done before
				t.Fatal(err)
			}
			if _, err := second.bring(ada, []byte(strings.Join(files[1:], ""))); err != nil {
				t.Fatal(err)
			}
			checkFound(t, second, all[1:])
			have, err := second.kept.one(t.Context(), ada.owner)
			segments, _, err2 := second.kept.segments(t.Context(), ada.owner)
			left := slices.ContainsFunc(segments, func(v keptSegment) bool { return v.State != complete })
			if err := errors.Join(err, err2); err != nil || have.Games != 17 || have.Waiting > 0 || left {
				t.Fatalf("stopped at change %d, after it %v: %+v, %+v, %v", calls, after, have, segments, err)
			}
			stop()
		}
		if calls > 500 {
			t.Fatal("the work does not end")
		}
	}
}

// bent is a store that returns one wrong page of an index.
type bent struct {
	*sqlite.Store
	bends atomic.Bool
}

func (b *bent) Each(ctx context.Context, scan func(store.Row) error, query string, args ...any) error {
	return b.Store.Each(ctx, func(row store.Row) error {
		if strings.HasPrefix(query, "SELECT first, body FROM library_pages") && b.bends.CompareAndSwap(true, false) {
			row = bentRow{row}
		}
		return scan(row)
	}, query, args...)
}

// bentRow is the row of a page.
type bentRow struct{ store.Row }

func (r bentRow) Scan(dest ...any) error {
	err := r.Row.Scan(dest...)
	if body, ok := dest[1].(*[]byte); ok {
		(*body)[100] ^= 1
	}
	return err
}

// TestDamagedIndex checks that a damaged index is rebuilt from the games.
func TestDamagedIndex(t *testing.T) {
	files, all := randomGames(t, rand.New(rand.NewPCG(2, 1)), 10, 12, "grid:7")
	kept := &bent{Store: sqlitetest.New(t)}
	s, _ := newService(t, kept, time.Now())
	if _, err := s.bring(ada, []byte(strings.Join(files, ""))); err != nil {
		t.Fatal(err)
	}
	kept.bends.Store(true)
	in := &struct{ Body LibraryPosition }{LibraryPosition{Board: "grid:7", Rules: "weiqi"}}
	var first error
	err := s.ask(t.Context(), ada, func() error { _, first = s.explored(t.Context(), ada, in.Body); return first })
	if !errors.Is(first, gameindex.ErrDamaged) || err == nil || !strings.Contains(err.Error(), "being rebuilt") {
		t.Errorf("%v, %v", first, err)
	}
	s.Wait()
	checkFound(t, s, all)
}

// TestHostile checks that a hostile file is read in bounded time and memory.
func TestHostile(t *testing.T) {
	testenv.SkipUnderRace(t)
	deep := strings.Repeat("(;B[aa]", 100_000) + strings.Repeat(")", 100_000)
	passes := "(;SZ[19]" + strings.Repeat(";B[];W[]", 24_000) + ")"
	wide := strings.Repeat("(;SZ[361]GM[0]BD[grid:80]RI[weiqi];B[D4])", 300)
	for name, text := range map[string]string{
		"deep": deep, "passes": strings.Repeat(passes, 20), "boards": wide, "open": strings.Repeat("(;\n", 1<<20),
		"one value": "(;C[" + strings.Repeat("x", 15<<20), "brackets": strings.Repeat("(;)", 5<<20),
	} {
		s, _ := newService(t, sqlitetest.New(t), time.Now())
		s.Now = time.Now
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		s.ctx = ctx
		began := time.Now()
		report, err := s.bring(ada, []byte(text))
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("%s: %v, %v, added %d, refused %d, %d MB", name, time.Since(began), err, report.Added, report.Refused, m.HeapInuse>>20)
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s takes %v", name, took)
		}
	}
}
