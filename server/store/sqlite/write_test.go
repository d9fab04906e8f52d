package sqlite

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// TestGroup commits three appends in one transaction, the middle one of which
// is refused when its header and its first event are written: of it nothing
// stays, and the others are kept.
func TestGroup(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ids := []string{"a", "b", "c"}
	var want []store.Game
	var logs [][]store.Entry
	for _, id := range ids {
		g, first := storetest.Game(id)
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
		want, logs = append(want, g), append(logs, []store.Entry{first})
	}
	w, err := newWriter(t.Context(), newWriterless(t, s))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()

	var group []*job
	for i := range ids {
		commands := []string{"x", "y"}
		if i == 1 {
			commands[1] = "x"
		}
		g := want[i]
		g.Version, g.Ply = 3, 2
		entries := []store.Entry{
			storetest.Move(commands[0], game.Black, 3, g.Updated),
			storetest.Move(commands[1], game.White, 4, g.Updated),
		}
		group = append(group, jobOf(t, func(s *Store) error { return s.Append(t.Context(), g, entries...) }))
		if i != 1 {
			want[i], logs[i] = g, append(logs[i], entries...)
		}
	}
	w.commit(group)

	for i, j := range group {
		if err := <-j.done; (err != nil) != (i == 1) {
			t.Errorf("job %d: %v", i, err)
		}
	}
	for i, id := range ids {
		g, entries, err := s.Load(t.Context(), id)
		if err != nil || g != want[i] || !reflect.DeepEqual(entries, logs[i]) {
			t.Errorf("game %s:\n got %+v %+v %v\nwant %+v %+v", id, g, entries, err, want[i], logs[i])
		}
	}
}

// jobOf returns the job that a call submits.
func jobOf(t *testing.T, call func(*Store) error) *job {
	t.Helper()
	s := &Store{jobs: make(chan *job, 1), closing: make(chan struct{}), done: make(chan struct{})}
	close(s.done)
	if err := call(s); !errors.Is(err, store.ErrClosed) {
		t.Fatalf("a store without a writing goroutine: %v", err)
	}
	return <-s.jobs
}

// TestCarriedOutAgain: what a job answers is what was written in the end, also where
// it was done once in vain, because another of its group was refused.
func TestCarriedOutAgain(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w, err := newWriter(t.Context(), newWriterless(t, s))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	note := store.Notification{Player: "ada", Kind: "over", Key: "k"}
	var kept []store.Notification
	var notify, refused error
	var calls sync.WaitGroup
	own := &Store{jobs: make(chan *job, 2), closing: make(chan struct{}), done: make(chan struct{})}
	calls.Go(func() { kept, notify = own.NotifyOf(t.Context(), 1, []store.Notification{note}) })
	first := <-own.jobs
	calls.Go(func() { refused = own.EndSession(t.Context(), "ada", "none") })
	w.commit([]*job{first, <-own.jobs})
	calls.Wait()
	if !errors.Is(refused, store.ErrNotFound) || notify != nil || len(kept) != 1 {
		t.Fatalf("%v, %v, kept %+v; want one", refused, notify, kept)
	}
	if all, err := s.Notifications(t.Context(), "ada"); err != nil || len(all) != 1 || all[0].ID != kept[0].ID {
		t.Errorf("%+v %v, and it says %+v", all, err, kept)
	}
}

// TestGather wants what comes within the window gathered, and no more events
// than belong into one transaction.
func TestGather(t *testing.T) {
	for _, c := range []struct {
		first, queued, each int // events of the first job; jobs after it, and events of each
		every               time.Duration
		want                int // jobs after the first
	}{
		{1, 3, 1, 0, 3},
		{1, 3, 1, GroupWindow / 2, 1},
		{1, 3, 1, GroupWindow + 1, 0},
		{GroupSize, 3, 1, 0, 0},
		{GroupSize - 1, 3, 1, 0, 1},
		{1, GroupSize + 9, 1, 0, GroupSize - 1},
		{1, 5, GroupSize / 2, 0, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			jobs := make(chan *job, c.queued)
			all := []*job{{events: c.first}}
			for range c.queued {
				all = append(all, &job{events: c.each})
			}
			var sender sync.WaitGroup
			defer sender.Wait()
			sender.Go(func() {
				for _, j := range all[1:] {
					time.Sleep(c.every + 1) // not at the very end of the window
					jobs <- j
				}
			})
			if got := gather(jobs, all[0]); !slices.Equal(got, all[:1+c.want]) {
				t.Errorf("%+v: gathered %d jobs after the first", c, len(got)-1)
			}
		})
	}
}

// TestSubmitGivesUp wants a call whose context has ended to return while the
// queue is full, and one on a closed store to be refused.
func TestSubmitGivesUp(t *testing.T) {
	s := &Store{jobs: make(chan *job), closing: make(chan struct{}), done: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.submit(ctx, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("context ended: %v", err)
	}
	close(s.closing)
	if err := s.submit(t.Context(), 1, nil); !errors.Is(err, store.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}
