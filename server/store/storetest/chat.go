package storetest

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"moyo/server/store"
)

// later returns noon plus a number of hours, as a store keeps it.
func later(hours int) time.Time { return store.Milli(noon.Add(time.Duration(hours) * time.Hour)) }

// newReport returns an open report of a line in the game g.
func newReport(reporter, target string, line int64, hours int) store.Report {
	return store.Report{
		Kind: store.OfLine, Reporter: reporter, Target: target, Game: "g", Line: line, Reason: "abuse", Text: "see\nthere",
		Created: later(hours), State: store.ReportOpen,
	}
}

func testReports(t *testing.T, s store.Store) {
	ctx := context.Background()
	most := store.ReportBounds{Since: later(1), Each: 2, Open: 4}
	add := func(r store.Report) store.Report {
		t.Helper()
		id, err := s.AddReport(ctx, r, most)
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		r.ID = id
		return r
	}
	refused := func(about string, r store.Report, want error) {
		t.Helper()
		if id, err := s.AddReport(ctx, r, most); !errors.Is(err, want) {
			t.Errorf("%s: %d %v, want %v", about, id, err, want)
		}
	}
	old := add(newReport("ada", "bo", 1, 0))
	refused("the same again", newReport("ada", "bo", 1, 2), store.ErrExists)
	first, second := add(newReport("ada", "bo", 2, 1)), add(newReport("ada", "cy", 3, 2))
	refused("a third since then", newReport("ada", "bo", 4, 3), store.ErrFull)
	third := add(newReport("cy", "bo", 1, 3))
	refused("too many open reports", newReport("di", "bo", 1, 3), store.ErrFull)
	guests := newReport("g1", "bo", 1, 3)
	guests.Guest = true
	guests = add(guests)

	for _, c := range []struct {
		about string
		q     store.ReportQuery
		want  []store.Report
	}{
		{"all", store.ReportQuery{Limit: 9}, []store.Report{guests, third, second, first, old}},
		{"about a player", store.ReportQuery{Target: "cy", Limit: 9}, []store.Report{second}},
		{"by a player", store.ReportQuery{Reporter: "cy", Limit: 9}, []store.Report{third}},
		{"a page", store.ReportQuery{Before: third.ID, Limit: 2}, []store.Report{second, first}},
		{"closed", store.ReportQuery{State: store.ReportClosed, Limit: 9}, []store.Report{}},
	} {
		if got, err := s.Reports(ctx, c.q); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v %v, want %+v", c.about, got, err, c.want)
		}
	}
	claimReports(t, s, old)
	add(newReport("di", "bo", 1, 3)) // below the limit again
	most = store.ReportBounds{Since: later(3), Each: 2, Open: 9}
	add(newReport("ada", "bo", 1, 3)) // earlier ones do not count any more
}

// claimReports lets moderators claim a report in turn, until one of them closes it.
func claimReports(t *testing.T, s store.Store, old store.Report) {
	ctx := context.Background()
	claim := func(about string, id int64, moderator string, hours int, want error) {
		t.Helper()
		if err := s.ClaimReport(ctx, id, moderator, later(hours), later(hours-1)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", about, err, want)
		}
	}
	claim("none", 99, "mo", 4, store.ErrNotFound)
	claim("a free one", old.ID, "mo", 4, nil)
	claim("another's", old.ID, "ned", 5, store.ErrTaken)
	claim("the moderator's own again", old.ID, "mo", 5, nil)
	if got, err := s.Report(ctx, old.ID); err != nil || got.Moderator != "mo" || !got.Claimed.Equal(later(5)) {
		t.Errorf("%+v %v", got, err)
	}
	claim("one that was left", old.ID, "ned", 7, nil)
	claim("given back", old.ID, "", 7, nil)
	if got, err := s.Report(ctx, old.ID); err != nil || !reflect.DeepEqual(got, old) {
		t.Errorf("%+v %v, want %+v", got, err, old)
	}
	act(t, s, store.Deed{By: "mo", Kind: store.Dismissed, Target: "bo", Report: old.ID}, store.Change{Close: true}, nil)
	claim("a closed one", old.ID, "mo", 8, store.ErrDone)
	act(t, s, store.Deed{By: "ned", Kind: store.Warned, Target: "bo", Report: old.ID}, store.Change{Close: true, Warning: true}, store.ErrDone)
	if list, err := s.Warnings(ctx, "bo"); err != nil || len(list) > 0 {
		t.Errorf("a deed that was refused left %+v %v", list, err)
	}
	old.State, old.Moderator, old.Outcome = store.ReportClosed, "mo", store.Dismissed
	got, err := s.Reports(ctx, store.ReportQuery{State: store.ReportClosed, Limit: 9})
	if err != nil || !reflect.DeepEqual(got, []store.Report{old}) {
		t.Errorf("closed: %+v %v, want %+v", got, err, old)
	}
	if r, err := s.Report(ctx, 99); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %+v %v", r, err)
	}
}

// act performs a deed at noon and checks the error.
func act(t *testing.T, s store.Store, d store.Deed, c store.Change, want error) store.Deed {
	t.Helper()
	d.At = later(0)
	id, err := s.Act(context.Background(), d, c)
	if !errors.Is(err, want) {
		t.Errorf("%+v %+v: %v, want %v", d, c, err, want)
	}
	d.ID = id
	return d
}
