package group

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"moyo/server/store"
)

// job is one of so many events.
type job struct {
	events int
	answer chan error
}

func (j *job) Events() int        { return j.events }
func (j *job) Answer() chan error { return j.answer }

// TestGather wants what comes within the window gathered, and no more events
// than belong into one transaction.
func TestGather(t *testing.T) {
	for _, c := range []struct {
		first, queued, each int // events of the first job; jobs after it, and events of each
		every               time.Duration
		want                int // jobs after the first
	}{
		{1, 3, 1, 0, 3},
		{1, 3, 1, Window / 2, 1},
		{1, 3, 1, Window + 1, 0},
		{Size, 3, 1, 0, 0},
		{Size - 1, 3, 1, 0, 1},
		{1, Size + 9, 1, 0, Size - 1},
		{1, 5, Size / 2, 0, 2},
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
	q := New[*job]()
	for range cap(q.jobs) {
		q.jobs <- &job{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := q.Submit(ctx, &job{}); !errors.Is(err, context.Canceled) {
		t.Errorf("context ended: %v", err)
	}
	close(q.closing)
	if err := q.Submit(t.Context(), &job{}); !errors.Is(err, store.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

// TestClose writes what has come in before, and answers it.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New[*job]()
		wrong := errors.New("x")
		go q.Run(func(group []*job) {
			for _, j := range group {
				j.answer <- wrong
			}
		})
		var calls sync.WaitGroup
		for range 3 * Size {
			calls.Go(func() {
				if err := q.Submit(t.Context(), &job{1, make(chan error, 1)}); !errors.Is(err, wrong) {
					t.Error(err)
				}
			})
		}
		time.Sleep(Window / 2)
		q.Close()
		calls.Wait()
		if err := q.Submit(t.Context(), &job{1, make(chan error, 1)}); !errors.Is(err, store.ErrClosed) {
			t.Error(err)
		}
	})
}
