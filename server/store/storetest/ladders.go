package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"moyo/server/store"
)

// manyLadders bounds no ladder that a test keeps.
var manyLadders = store.LadderBounds{Each: 100, All: 1000, Joined: 100}

// Ladder returns a ladder of a maker that nobody is on.
func Ladder(id, owner string) store.Ladder {
	return store.Ladder{
		ID: id, Owner: owner, Title: "Ladder \"" + id + "\" <é>", Games: "games-of-" + id, Listed: true, Version: 1,
		Created: store.Milli(noon), Changed: store.Milli(noon), State: []byte(`{"order":[]}`),
	}
}

func mustCreateLadder(t *testing.T, s store.Store, id, owner string) store.Ladder {
	t.Helper()
	l := Ladder(id, owner)
	if err := s.CreateLadder(context.Background(), l, manyLadders); err != nil {
		t.Fatal(err)
	}
	return l
}

// mustChangeLadder makes a change the next of a ladder, and returns the ladder.
func mustChangeLadder(t *testing.T, s store.Store, c store.LadderChange) store.Ladder {
	t.Helper()
	c.Ladder.Version++
	if err := s.ChangeLadder(context.Background(), c, manyLadders); err != nil {
		t.Fatal(err)
	}
	return c.Ladder
}

// mustHaveLadder compares a ladder, its last events and who is on it with what is kept.
func mustHaveLadder(t *testing.T, s store.Store, want store.Ladder, players []string, events ...string) {
	t.Helper()
	ctx := context.Background()
	for _, find := range []func() (store.Ladder, error){
		func() (store.Ladder, error) { return s.Ladder(ctx, want.ID) }, func() (store.Ladder, error) { return s.LadderOfGames(ctx, want.Games) },
	} {
		if got, err := find(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("ladder %+v %v\nwant %+v", got, err, want)
		}
	}
	if on, err := s.LadderPlayers(ctx, want.ID); err != nil || !slices.Equal(on, players) {
		t.Errorf("on it: %q %v, want %q", on, err, players)
	}
	bodies, err := s.LadderEvents(ctx, want.ID)
	have := []string{}
	for _, body := range bodies {
		have = append(have, string(body))
	}
	if err != nil || !slices.Equal(have, events) {
		t.Errorf("events %q %v, want %q", have, err, events)
	}
}

// testLadders changes a ladder, and refuses what does not belong behind what is there.
func testLadders(t *testing.T, s store.Store) {
	ctx := context.Background()
	l := mustCreateLadder(t, s, "a", "ada")
	mustHaveLadder(t, s, l, nil)
	next := l
	next.Owner, next.Games, next.Created = "somebody else", "others", later(9) // which does not change
	next.Title, next.Listed, next.Closed, next.Changed, next.Due, next.State = "Other", false, true, later(1), later(2), []byte("two\x00")
	next = mustChangeLadder(t, s, store.LadderChange{Ladder: next, Event: []byte("one\x00"), Joined: []string{"cy", "bo"}})
	next.Owner, next.Games, next.Created = l.Owner, l.Games, l.Created
	mustHaveLadder(t, s, next, []string{"bo", "cy"}, "one\x00")
	next.Due = time.Time{}
	next = mustChangeLadder(t, s, store.LadderChange{Ladder: next, Left: []string{"bo"}, Joined: []string{"cy", "dee"}})
	mustHaveLadder(t, s, next, []string{"cy", "dee"}, "one\x00")
	for range 2 {
		next = mustChangeLadder(t, s, store.LadderChange{Ladder: next, Event: []byte(fmt.Sprint(next.Version))})
	}
	mustHaveLadder(t, s, next, []string{"cy", "dee"}, "one\x00", "3", "4")

	conflict, late := (*store.Conflict)(nil), next
	err := s.ChangeLadder(ctx, store.LadderChange{Ladder: late, Event: []byte("late"), Joined: []string{"eve"}}, manyLadders)
	if !errors.As(err, &conflict) || conflict.Have != 5 || conflict.Want != 4 {
		t.Errorf("behind another version: %v", err)
	}
	mustHaveLadder(t, s, next, []string{"cy", "dee"}, "one\x00", "3", "4")
	late.ID = "none"
	if err := s.ChangeLadder(ctx, store.LadderChange{Ladder: late}, manyLadders); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	if err := s.DeleteLadder(ctx, "a", 4); !errors.As(err, &conflict) {
		t.Errorf("deleted in another version: %v", err)
	}
	if err := s.DeleteLadder(ctx, "a", 5); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Ladder(ctx, "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a deleted one: %v", err)
	}
	if err := s.DeleteLadder(ctx, "a", 5); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("deleted again: %v", err)
	}
	mustHaveLadder(t, s, mustCreateLadder(t, s, "a", "ada"), nil) // nothing of the one before is left
}

