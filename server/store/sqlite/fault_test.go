package sqlite

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// diary records what was acknowledged to a writer of games.
type diary struct {
	mu    sync.Mutex
	acked map[string]int // versions by game
}

func (d *diary) note(id string, version int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.acked[id] = max(d.acked[id], version)
}

// writeOn appends moves to a game until its log has events entries. After an error it continues
// from what is on disk, as rooms do. Event n is move n.
func writeOn(s *Store, d *diary, id string, events int) (errs []error) {
	ctx := context.Background()
	for len(errs) < 200 {
		g, _, err := s.Load(ctx, id)
		switch {
		case errors.Is(err, store.ErrNotFound):
			var first store.Entry
			g, first = storetest.Game(id)
			err = s.Create(ctx, g, first)
		case err == nil && g.Version >= events:
			return errs
		case err == nil:
			g.Version++
			err = s.Append(ctx, g, storetest.Move(fmt.Sprint("c", g.Version), game.Black, game.Move(g.Version), time.Now()))
		}
		if err != nil {
			errs = append(errs, err)
			time.Sleep(time.Millisecond)
			continue
		}
		d.note(id, g.Version)
	}
	return errs
}

// now returns how many events of each game were acknowledged.
func (d *diary) now() map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.acked)
}

// check checks that a database has all acknowledged events, and every log as it was written.
func check(t *testing.T, acked map[string]int, dir, when string) {
	t.Helper()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Errorf("%s: %v", when, err)
		return
	}
	defer s.Close()
	for id, version := range acked {
		g, log, err := s.Load(t.Context(), id)
		if err != nil || len(log) < version || g.Version != len(log) {
			t.Errorf("%s: %s has %d events (header %d), %d were acknowledged: %v", when, id, len(log), g.Version, version, err)
			continue
		}
		for i, e := range log[1:] {
			if int(e.Event.Move) != i+2 {
				t.Errorf("%s: %s, event %d is %+v", when, id, i+2, e.Event)
			}
		}
	}
}

const (
	faultGames  = 3
	faultEvents = 12
)

// faultyStore opens a copy of an empty database on a simulated disk, with constant
// checkpoints into the main file.
func faultyStore(t *testing.T, fresh string) (*Store, *disk) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(fresh)); err != nil {
		t.Fatal(err)
	}
	d := newDisk(t, dir)
	usual := writing
	writing = append(slices.Clone(usual), "wal_autocheckpoint(7)")
	s, err := Open(t.Context(), dir)
	writing = usual
	if err != nil {
		t.Fatal(err)
	}
	return s, d
}

// play writes to several games concurrently, and also sends stale versions, so that groups
// are split.
func play(s *Store, d *diary, events int) (errs []error) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i := range faultGames {
		wg.Go(func() {
			found := writeOn(s, d, fmt.Sprint("g", i), events)
			mu.Lock()
			errs = append(errs, found...)
			mu.Unlock()
		})
	}
	wg.Go(func() {
		g, _ := storetest.Game("g0")
		g.Version = 1000
		for range events {
			if err := s.Append(context.Background(), g, storetest.Move("x", game.Black, 1, time.Now())); err == nil {
				panic("appended out of step")
			}
		}
	})
	wg.Wait()
	return errs
}

// TestDiskFails makes the n-th write, sync, truncation or other action of the disk fail while
// games are written: once, a few times, or until it is repaired. Everything acknowledged must be
// stored, even after a power cut at that moment. Nothing may be altered, lists must stay readable,
// and the store must write again after the repair.
func TestDiskFails(t *testing.T) {
	testenv.SkipUnderRace(t)
	every := 35
	if os.Getenv("MOYO_LONG") != "" {
		every = 1
	}
	fresh := t.TempDir()
	s, err := Open(t.Context(), fresh)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, d := faultyStore(t, fresh)
	before := d.seen()
	if errs := play(s, &diary{acked: map[string]int{}}, faultEvents); len(errs) > 0 {
		t.Fatal(errs)
	}
	after := d.seen()
	after[opens] = before[opens] + 3
	after[shares] = before[shares] + 1
	_ = s.Close()
	t.Logf("before %v, after %v", before, after)
	runs, met, refused := 0, 0, 0
	for _, a := range []action{writes, halves, syncs, truncates, reads, shares, opens} {
		for n := 0; n < after[a]-before[a]; n += every {
			for _, count := range []int{1, 3, 1 << 30} {
				runs++
				m, r := failAt(t, fresh, a, n, count)
				met, refused = met+m, refused+r
			}
		}
	}
	t.Logf("%d runs, %d failures of the disk, %d writes refused", runs, met, refused)
	if refused < runs/4 {
		t.Error("too little failed")
	}
}

func failAt(t *testing.T, fresh string, a action, n, count int) (met, refused int) {
	name := fmt.Sprintf("%d times %s after %d", count, a, n)
	s, d := faultyStore(t, fresh)
	r := rand.New(rand.NewPCG(uint64(n), uint64(count)))
	said := &diary{acked: map[string]int{}}
	if errs := writeOn(s, said, "g0", 2); len(errs) > 0 {
		t.Fatal(errs)
	}
	d.set(a, n, count)
	var errs []error
	done := make(chan struct{})
	go func() {
		defer close(done)
		errs = play(s, said, faultEvents)
	}()
	if count > 1<<20 { // until it is repaired
		for wait := true; wait; {
			select {
			case <-done:
				wait = false
			case <-time.After(time.Millisecond):
				wait = d.met() < 5
			}
		}
		if d.met() > 0 && (a == writes || a == halves || a == syncs) {
			if err := s.Ready(t.Context(), time.Now()); err == nil || errors.Is(err, store.ErrNoSpace) != (a == writes) {
				t.Errorf("%s: ready says %v", name, err)
			}
			if games, err := s.List(t.Context(), store.Query{Private: true}); err != nil || len(games) == 0 {
				t.Errorf("%s: lists cannot be read: %d %v", name, len(games), err)
			}
		}
	} else {
		<-done
	}
	met = d.met()
	acked := said.now() // before the cut; writers continue
	check(t, acked, d.afterPowerCut(t, r), name+", after a power cut")
	d.heal()
	<-done
	if count < 10 && len(errs) > 60 {
		t.Errorf("%s: %d errors, the last %v", name, len(errs), errs[len(errs)-1])
	}
	if err := s.Ready(t.Context(), time.Now()); err != nil {
		t.Errorf("%s: not ready after the repair: %v", name, err)
	}
	if more := play(s, said, faultEvents+3); len(more) > 0 {
		t.Errorf("%s: after the repair: %v", name, more[0])
	}
	check(t, said.now(), d.afterPowerCut(t, r), name+", repaired, after a power cut")
	if err := s.Close(); err != nil {
		t.Errorf("%s: closed: %v", name, err)
	}
	if err := Check(t.Context(), filepath.Join(d.dir, File)); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	check(t, said.now(), d.dir, name)
	return met, len(errs)
}
