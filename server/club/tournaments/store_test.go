package tournaments

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"moyo/contest/tournament"
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

// opened returns a tournament with one event.
func opened(id, owner string) (header, [][]byte) {
	return header{
		ID: id, Owner: owner, Title: "Cup \"" + id + "\" <é>", Phase: "open", Version: 1,
		Created: noon, Changed: noon, Summary: []byte(`{"players":0}`),
	}, [][]byte{[]byte(`{"kind":"opened"}`)}
}

func mustCreate(t *testing.T, all tournaments, id, owner string) header {
	t.Helper()
	h, events := opened(id, owner)
	if err := all.create(context.Background(), h, events, 100, 1000); err != nil {
		t.Fatal(err)
	}
	return h
}

// testKeeps writes logs, and refuses events with a wrong version.
func testKeeps(t *testing.T, s store.Store) {
	ctx, all := context.Background(), tournaments{s}
	h := mustCreate(t, all, "a", "ada")
	has := func(want header, after int, events ...string) {
		t.Helper()
		got, err := all.header(ctx, want.ID)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("header %+v %v\nwant %+v", got, err, want)
		}
		bodies, err := all.events(ctx, want.ID, after)
		have := []string{}
		for _, body := range bodies {
			have = append(have, string(body))
		}
		if err != nil || !slices.Equal(have, events) {
			t.Errorf("events behind %d: %q %v, want %q", after, have, err, events)
		}
	}
	has(h, 0, `{"kind":"opened"}`)
	next := h
	next.Owner, next.Created = "another", after(9) // which does not change
	next.Title, next.Phase, next.Version, next.Changed, next.Summary = "Other", "running", 3, after(1), []byte("{}")
	if err := all.change(ctx, next, [][]byte{[]byte("two\x00"), []byte("three")}); err != nil {
		t.Fatal(err)
	}
	want := next
	want.Owner, want.Title, want.Created = h.Owner, h.Title, h.Created
	has(want, 0, `{"kind":"opened"}`, "two\x00", "three")
	has(want, 1, "two\x00", "three")
	has(want, 3)
	var conflict *store.Conflict
	if err := all.change(ctx, next, [][]byte{[]byte("again")}); !errors.As(err, &conflict) || conflict.Have != 3 || conflict.Want != 2 {
		t.Errorf("behind another version: %v", err)
	}
	has(want, 2, "three")
	first, events := opened("a", "bo")
	if err := all.create(ctx, first, events, 100, 1000); !errors.Is(err, store.ErrExists) {
		t.Errorf("a second time: %v, want ErrExists", err)
	}
	next.ID = "none"
	if err := all.change(ctx, next, nil); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	if _, err := all.header(ctx, "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	if got, err := all.events(ctx, "none", 0); err != nil || len(got) > 0 {
		t.Errorf("none: %q %v", got, err)
	}
}

// testBounds reaches the limits of one owner and of all; finished tournaments do not count.
func testBounds(t *testing.T, s store.Store) {
	ctx, all := context.Background(), tournaments{s}
	create := func(id, owner string, want error) header {
		t.Helper()
		h, events := opened(id, owner)
		if err := all.create(ctx, h, events, 2, 3); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
		return h
	}
	a := create("a", "ada", nil)
	create("b", "ada", nil)
	create("c", "ada", store.ErrFull)
	create("d", "bo", nil)
	create("e", "bo", store.ErrFull)
	if _, err := all.header(ctx, "e"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a refused tournament: %v", err)
	}
	a.Phase = string(tournament.Over)
	if err := all.change(ctx, a, nil); err != nil {
		t.Fatal(err)
	}
	create("f", "ada", nil)
	for _, id := range []string{"cy", "bo"} {
		if err := s.Erase(ctx, store.Player{ID: id, Role: store.Deleted}, Erasure...); err != nil {
			t.Fatal(err)
		}
	}
	for id, titled := range map[string]bool{"a": true, "d": false} {
		if h, err := all.header(ctx, id); err != nil || (h.Title != "") != titled {
			t.Errorf("%s is called %q (%v)", id, h.Title, err)
		}
	}
	create("g", "cy", store.ErrNotFound)
}

// testLists lists the tournaments in a phase, newest change first.
func testLists(t *testing.T, s store.Store) {
	ctx, all := context.Background(), tournaments{s}
	for i, phase := range []string{"open", "running", "open", "open"} {
		h := mustCreate(t, all, fmt.Sprint("t", i), "ada")
		h.Phase, h.Changed = phase, after(i)
		if err := all.change(ctx, h, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		phase tournament.Phase
		limit int
		want  []string
	}{{"open", 9, []string{"t3", "t2", "t0"}}, {"open", 2, []string{"t3", "t2"}}, {"running", 9, []string{"t1"}}, {"over", 9, nil}} {
		list, err := all.in(ctx, c.phase, c.limit)
		var got []string
		for _, h := range list {
			got = append(got, h.ID)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v %v, want %v", c.phase, got, err, c.want)
		}
	}
}
