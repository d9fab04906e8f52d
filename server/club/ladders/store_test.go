package ladders

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs on every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{"Keeps": testKeeps, "Bounds": testBounds, "Lists": testLists, "Erased": testErased})
}

// after returns a time some minutes after noon.
func after(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }

// empty returns a ladder without players.
func empty(id, owner string) ladder {
	return ladder{
		ID: id, Owner: owner, Title: "Ladder \"" + id + "\" <é>", Games: "games-of-" + id, Listed: true, Version: 1,
		Created: noon, Changed: noon, State: []byte(`{"order":[]}`),
	}
}

func mustCreate(t *testing.T, all ladders, id, owner string) ladder {
	t.Helper()
	l := empty(id, owner)
	if err := all.create(context.Background(), l, 100, 1000); err != nil {
		t.Fatal(err)
	}
	return l
}

// mustChange applies a change as the next version of a ladder, and returns the ladder.
func mustChange(t *testing.T, all ladders, c change) ladder {
	t.Helper()
	c.ladder.Version++
	if err := all.change(context.Background(), c, 100); err != nil {
		t.Fatal(err)
	}
	return c.ladder
}

// mustHave compares a ladder, its last events and its players with the store.
func mustHave(t *testing.T, all ladders, want ladder, players []string, events ...string) {
	t.Helper()
	ctx := context.Background()
	for _, find := range []func() (ladder, error){
		func() (ladder, error) { return all.one(ctx, want.ID) }, func() (ladder, error) { return all.ofGames(ctx, want.Games) },
	} {
		if got, err := find(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("ladder %+v %v\nwant %+v", got, err, want)
		}
	}
	if on, err := all.players(ctx, want.ID); err != nil || !slices.Equal(on, players) {
		t.Errorf("on it: %q %v, want %q", on, err, players)
	}
	bodies, err := all.events(ctx, want.ID)
	have := []string{}
	for _, body := range bodies {
		have = append(have, string(body))
	}
	if err != nil || !slices.Equal(have, events) {
		t.Errorf("events %q %v, want %q", have, err, events)
	}
}

// testKeeps changes a ladder, and refuses changes with a wrong version.
func testKeeps(t *testing.T, s store.Store) {
	ctx, all := context.Background(), ladders{s}
	l := mustCreate(t, all, "a", "ada")
	mustHave(t, all, l, nil)
	next := l
	next.Owner, next.Games, next.Created = "another", "others", after(9) // which does not change
	next.Title, next.Listed, next.Closed, next.Changed, next.Due, next.State = "Other", false, true, after(1), after(2), []byte("two\x00")
	next = mustChange(t, all, change{ladder: next, event: []byte("one\x00"), joined: []string{"cy", "bo"}})
	next.Owner, next.Games, next.Created = l.Owner, l.Games, l.Created
	mustHave(t, all, next, []string{"bo", "cy"}, "one\x00")
	next.Due = time.Time{}
	next = mustChange(t, all, change{ladder: next, left: []string{"bo"}, joined: []string{"cy", "dee"}})
	mustHave(t, all, next, []string{"cy", "dee"}, "one\x00")
	for range 2 {
		next = mustChange(t, all, change{ladder: next, event: []byte(fmt.Sprint(next.Version))})
	}
	mustHave(t, all, next, []string{"cy", "dee"}, "one\x00", "3", "4")

	conflict, late := (*store.Conflict)(nil), next
	err := all.change(ctx, change{ladder: late, event: []byte("late"), joined: []string{"eve"}}, 100)
	if !errors.As(err, &conflict) || conflict.Have != 5 || conflict.Want != 4 {
		t.Errorf("behind another version: %v", err)
	}
	mustHave(t, all, next, []string{"cy", "dee"}, "one\x00", "3", "4")
	late.ID = "none"
	if err := all.change(ctx, change{ladder: late}, 100); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	if err := all.remove(ctx, "a", 4); !errors.As(err, &conflict) {
		t.Errorf("deleted in another version: %v", err)
	}
	if err := all.remove(ctx, "a", 5); err != nil {
		t.Fatal(err)
	}
	if _, err := all.one(ctx, "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a deleted one: %v", err)
	}
	if err := all.remove(ctx, "a", 5); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("deleted again: %v", err)
	}
	mustHave(t, all, mustCreate(t, all, "a", "ada"), nil) // nothing of the previous one is left
}

