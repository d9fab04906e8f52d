package queue

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// askAnywhere is ask for work that can run on another machine. The log has where it ran.
func (b *bench) askAnywhere(ctx context.Context, name string, urgency Urgency, who Asker, takes time.Duration) {
	b.working.Go(func() {
		_ = b.DoAnywhere(ctx, urgency, who, func(p Place) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.places[name] = append(b.places[name], p)
		}, func(elsewhere bool) error {
			b.mu.Lock()
			b.log = append(b.log, fmt.Sprint(name, map[bool]string{false: " here", true: " elsewhere"}[elsewhere]))
			b.mu.Unlock()
			time.Sleep(takes)
			return nil
		})
	})
	synctest.Wait()
}

// TestElsewhere checks that work takes a place on this machine first, then elsewhere, then waits. Other work waits
// for a place on this machine.
func TestElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := new(Elsewhere)
		away.Set(1)
		b := newBench(Config{Slots: 1, Elsewhere: away})
		who := func(n int) Asker { return Asker{fmt.Sprint(n), "p"} }
		b.askAnywhere(t.Context(), "a", Move, who(1), 10*time.Second)
		b.askAnywhere(t.Context(), "b", Move, who(2), 5*time.Second)
		b.askAnywhere(t.Context(), "c", Move, who(3), 20*time.Second)
		b.ask(t.Context(), "d", Move, who(4), time.Second)
		b.check(t, "a here", "b elsewhere")
		time.Sleep(5 * time.Second)
		synctest.Wait()
		b.check(t, "a here", "b elsewhere", "c elsewhere")
		time.Sleep(5 * time.Second)
		synctest.Wait()
		b.check(t, "a here", "b elsewhere", "c elsewhere", "d")
		b.working.Wait()
		if n := away.free(); n != 1 {
			t.Errorf("%d places are free at the end, want 1", n)
		}
	})
}

func (b *bench) check(t *testing.T, want ...string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !slices.Equal(b.log, want) {
		t.Errorf("%q were begun, want %q", b.log, want)
	}
}

// TestHereOnly checks that work for this machine never takes a place elsewhere.
func TestHereOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := new(Elsewhere)
		away.Set(1)
		b := newBench(Config{Slots: 1, Elsewhere: away})
		b.ask(t.Context(), "a", Move, Asker{"1", "p"}, time.Minute)
		b.ask(t.Context(), "b", Move, Asker{"2", "p"}, time.Minute)
		b.check(t, "a")
		b.working.Wait()
		b.check(t, "a", "b")
	})
}

// TestElsewhereIsShared checks that two queues share places. Each starts work when the other leaves a place or places
// are added.
func TestElsewhereIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := new(Elsewhere)
		games, questions := newBench(Config{Slots: 1, Elsewhere: away}), newBench(Config{Slots: 1, Elsewhere: away})
		for i, q := range []*bench{games, questions} {
			q.askAnywhere(t.Context(), "first", Move, Asker{fmt.Sprint(i), "p"}, time.Hour)
			q.askAnywhere(t.Context(), "second", Move, Asker{fmt.Sprint(i, "b"), "p"}, time.Minute)
		}
		questions.check(t, "first here")
		away.Set(1)
		synctest.Wait()
		games.check(t, "first here", "second elsewhere")
		questions.check(t, "first here")
		time.Sleep(time.Minute)
		synctest.Wait()
		questions.check(t, "first here", "second elsewhere")
		away.Set(0)
		games.askAnywhere(t.Context(), "third", Move, Asker{"2", "p"}, time.Minute)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		games.check(t, "first here", "second elsewhere")
		games.working.Wait()
		questions.working.Wait()
	})
}

// TestBoundsHere checks that the limit of an urgency applies to this machine only.
func TestBoundsHere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := new(Elsewhere)
		away.Set(2)
		b := newBench(Config{Slots: 3, Most: []int{Analysis: 1}, Elsewhere: away})
		for i := range 4 {
			b.askAnywhere(t.Context(), fmt.Sprint(i), Analysis, Asker{fmt.Sprint(i), "p"}, time.Duration(i+1)*time.Minute)
		}
		b.check(t, "0 here", "1 elsewhere", "2 elsewhere")
		b.working.Wait()
		b.check(t, "0 here", "1 elsewhere", "2 elsewhere", "3 here")
	})
}

// TestManyElsewhere checks that queues never take more shared places than exist, and lose none.
func TestManyElsewhere(t *testing.T) { synctest.Test(t, manyElsewhere) }

func manyElsewhere(t *testing.T) {
	away := new(Elsewhere)
	away.Set(3)
	queues := []*Queue{New(Config{Slots: 1, Elsewhere: away}), New(Config{Slots: 2, Elsewhere: away})}
	var mu sync.Mutex
	at, most := 0, 0
	var all sync.WaitGroup
	for i := range 300 {
		all.Go(func() {
			_ = queues[i%2].DoAnywhere(t.Context(), Move, Asker{fmt.Sprint(i % 17), "p"}, nil, func(elsewhere bool) error {
				if !elsewhere {
					return nil
				}
				mu.Lock()
				at++
				most = max(most, at)
				mu.Unlock()
				time.Sleep(100 * time.Microsecond)
				mu.Lock()
				at--
				mu.Unlock()
				return nil
			})
		})
	}
	all.Wait()
	if most > 3 || away.free() != 3 {
		t.Errorf("%d at a time and %d free at the end, of 3", most, away.free())
	}
}

// TestGuess checks that the predicted places elsewhere are taken, given back and used up like the real ones.
func TestGuess(t *testing.T) {
	real := new(Elsewhere)
	real.Set(2)
	guessed := &guess{2}
	for i, take := range []bool{true, true, true, false, true, true, false, false} {
		for _, a := range []away{real, guessed} {
			if !take {
				a.giveBack()
			} else if got, want := a.take(), a.free() >= 0 && i != 2 && i != 5; got != want {
				t.Errorf("step %d of %T: taken %v, want %v", i, a, got, want)
			}
		}
		if real.free() != guessed.free() {
			t.Errorf("after step %d %d are free, and %d are predicted", i, real.free(), guessed.free())
		}
	}
}