// testLadderBounds fills what one maker, all, and one player have, and forgets the oldest events.
func testLadderBounds(t *testing.T, s store.Store) {
	ctx := context.Background()
	create := func(id, owner, games string, want error) {
		t.Helper()
		l := Ladder(id, owner)
		l.Games = games
		if err := s.CreateLadder(ctx, l, store.LadderBounds{Each: 2, All: 3}); !errors.Is(err, want) {
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
	if _, err := s.Ladder(ctx, "e"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what found no place: %v", err)
	}
	two := store.LadderBounds{Joined: 2}
	for i, want := range []error{nil, nil, store.ErrFull} {
		l, err := s.Ladder(ctx, []string{"a", "b", "d"}[i])
		if err != nil {
			t.Fatal(err)
		}
		l.Version++
		if err := s.ChangeLadder(ctx, store.LadderChange{Ladder: l, Joined: []string{"eve"}}, two); !errors.Is(err, want) {
			t.Errorf("ladder %d of one player: %v, want %v", i+1, err, want)
		}
	}
	l, err := s.Ladder(ctx, "d")
	if err != nil || l.Version != 1 {
		t.Fatalf("what was refused has changed it: %+v %v", l, err)
	}
	const more = 3
	for i := range store.MaxLadderEvents + more {
		l = mustChangeLadder(t, s, store.LadderChange{Ladder: l, Event: []byte(fmt.Sprint(i))})
	}
	events, err := s.LadderEvents(ctx, "d")
	if err != nil || len(events) != store.MaxLadderEvents || string(events[0]) != fmt.Sprint(more) {
		t.Errorf("%d events are kept from %q on (%v), want %d from %q on", len(events), events[0], err, store.MaxLadderEvents, fmt.Sprint(more))
	}
}

func ladderIDs(list []store.Ladder) (ids []string) {
	for _, l := range list {
		ids = append(ids, l.ID)
	}
	return ids
}

// testLadderLists lists ladders for all, for one player, and those in which there is something to do.
func testLadderLists(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i, c := range []struct {
		listed, closed bool
		due            time.Time
		on             []string
	}{
		{true, false, later(3), nil}, {false, false, later(2), []string{"bo"}},
		{true, true, time.Time{}, []string{"bo", "cy"}}, {true, false, later(9), []string{"ada"}},
	} {
		l := mustCreateLadder(t, s, fmt.Sprint("l", i), []string{"ada", "cy"}[i%2])
		l.Listed, l.Closed, l.Due, l.Changed = c.listed, c.closed, c.due, later(i)
		mustChangeLadder(t, s, store.LadderChange{Ladder: l, Joined: c.on})
	}
	for what, c := range map[string]struct {
		list func() ([]store.Ladder, error)
		want []string
	}{
		"listed":       {func() ([]store.Ladder, error) { return s.Ladders(ctx, 9) }, []string{"l3", "l0"}},
		"the first":    {func() ([]store.Ladder, error) { return s.Ladders(ctx, 1) }, []string{"l3"}},
		"ada's":        {func() ([]store.Ladder, error) { return s.LaddersOf(ctx, "ada") }, []string{"l3", "l2", "l0"}},
		"bo's":         {func() ([]store.Ladder, error) { return s.LaddersOf(ctx, "bo") }, []string{"l2", "l1"}},
		"nobody's":     {func() ([]store.Ladder, error) { return s.LaddersOf(ctx, "dee") }, nil},
		"due":          {func() ([]store.Ladder, error) { return s.LaddersDue(ctx, later(3), 9) }, []string{"l1", "l0"}},
		"due first":    {func() ([]store.Ladder, error) { return s.LaddersDue(ctx, later(3), 1) }, []string{"l1"}},
		"due too late": {func() ([]store.Ladder, error) { return s.LaddersDue(ctx, later(1), 9) }, nil},
	} {
		if list, err := c.list(); err != nil || !slices.Equal(ladderIDs(list), c.want) {
			t.Errorf("%s: %v %v, want %v", what, ladderIDs(list), err, c.want)
		}
	}
}

// testLadderErased takes those off whose accounts are deleted: their ladders are due then, and a change
// that was begun before comes too late.
func testLadderErased(t *testing.T, s store.Store) {
	ctx := context.Background()
	own := mustCreateLadder(t, s, "own", "ada")
	joined := mustCreateLadder(t, s, "joined", "bo")
	joined = mustChangeLadder(t, s, store.LadderChange{Ladder: joined, Joined: []string{"ada", "cy"}})
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted}); err != nil {
		t.Fatal(err)
	}
	for _, l := range []store.Ladder{own, joined} {
		l.Version++
		var conflict *store.Conflict
		if err := s.ChangeLadder(ctx, store.LadderChange{Ladder: l}, manyLadders); !errors.As(err, &conflict) {
			t.Errorf("a change of before: %v", err)
		}
	}
	if l, err := s.Ladder(ctx, "own"); err != nil || l.Title != "" || !l.Due.IsZero() {
		t.Errorf("of a maker without an account: %+v %v", l, err)
	}
	if on, err := s.LadderPlayers(ctx, "joined"); err != nil || !slices.Equal(on, []string{"cy"}) {
		t.Errorf("on it: %v %v", on, err)
	}
	due, err := s.LaddersDue(ctx, noon, 9)
	if err != nil || !slices.Equal(ladderIDs(due), []string{"joined"}) || due[0].Title == "" || !due[0].Due.Equal(store.SomebodyGone) {
		t.Errorf("due: %+v %v", due, err)
	}
	due[0].Version++
	if err := s.ChangeLadder(ctx, store.LadderChange{Ladder: due[0], Joined: []string{"ada"}},
		manyLadders); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("who has no account comes: %v", err)
	}
	if err := s.CreateLadder(ctx, Ladder("new", "ada"), manyLadders); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("who has no account makes one: %v", err)
	}
}
