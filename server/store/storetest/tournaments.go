package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"moyo/server/store"
)

// manyCups bounds no tournament that a test keeps.
var manyCups = store.TournamentBounds{Each: 100, All: 1000}

// Tournament returns a tournament with one event.
func Tournament(id, owner string) (store.Tournament, [][]byte) {
	return store.Tournament{
		ID: id, Owner: owner, Title: "Cup \"" + id + "\" <é>", Phase: "open", Version: 1,
		Created: store.Milli(noon), Changed: store.Milli(noon), Summary: []byte(`{"players":0}`),
	}, [][]byte{[]byte(`{"kind":"opened"}`)}
}

func mustCreateTournament(t *testing.T, s store.Store, id, owner string) store.Tournament {
	t.Helper()
	v, events := Tournament(id, owner)
	if err := s.CreateTournament(context.Background(), v, events, manyCups); err != nil {
		t.Fatal(err)
	}
	return v
}

// testTournaments writes logs, and refuses what does not belong behind what is there.
func testTournaments(t *testing.T, s store.Store) {
	ctx := context.Background()
	v := mustCreateTournament(t, s, "a", "ada")
	has := func(want store.Tournament, after int, events ...string) {
		t.Helper()
		got, err := s.Tournament(ctx, want.ID)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("header %+v %v\nwant %+v", got, err, want)
		}
		bodies, err := s.TournamentEvents(ctx, want.ID, after)
		have := []string{}
		for _, body := range bodies {
			have = append(have, string(body))
		}
		if err != nil || !slices.Equal(have, events) {
			t.Errorf("events behind %d: %q %v, want %q", after, have, err, events)
		}
	}
	has(v, 0, `{"kind":"opened"}`)
	next := v
	next.Owner, next.Created = "somebody else", later(9) // which does not change
	next.Title, next.Phase, next.Version, next.Changed, next.Summary = "Other", "running", 3, later(1), []byte("{}")
	if err := s.ChangeTournament(ctx, next, [][]byte{[]byte("two\x00"), []byte("three")}); err != nil {
		t.Fatal(err)
	}
	want := next
	want.Owner, want.Title, want.Created = v.Owner, v.Title, v.Created
	has(want, 0, `{"kind":"opened"}`, "two\x00", "three")
	has(want, 1, "two\x00", "three")
	has(want, 3)
	var conflict *store.Conflict
	if err := s.ChangeTournament(ctx, next, [][]byte{[]byte("again")}); !errors.As(err, &conflict) ||
		conflict.Have != 3 || conflict.Want != 2 {
		t.Errorf("behind another version: %v", err)
	}
	has(want, 2, "three")
	first, events := Tournament("a", "bo")
	if err := s.CreateTournament(ctx, first, events, manyCups); !errors.Is(err, store.ErrExists) {
		t.Errorf("a second time: %v, want ErrExists", err)
	}
	next.ID = "none"
	if err := s.ChangeTournament(ctx, next, nil); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	if _, err := s.Tournament(ctx, "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	if got, err := s.TournamentEvents(ctx, "none", 0); err != nil || len(got) > 0 {
		t.Errorf("none: %q %v", got, err)
	}
}

// testTournamentBounds fills what one owner and all have; those that are over do not count.
func testTournamentBounds(t *testing.T, s store.Store) {
	ctx := context.Background()
	create := func(id, owner string, b store.TournamentBounds, want error) store.Tournament {
		t.Helper()
		v, events := Tournament(id, owner)
		if err := s.CreateTournament(ctx, v, events, b); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
		return v
	}
	bounds := store.TournamentBounds{Each: 2, All: 3}
	a := create("a", "ada", bounds, nil)
	create("b", "ada", bounds, nil)
	create("c", "ada", bounds, store.ErrFull)
	create("d", "bo", bounds, nil)
	create("e", "bo", bounds, store.ErrFull)
	if _, err := s.Tournament(ctx, "e"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what found no place: %v", err)
	}
	a.Phase = store.TournamentOver
	if err := s.ChangeTournament(ctx, a, nil); err != nil {
		t.Fatal(err)
	}
	create("f", "ada", bounds, nil)
	for _, id := range []string{"cy", "bo"} {
		if err := s.Erase(ctx, store.Player{ID: id, Role: store.Deleted}); err != nil {
			t.Fatal(err)
		}
	}
	for id, titled := range map[string]bool{"a": true, "d": false} {
		if v, err := s.Tournament(ctx, id); err != nil || (v.Title != "") != titled {
			t.Errorf("%s is called %q (%v)", id, v.Title, err)
		}
	}
	create("g", "cy", manyCups, store.ErrNotFound)
}

// testTournamentLists lists those of a phase, newest change first.
func testTournamentLists(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i, phase := range []string{"open", "running", "open", "open"} {
		v := mustCreateTournament(t, s, fmt.Sprint("t", i), "ada")
		v.Phase, v.Changed = phase, later(i)
		if err := s.ChangeTournament(ctx, v, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		phase string
		limit int
		want  []string
	}{{"open", 9, []string{"t3", "t2", "t0"}}, {"open", 2, []string{"t3", "t2"}}, {"running", 9, []string{"t1"}}, {"over", 9, nil}} {
		list, err := s.TournamentsIn(ctx, c.phase, c.limit)
		var got []string
		for _, v := range list {
			got = append(got, v.ID)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v %v, want %v", c.phase, got, err, c.want)
		}
	}
}