// testBounds reaches the limits of one maker, of all, and of one player, and of events, the oldest of which are deleted.
func testBounds(t *testing.T, s store.Store) {
	ctx, all := context.Background(), ladders{s}
	create := func(id, owner, games string, want error) {
		t.Helper()
		l := empty(id, owner)
		l.Games = games
		if err := all.create(ctx, l, 2, 3); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
	}
	create("a", "ada", "1", nil)
	create("b", "ada", "2", nil)
	create("c", "ada", "3", store.ErrFull)
	create("a", "bo", "4", store.ErrExists)
	create("d", "bo", "1", store.ErrExists)
	create("d", "bo", "5", nil)
	create("e", "cy", "6", store.ErrFull)
	if _, err := all.one(ctx, "e"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a refused ladder: %v", err)
	}
	for i, want := range []error{nil, nil, store.ErrFull} {
		l, err := all.one(ctx, []string{"a", "b", "d"}[i])
		if err != nil {
			t.Fatal(err)
		}
		l.Version++
		if err := all.change(ctx, change{ladder: l, joined: []string{"eve"}}, 2); !errors.Is(err, want) {
			t.Errorf("ladder %d of one player: %v, want %v", i+1, err, want)
		}
	}
	l, err := all.one(ctx, "d")
	if err != nil || l.Version != 1 {
		t.Fatalf("a refused change was stored: %+v %v", l, err)
	}
	const more = 3
	for i := range mostEvents + more {
		l = mustChange(t, all, change{ladder: l, event: []byte(fmt.Sprint(i))})
	}
	events, err := all.events(ctx, "d")
	if err != nil || len(events) != mostEvents || string(events[0]) != fmt.Sprint(more) {
		t.Errorf("%d events are kept from %q on (%v), want %d from %q on", len(events), events[0], err, mostEvents, fmt.Sprint(more))
	}
}

func idsOf(list []ladder) (ids []string) {
	for _, l := range list {
		ids = append(ids, l.ID)
	}
	return ids
}

// testLists lists ladders for all, for one player, and due ladders.
func testLists(t *testing.T, s store.Store) {
	ctx, all := context.Background(), ladders{s}
	for i, c := range []struct {
		listed, closed bool
		due            time.Time
		on             []string
	}{
		{true, false, after(3), nil}, {false, false, after(2), []string{"bo"}},
		{true, true, time.Time{}, []string{"bo", "cy"}}, {true, false, after(9), []string{"ada"}},
	} {
		l := mustCreate(t, all, fmt.Sprint("l", i), []string{"ada", "cy"}[i%2])
		l.Listed, l.Closed, l.Due, l.Changed = c.listed, c.closed, c.due, after(i)
		mustChange(t, all, change{ladder: l, joined: c.on})
	}
	for what, c := range map[string]struct {
		list func() ([]ladder, error)
		want []string
	}{
		"listed":       {func() ([]ladder, error) { return all.open(ctx, 9) }, []string{"l3", "l0"}},
		"the first":    {func() ([]ladder, error) { return all.open(ctx, 1) }, []string{"l3"}},
		"ada's":        {func() ([]ladder, error) { return all.of(ctx, "ada") }, []string{"l3", "l2", "l0"}},
		"bo's":         {func() ([]ladder, error) { return all.of(ctx, "bo") }, []string{"l2", "l1"}},
		"of no ladder": {func() ([]ladder, error) { return all.of(ctx, "dee") }, nil},
		"due":          {func() ([]ladder, error) { return all.due(ctx, after(3), 9) }, []string{"l1", "l0"}},
		"due first":    {func() ([]ladder, error) { return all.due(ctx, after(3), 1) }, []string{"l1"}},
		"due too late": {func() ([]ladder, error) { return all.due(ctx, after(1), 9) }, nil},
	} {
		if list, err := c.list(); err != nil || !slices.Equal(idsOf(list), c.want) {
			t.Errorf("%s: %v %v, want %v", what, idsOf(list), err, c.want)
		}
	}
	for by, want := range map[int]bool{1: false, 2: true} {
		if any, err := AnyDue(ctx, s, after(by)); err != nil || any != want {
			t.Errorf("any by %d: %v %v, want %v", by, any, err, want)
		}
	}
}

// testErased removes players with deleted accounts: their ladders become due, and a concurrent older change
// is refused.
func testErased(t *testing.T, s store.Store) {
	ctx, all := context.Background(), ladders{s}
	own := mustCreate(t, all, "own", "ada")
	joined := mustCreate(t, all, "joined", "bo")
	joined = mustChange(t, all, change{ladder: joined, joined: []string{"ada", "cy"}})
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted}, Erasure...); err != nil {
		t.Fatal(err)
	}
	for _, l := range []ladder{own, joined} {
		l.Version++
		var conflict *store.Conflict
		if err := all.change(ctx, change{ladder: l}, 100); !errors.As(err, &conflict) {
			t.Errorf("a change of before: %v", err)
		}
	}
	if l, err := all.one(ctx, "own"); err != nil || l.Title != "" || !l.Due.IsZero() {
		t.Errorf("of a maker without an account: %+v %v", l, err)
	}
	if on, err := all.players(ctx, "joined"); err != nil || !slices.Equal(on, []string{"cy"}) {
		t.Errorf("on it: %v %v", on, err)
	}
	due, err := all.due(ctx, noon, 9)
	if err != nil || !slices.Equal(idsOf(due), []string{"joined"}) || due[0].Title == "" || !due[0].Due.Equal(somebodyGone) {
		t.Errorf("due: %+v %v", due, err)
	}
	due[0].Version++
	if err := all.change(ctx, change{ladder: due[0], joined: []string{"ada"}}, 100); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a deleted player joins: %v", err)
	}
	if err := all.create(ctx, empty("new", "ada"), 100, 1000); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a deleted player creates one: %v", err)
	}
}
