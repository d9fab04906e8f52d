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

// job is a job with a number of events.
type job struct {
	events int
	answer chan error
}

func (j *job) Events() int        { return j.events }
func (j *job) Answer() chan error { return j.answer }

// TestGather checks that a group has all jobs within the window, and no more events
// than one transaction may have.
func TestGather(t *testing.T) {
	for _, c := range []struct {
		first, queued, each int // events of the first job; jobs after it, and events of each
		window, every       time.Duration
		want                int // jobs after the first
	}{
		{1, 3, 1, Shortest, 0, 3},
		{1, 3, 1, Shortest, Shortest / 2, 1},
		{1, 3, 1, Shortest, Shortest + 1, 0},
		{Size, 3, 1, Shortest, 0, 0},
		{Size - 1, 3, 1, Shortest, 0, 1},
		{1, Size + 9, 1, Shortest, 0, Size - 1},
		{1, 5, Size / 2, Shortest, 0, 2},
		{1, 2, 1, Longest, Longest/2 - 2, 2},
		{1, 2, 1, Longest, Longest + 1, 0},
		{1, Enough + 3, 1, Longest, Shortest, Enough - 1},                  // no longer than until there are enough
		{1, 2 * Enough, 1, Longest, Shortest / (2 * Enough), 2*Enough - 1}, // enough is not a maximum
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
					time.Sleep(c.every + 1) // not exactly at the end of the window
					jobs <- j
				}
			})
			if got := gather(jobs, all[0], c.window); !slices.Equal(got, all[:1+c.want]) {
				t.Errorf("%+v: gathered %d jobs after the first", c, len(got)-1)
			}
		})
	}
}

// TestPace checks that groups gather longer while jobs arrive together and commits are
// slow, and only for moments otherwise.
func TestPace(t *testing.T) {
	const quick, slow = Shortest / commits, time.Second
	for _, c := range []struct {
		name   string
		before time.Duration // the window
		jobs   int           // in each group
		took   time.Duration
		groups int
		want   time.Duration
	}{
		{"company, once", Shortest, 2, slow, 1, 2 * Shortest},
		{"company", Shortest, 2, slow, 9, Longest},
		{"alone, once", Longest, 1, slow, 1, Longest / 2},
		{"alone", Longest, 1, slow, 9, Shortest},
		{"quick commits", Longest, 9, quick, 50, Shortest},
		{"middling commits", Shortest, 9, 2 * quick, 50, 2 * Shortest},
	} {
		p := pace{window: c.before}
		for range c.groups {
			p.wrote(c.jobs, c.took)
		}
		if off := p.window - c.want; off.Abs() > time.Microsecond {
			t.Errorf("%s: gathers for %v, want %v", c.name, p.window, c.want)
		}
	}
}

// TestRunPaces checks that a steady stream of jobs is written in growing groups, and
// that lone jobs stay fast.
func TestRunPaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New[*job](false)
		var groups []int
		go q.Run(func(group []*job) {
			time.Sleep(Shortest)
			groups = append(groups, len(group))
			for _, j := range group {
				j.answer <- nil
			}
		})
		submit := func() {
			if err := q.Submit(t.Context(), &job{1, make(chan error, 1)}); err != nil {
				t.Error(err)
			}
		}
		var calls sync.WaitGroup
		for range 100 {
			calls.Go(submit)
			time.Sleep(Longest / 4)
		}
		calls.Wait()
		if last := groups[len(groups)-2]; last != Enough {
			t.Errorf("groups of %v", groups)
		}
		for range 9 {
			submit()
		}
		start := time.Now()
		submit()
		if took := time.Since(start); took != 2*Shortest {
			t.Errorf("a lone job took %v", took)
		}
		q.Close()
	})
}

// TestSubmitGivesUp checks that a call returns when its context ends while the
// queue is full, and that a closed store refuses jobs.
func TestSubmitGivesUp(t *testing.T) {
	q := New[*job](false)
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

// TestClose checks that Close writes and answers the waiting jobs.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New[*job](false)
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
		time.Sleep(Shortest / 2)
		q.Close()
		calls.Wait()
		if err := q.Submit(t.Context(), &job{1, make(chan error, 1)}); !errors.Is(err, store.ErrClosed) {
			t.Error(err)
		}
	})
}
