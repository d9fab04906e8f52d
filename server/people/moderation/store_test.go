package moderation

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs on every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{"Reports": testReports})
}

// hours returns the time n hours after noon.
func hours(n int) time.Time { return time.Date(2026, 7, 1, 12+n, 0, 0, 0, time.UTC) }

// newReport returns an open report of a line in the game g.
func newReport(reporter, target string, line int64, n int) keptReport {
	return keptReport{
		Kind: ofLine, Reporter: reporter, Target: target, Game: "g", Line: line, Reason: "abuse", Text: "see\nthere",
		Created: hours(n), State: isOpen,
	}
}

// testReports adds reports up to the bounds, and finds them.
func testReports(t *testing.T, s store.Store) {
	ctx, k := context.Background(), kept{s}
	most := bounds{Since: hours(1), Each: 2, Open: 4}
	add := func(r keptReport) keptReport {
		t.Helper()
		id, err := k.add(ctx, r, most)
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		r.ID = id
		return r
	}
	refused := func(about string, r keptReport, want error) {
		t.Helper()
		if id, err := k.add(ctx, r, most); !errors.Is(err, want) {
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
		q     reportQuery
		want  []keptReport
	}{
		{"all", reportQuery{Limit: 9}, []keptReport{guests, third, second, first, old}},
		{"about a player", reportQuery{Target: "cy", Limit: 9}, []keptReport{second}},
		{"by a player", reportQuery{Reporter: "cy", Limit: 9}, []keptReport{third}},
		{"a page", reportQuery{Before: third.ID, Limit: 2}, []keptReport{second, first}},
		{"closed", reportQuery{State: isClosed, Limit: 9}, []keptReport{}},
	} {
		if got, err := k.list(ctx, c.q); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v %v, want %+v", c.about, got, err, c.want)
		}
	}
	board := newReport("eve", "bo", 0, 0)
	board.Kind, board.Board = ofBoard, "a1"
	most.Open++
	add(board)
	refused("the same board again", board, store.ErrExists)
	most.Open++
	board.Board = "a2"
	if got, err := k.one(ctx, add(board).ID); err != nil || got.Board != "a2" {
		t.Errorf("a report of another board: %+v %v", got, err)
	}
	claimReports(t, s, old)
	add(newReport("di", "bo", 1, 3)) // below the limit again
	most = bounds{Since: hours(3), Each: 2, Open: 9}
	add(newReport("ada", "bo", 1, 3)) // earlier ones do not count any more
}

// claimReports lets moderators claim a report in turn, until one of them closes it.
func claimReports(t *testing.T, s store.Store, old keptReport) {
	ctx, k := context.Background(), kept{s}
	claim := func(about string, id int64, moderator string, n int, want error) {
		t.Helper()
		if err := k.claim(ctx, id, moderator, hours(n), hours(n-1)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", about, err, want)
		}
	}
	claim("none", 99, "mo", 4, store.ErrNotFound)
	claim("a free one", old.ID, "mo", 4, nil)
	claim("another's", old.ID, "ned", 5, store.ErrTaken)
	claim("the moderator's own again", old.ID, "mo", 5, nil)
	if got, err := k.one(ctx, old.ID); err != nil || got.Moderator != "mo" || !got.Claimed.Equal(hours(5)) {
		t.Errorf("%+v %v", got, err)
	}
	claim("one that was left", old.ID, "ned", 7, nil)
	claim("given back", old.ID, "", 7, nil)
	if got, err := k.one(ctx, old.ID); err != nil || !reflect.DeepEqual(got, old) {
		t.Errorf("%+v %v, want %+v", got, err, old)
	}
	closes := func(by string, kind store.DeedKind, report int64, want error) {
		t.Helper()
		d := store.Deed{At: hours(0), By: by, Kind: kind, Target: "bo", Report: report}
		if _, err := s.Act(ctx, d, store.Change{Warning: kind == store.Warned, Also: []store.Also{closing(d)}}); !errors.Is(err, want) {
			t.Errorf("%s closes report %d: %v, want %v", by, report, err, want)
		}
	}
	closes("mo", store.Dismissed, 99, store.ErrNotFound)
	closes("mo", store.Dismissed, old.ID, nil)
	claim("a closed one", old.ID, "mo", 8, store.ErrDone)
	closes("ned", store.Warned, old.ID, store.ErrDone)
	if list, err := s.Warnings(ctx, "bo"); err != nil || len(list) > 0 {
		t.Errorf("a deed that was refused left %+v %v", list, err)
	}
	old.State, old.Moderator, old.Outcome = isClosed, "mo", store.Dismissed
	got, err := k.list(ctx, reportQuery{State: isClosed, Limit: 9})
	if err != nil || !reflect.DeepEqual(got, []keptReport{old}) {
		t.Errorf("closed: %+v %v, want %+v", got, err, old)
	}
	if r, err := k.one(ctx, 99); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %+v %v", r, err)
	}
}
