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

// manySimuls bounds no exhibition that a test keeps.
var manySimuls = store.SimulBounds{Each: 100, All: 1000}

// Simul returns an exhibition.
func Simul(id, owner string) store.Simul {
	return store.Simul{
		ID: id, Owner: owner, Title: "Friday \"" + id + "\" <é>", Phase: "open", Version: 1,
		Created: store.Milli(noon), Changed: store.Milli(noon), Body: []byte(`{"most":9}`),
	}
}

// testSimuls changes one, and refuses what others have changed meanwhile.
func testSimuls(t *testing.T, s store.Store) {
	ctx := context.Background()
	v := Simul("a", "ada")
	if err := s.CreateSimul(ctx, v, manySimuls); err != nil {
		t.Fatal(err)
	}
	has := func(want store.Simul) {
		t.Helper()
		if got, err := s.Simul(ctx, want.ID); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v %v\nwant %+v", got, err, want)
		}
	}
	has(v)
	next := v
	next.Owner, next.Title, next.Created = "somebody else", "Other", later(9) // which do not change
	next.Phase, next.Version, next.Changed, next.Body = "running", 2, later(1), []byte("two\x00")
	if err := s.SaveSimul(ctx, next); err != nil {
		t.Fatal(err)
	}
	want := next
	want.Owner, want.Title, want.Created = v.Owner, v.Title, v.Created
	has(want)
	var conflict *store.Conflict
	if err := s.SaveSimul(ctx, next); !errors.As(err, &conflict) || conflict.Have != 2 || conflict.Want != 1 {
		t.Errorf("behind another version: %v", err)
	}
	has(want)
	if err := s.CreateSimul(ctx, Simul("a", "bo"), manySimuls); !errors.Is(err, store.ErrExists) {
		t.Errorf("a second time: %v, want ErrExists", err)
	}
	next.ID = "none"
	if err := s.SaveSimul(ctx, next); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	off := Simul("b", "ada")
	err := s.CreateSimul(ctx, off, manySimuls)
	off.Phase, off.Version = store.SimulCancelled, 2
	if err := errors.Join(err, s.SaveSimul(ctx, off), s.CreateSimul(ctx, Simul("c", "ada"), store.SimulBounds{Each: 2, All: 2})); err != nil {
		t.Errorf("what was called off takes a place: %v", err)
	}
	for _, c := range []struct{ before, forgotten int }{{0, 0}, {1, 1}, {1, 0}} {
		if n, err := s.ForgetSimuls(ctx, later(c.before)); err != nil || n != c.forgotten {
			t.Errorf("before %d %d are forgotten (%v), want %d", c.before, n, err, c.forgotten)
		}
	}
	if _, err := s.Simul(ctx, "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("forgotten: %v", err)
	}
	has(want)
}

// testSimulBounds fills what one owner and all have; those that are over or called off do not count, and deleted
// accounts have none, nor titles.
func testSimulBounds(t *testing.T, s store.Store) {
	ctx := context.Background()
	bounds := store.SimulBounds{Each: 2, All: 3}
	create := func(id, owner string, want error) {
		t.Helper()
		if err := s.CreateSimul(ctx, Simul(id, owner), bounds); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
	}
	create("a", "ada", nil)
	create("b", "ada", nil)
	create("c", "ada", store.ErrFull)
	create("d", "bo", nil)
	create("e", "bo", store.ErrFull)
	if _, err := s.Simul(ctx, "e"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what found no place: %v", err)
	}
	a := Simul("a", "ada")
	a.Phase, a.Version = store.SimulOver, 2
	if err := s.SaveSimul(ctx, a); err != nil {
		t.Fatal(err)
	}
	create("f", "ada", nil)
	for _, id := range []string{"cy", "bo"} {
		if err := s.Erase(ctx, store.Player{ID: id, Role: store.Deleted}); err != nil {
			t.Fatal(err)
		}
	}
	for id, titled := range map[string]bool{"a": true, "d": false} {
		if v, err := s.Simul(ctx, id); err != nil || (v.Title != "") != titled {
			t.Errorf("%s is called %q (%v)", id, v.Title, err)
		}
	}
	create("g", "cy", store.ErrNotFound)
	for owner, want := range map[string]int{"ada": 3, "bo": 0} {
		if list, err := s.SimulsOf(ctx, owner, 9); err != nil || len(list) != want {
			t.Errorf("%s has %d titled ones (%v), want %d", owner, len(list), err, want)
		}
	}
}

// testSimulLists lists those of a phase, newest change first, and those of an owner, newest first.
func testSimulLists(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i, phase := range []string{"open", "running", "open", "open"} {
		v := Simul(fmt.Sprint("t", i), []string{"ada", "bo"}[i%2])
		v.Phase, v.Created, v.Changed = phase, later(i), later(9-i)
		if err := s.CreateSimul(ctx, v, manySimuls); err != nil {
			t.Fatal(err)
		}
	}
	is := func(what string, list []store.Simul, err error, want ...string) {
		t.Helper()
		var got []string
		for _, v := range list {
			got = append(got, v.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v %v, want %v", what, got, err, want)
		}
	}
	list, err := s.SimulsIn(ctx, "open", 9)
	is("open", list, err, "t0", "t2", "t3")
	list, err = s.SimulsIn(ctx, "open", 2)
	is("two that are open", list, err, "t0", "t2")
	list, err = s.SimulsIn(ctx, "over", 9)
	is("over", list, err)
	list, err = s.SimulsOf(ctx, "ada", 9)
	is("ada's", list, err, "t2", "t0")
	list, err = s.SimulsOf(ctx, "bo", 1)
	is("bo's last", list, err, "t3")
}
