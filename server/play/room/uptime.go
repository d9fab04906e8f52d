package room

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"moyo/server/store"
)

// The times of uptime.
const (
	beatEvery = 2 * time.Second // how exactly it is known when a server was killed
	settle    = 3 * time.Second // after a start, for people to come back
	jumpy     = time.Second     // a larger drift of the time of day is a jump
)

// uptime knows when servers were at work on this store: players' time counts only then.
// Times of day may jump; within a run they follow the monotonic clock, and a jump
// begins another run.
type uptime struct {
	store store.Clocks
	now   func() time.Time
	day   func() time.Time // the time of day, which somebody may set while the server is at work

	mu    sync.Mutex
	began time.Time // of this run, by the monotonic clock
	first time.Time // and by the time of day
}

func newUptime(s store.Clocks, now func() time.Time) *uptime {
	return &uptime{store: s, now: now, day: func() time.Time { return now().Round(0) }, began: now(), first: now().Round(0)}
}

// run returns this run up to now. After a jump of the time of day it is a new run,
// and run returns the one before, too.
func (u *uptime) run() (run store.Run, before *store.Run) {
	u.mu.Lock()
	defer u.mu.Unlock()
	now, day := u.now(), u.day()
	run = store.Run{Began: u.first, Seen: u.first.Add(now.Sub(u.began))}
	if drift := day.Sub(run.Seen); drift.Abs() >= jumpy {
		old := run
		u.began, u.first = now, day
		return store.Run{Began: day, Seen: day}, &old
	}
	return run, nil
}

// beat writes down that the server is at work.
func (u *uptime) beat(ctx context.Context) error {
	run, before := u.run()
	if before != nil {
		if err := u.store.SaveRun(ctx, *before); err != nil {
			return err
		}
	}
	return u.store.SaveRun(ctx, run)
}

// since returns how long servers were at work since a time of day, as far as is known,
// and how long they were not.
func (u *uptime) since(ctx context.Context, from time.Time) (work, away time.Duration, err error) {
	run, before := u.run()
	if before != nil {
		if err := u.store.SaveRun(ctx, *before); err != nil {
			return 0, 0, err
		}
	}
	if !from.Before(run.Began) {
		return max(run.Seen.Sub(from), 0), 0, nil
	}
	runs, err := u.store.Runs(ctx, from)
	if err != nil {
		return 0, 0, err
	}
	runs = slices.DeleteFunc(runs, func(r store.Run) bool { return !r.Began.Before(store.Milli(run.Began)) }) // this one, as it was written
	run.Began = run.Began.Add(min(settle, run.Seen.Sub(run.Began)))
	work = overlap(append(runs, run), from, run.Seen)
	return work, run.Seen.Sub(from) - work, nil
}

// overlap returns how much of a time is covered by runs, which may overlap.
func overlap(runs []store.Run, from, to time.Time) (sum time.Duration) {
	slices.SortFunc(runs, func(a, b store.Run) int { return cmp.Or(a.Began.Compare(b.Began), a.Seen.Compare(b.Seen)) })
	for _, r := range runs {
		began, seen := r.Began, r.Seen
		if began.Before(from) {
			began = from
		}
		if seen.After(to) {
			seen = to
		}
		if seen.After(began) {
			sum += seen.Sub(began)
			from = seen
		}
	}
	return sum
}
