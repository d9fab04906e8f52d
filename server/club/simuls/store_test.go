package simuls

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
	dbtest.Run(t, dbtest.Tests{"Keeps": testKeeps, "Bounds": testBounds, "Lists": testLists})
}

// after returns a time some minutes after noon.
func after(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }

// friday returns an exhibition.
func friday(id, owner string) exhibition {
	return exhibition{
		ID: id, Owner: owner, Title: "Friday \"" + id + "\" <é>", Phase: "open", Version: 1,
		Created: noon, Changed: noon, Body: []byte(`{"most":9}`),
	}
}

// testKeeps changes an exhibition, and refuses changes with a wrong version.
func testKeeps(t *testing.T, s store.Store) {
	ctx, e := context.Background(), exhibitions{s}
	v := friday("a", "ada")
	if err := e.create(ctx, v, 100, 1000); err != nil {
		t.Fatal(err)
	}
	has := func(want exhibition) {
		t.Helper()
		if got, err := e.one(ctx, want.ID); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v %v\nwant %+v", got, err, want)
		}
	}
	has(v)
	next := v
	next.Owner, next.Title, next.Created = "another", "Other", after(9) // never change
	next.Phase, next.Version, next.Changed, next.Body = "running", 2, after(1), []byte("two\x00")
	if err := e.save(ctx, next); err != nil {
		t.Fatal(err)
	}
	want := next
	want.Owner, want.Title, want.Created = v.Owner, v.Title, v.Created
	has(want)
	var conflict *store.Conflict
	if err := e.save(ctx, next); !errors.As(err, &conflict) || conflict.Have != 2 || conflict.Want != 1 {
		t.Errorf("behind another version: %v", err)
	}
	has(want)
	if err := e.create(ctx, friday("a", "bo"), 100, 1000); !errors.Is(err, store.ErrExists) {
		t.Errorf("a second time: %v, want ErrExists", err)
	}
	next.ID = "none"
	if err := e.save(ctx, next); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	off := friday("b", "ada")
	err := e.create(ctx, off, 100, 1000)
	off.Phase, off.Version = cancelled, 2
	if err := errors.Join(err, e.save(ctx, off), e.create(ctx, friday("c", "ada"), 2, 2)); err != nil {
		t.Errorf("a cancelled exhibition counts: %v", err)
	}
	for _, c := range []struct {
		before    int
		forgotten int64
	}{{0, 0}, {1, 1}, {1, 0}} {
		if n, err := e.forget(ctx, after(c.before)); err != nil || n != c.forgotten {
			t.Errorf("before %d %d are forgotten (%v), want %d", c.before, n, err, c.forgotten)
		}
	}
	if _, err := e.one(ctx, "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("forgotten: %v", err)
	}
	has(want)
}

// testBounds reaches the limits of one owner and of all; finished and cancelled exhibitions do not count, and
// deleted accounts can create none.
func testBounds(t *testing.T, s store.Store) {
	ctx, e := context.Background(), exhibitions{s}
	create := func(id, owner string, want error) {
		t.Helper()
		if err := e.create(ctx, friday(id, owner), 2, 3); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
	}
	create("a", "ada", nil)
	create("b", "ada", nil)
	create("c", "ada", store.ErrFull)
	create("d", "bo", nil)
	create("e", "bo", store.ErrFull)
	if _, err := e.one(ctx, "e"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a refused exhibition: %v", err)
	}
	a := friday("a", "ada")
	a.Phase, a.Version = over, 2
	if err := e.save(ctx, a); err != nil {
		t.Fatal(err)
	}
	create("f", "ada", nil)
	for _, id := range []string{"cy", "bo"} {
		if err := s.Erase(ctx, store.Player{ID: id, Role: store.Deleted}, Erasure...); err != nil {
			t.Fatal(err)
		}
	}
	for id, titled := range map[string]bool{"a": true, "d": false} {
		if v, err := e.one(ctx, id); err != nil || (v.Title != "") != titled {
			t.Errorf("%s is called %q (%v)", id, v.Title, err)
		}
	}
	create("g", "cy", store.ErrNotFound)
	for owner, want := range map[string]int{"ada": 3, "bo": 0} {
		if list, err := e.of(ctx, owner, 9); err != nil || len(list) != want {
			t.Errorf("%s has %d titled ones (%v), want %d", owner, len(list), err, want)
		}
	}
}

// testLists lists the exhibitions in a phase, newest change first, and those of an owner, newest first.
func testLists(t *testing.T, s store.Store) {
	ctx, e := context.Background(), exhibitions{s}
	for i, phase := range []string{"open", "running", "open", "open"} {
		v := friday(fmt.Sprint("t", i), []string{"ada", "bo"}[i%2])
		v.Phase, v.Created, v.Changed = phase, after(i), after(9-i)
		if err := e.create(ctx, v, 100, 1000); err != nil {
			t.Fatal(err)
		}
	}
	is := func(what string, list []exhibition, err error, want ...string) {
		t.Helper()
		var got []string
		for _, v := range list {
			got = append(got, v.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v %v, want %v", what, got, err, want)
		}
	}
	list, err := e.in(ctx, "open", 9)
	is("open", list, err, "t0", "t2", "t3")
	list, err = e.in(ctx, "open", 2)
	is("two that are open", list, err, "t0", "t2")
	list, err = e.in(ctx, "over", 9)
	is("over", list, err)
	list, err = e.of(ctx, "ada", 9)
	is("ada's", list, err, "t2", "t0")
	list, err = e.of(ctx, "bo", 1)
	is("bo's last", list, err, "t3")
}
