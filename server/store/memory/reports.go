package memory

import (
	"context"
	"slices"
	"time"

	"moyo/server/store"
)

// reports are what moderators were told, under the store's lock.
type reports struct {
	reports []store.Report // by id-1
}

// AddReport implements store.Reports.
func (s *Store) AddReport(_ context.Context, r store.Report, most store.ReportBounds) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, store.ErrClosed
	}
	lately, open := 0, 0
	for _, old := range s.reports.reports {
		if old.Reporter == r.Reporter && !old.Created.Before(store.Milli(most.Since)) {
			lately++
		}
		if old.State != store.ReportOpen {
			continue
		}
		if old.Guest == r.Guest {
			open++
		}
		if old.Reporter == r.Reporter && old.Target == r.Target && old.Game == r.Game && old.Line == r.Line && old.Board == r.Board {
			return 0, store.ErrExists
		}
	}
	if lately >= most.Each || open >= most.Open {
		return 0, store.ErrFull
	}
	r.ID, r.Created, r.State = int64(len(s.reports.reports))+1, store.Milli(r.Created), store.ReportOpen
	r.Moderator, r.Claimed, r.Outcome = "", time.Time{}, ""
	s.reports.reports = append(s.reports.reports, r)
	return r.ID, nil
}

// report returns the report of an id, or nil; the lock is held.
func (s *Store) report(id int64) *store.Report {
	if id < 1 || id > int64(len(s.reports.reports)) {
		return nil
	}
	return &s.reports.reports[id-1]
}

// Report implements store.Reports.
func (s *Store) Report(_ context.Context, id int64) (store.Report, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if r := s.report(id); r != nil {
		return *r, nil
	}
	return store.Report{}, store.ErrNotFound
}

// Reports implements store.Reports.
func (s *Store) Reports(_ context.Context, q store.ReportQuery) ([]store.Report, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Report{}
	for _, r := range slices.Backward(s.reports.reports) {
		if len(found) < q.Limit && (q.State == "" || r.State == q.State) && (q.Target == "" || r.Target == q.Target) && (q.Reporter == "" || r.Reporter == q.Reporter) && (q.Before == 0 || r.ID < q.Before) {
			found = append(found, r)
		}
	}
	return found, nil
}

// ClaimReport implements store.Reports.
func (s *Store) ClaimReport(_ context.Context, id int64, moderator string, at, stale time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.report(id)
	switch {
	case s.closed:
		return store.ErrClosed
	case r == nil:
		return store.ErrNotFound
	case r.State != store.ReportOpen:
		return store.ErrDone
	case r.Moderator != "" && r.Moderator != moderator && moderator != "" && !r.Claimed.Before(store.Milli(stale)):
		return store.ErrTaken
	}
	r.Moderator, r.Claimed = moderator, store.Milli(at)
	if moderator == "" {
		r.Claimed = time.Time{}
	}
	return nil
}
