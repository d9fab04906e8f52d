package classes

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

// TestStore runs the tests on every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{"Keeps": testKeeps, "Bounds": testBounds, "Pupils": testPupils})
}

// after returns a time some minutes after one.
func after(minutes int) time.Time { return time.Date(2026, 11, 26, 12, minutes, 0, 0, time.UTC) }

// newClass returns a new class.
func newClass(id, owner string) class {
	return class{
		ID: id, Owner: owner, Code: "code of " + id, Version: 1, Created: after(0),
		Used: after(0), Body: []byte(`{"title":"Class"}`),
	}
}

func mustCreate(t *testing.T, all classes, id, owner string) class {
	t.Helper()
	c := newClass(id, owner)
	if err := all.create(context.Background(), c, 99, 99); err != nil {
		t.Fatal(err)
	}
	return c
}

// testKeeps changes classes, and finds them by every key.
func testKeeps(t *testing.T, s store.Store) {
	ctx, all := context.Background(), classes{s}
	a, b := mustCreate(t, all, "a", "ada"), mustCreate(t, all, "b", "bo")
	same := func(got class, err error, want class) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v %v\nwant %+v", got, err, want)
		}
	}
	got, err := all.one(ctx, "a")
	same(got, err, a)
	next := a
	next.Owner, next.Created = "somebody else", after(9) // these do not change
	next.Code, next.Version, next.Used, next.Body = "other", 2, after(2), []byte("two\x00")
	if err := all.save(ctx, next); err != nil {
		t.Fatal(err)
	}
	next.Owner, next.Created = a.Owner, a.Created
	got, err = all.byCode(ctx, "other")
	same(got, err, next)
	if _, err := all.byCode(ctx, a.Code); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("by the old code: %v", err)
	}
	var conflict *store.Conflict
	if err := all.save(ctx, next); !errors.As(err, &conflict) || conflict.Have != 2 || conflict.Want != 1 {
		t.Errorf("behind another version: %v", err)
	}
	taken := next
	taken.Version, taken.Code = 3, b.Code
	if err := all.save(ctx, taken); !errors.Is(err, store.ErrExists) {
		t.Errorf("the code of another: %v", err)
	}
	taken.ID = "none"
	if err := all.save(ctx, taken); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("unknown class: %v", err)
	}
	if err := errors.Join(all.use(ctx, "a", after(5)), all.use(ctx, "a", after(3)), all.use(ctx, "none", after(5))); err != nil {
		t.Fatal(err)
	}
	next.Used = after(5)
	got, err = all.one(ctx, "a")
	same(got, err, next)
	if list, err := all.unused(ctx, after(5), 9); err != nil || !slices.Equal(idsOf(list), []string{"b"}) {
		t.Errorf("unused: %v %v", idsOf(list), err)
	}
	if list, err := all.unused(ctx, after(6), 1); err != nil || !slices.Equal(idsOf(list), []string{"a"}) {
		t.Errorf("the first one unused: %v %v", idsOf(list), err)
	}
	if err := all.remove(ctx, "b"); err != nil {
		t.Fatal(err)
	}
	if _, err := all.one(ctx, "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a deleted one: %v", err)
	}
	if err := all.remove(ctx, "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("deleted again: %v", err)
	}
}

func idsOf(list []class) (ids []string) {
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	return ids
}

// testBounds fills the limits of one owner and of all.
func testBounds(t *testing.T, s store.Store) {
	ctx, all := context.Background(), classes{s}
	create := func(id, owner string, each, most int, want error) {
		t.Helper()
		if err := all.create(ctx, newClass(id, owner), each, most); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
	}
	create("a", "ada", 2, 3, nil)
	create("a", "ada", 99, 99, store.ErrExists)
	create("b", "ada", 2, 3, nil)
	create("c", "ada", 2, 3, store.ErrFull)
	create("d", "bo", 2, 3, nil)
	create("e", "bo", 2, 3, store.ErrFull)
	if list, err := all.of(ctx, "ada"); err != nil || !slices.Equal(idsOf(list), []string{"a", "b"}) {
		t.Errorf("ada's: %v %v", idsOf(list), err)
	}
	same := newClass("f", "cy")
	same.Code = "code of a"
	if err := all.create(ctx, same, 99, 99); !errors.Is(err, store.ErrExists) {
		t.Errorf("the code of another: %v", err)
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted}, Erasure...); err != nil {
		t.Fatal(err)
	}
	if list, err := all.of(ctx, "ada"); err != nil || len(list) > 0 {
		t.Errorf("of a deleted account: %v %v", idsOf(list), err)
	}
	create("g", "ada", 99, 99, store.ErrNotFound)
}

// pupil returns a pupil of the class a.
func pupil(i int) schoolchild {
	return schoolchild{
		Player: fmt.Sprint("pupil ", i), Class: "a", Version: 1, Name: "Mia", Created: after(i), Body: []byte(`{}`),
	}
}

// testPupils adds pupils to a class. They are players whose name cannot be found.
func testPupils(t *testing.T, s store.Store) {
	ctx, all := context.Background(), classes{s}
	mustCreate(t, all, "a", "ada")
	add := func(p schoolchild, want error) {
		t.Helper()
		if err := all.addPupil(ctx, p, 2); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", p.Player, err, want)
		}
	}
	add(pupil(2), nil)
	add(pupil(1), nil)
	add(pupil(3), store.ErrFull)
	if _, err := s.Player(ctx, "pupil 3"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("without a place: %v", err)
	}
	strange := pupil(3)
	strange.Class = "none"
	add(strange, store.ErrNotFound)
	if err := all.addPupil(ctx, pupil(1), 9); !errors.Is(err, store.ErrExists) {
		t.Errorf("a second time: %v", err)
	}
	if list, err := all.pupils(ctx, "a"); err != nil || !reflect.DeepEqual(list, []schoolchild{pupil(1), pupil(2)}) {
		t.Errorf("pupils %+v %v", list, err)
	}
	if p, err := s.Player(ctx, "pupil 1"); err != nil || p.Role != store.Pupil || p.Name != "" || p.Skeleton != "" {
		t.Errorf("as a player: %+v %v", p, err)
	}
	if list, err := s.Members(ctx, "", 99); err != nil || len(list) > 0 {
		t.Errorf("pupils among those with names: %+v %v", list, err)
	}
	if list, err := s.Guests(ctx, "", 99); err != nil || len(list) > 0 {
		t.Errorf("pupils among guests, which are deleted: %v %v", list, err)
	}
	next := pupil(1)
	next.Class, next.Created = "other", after(9) // these do not change
	next.Version, next.Name, next.Body = 2, "Noa", []byte("two\x00")
	if err := all.savePupil(ctx, next); err != nil {
		t.Fatal(err)
	}
	next.Class, next.Created = "a", pupil(1).Created
	if got, err := all.pupil(ctx, "pupil 1"); err != nil || !reflect.DeepEqual(got, next) {
		t.Errorf("%+v %v", got, err)
	}
	if class, name, err := OfPupil(ctx, s, "pupil 1"); err != nil || class != "a" || name != "Noa" {
		t.Errorf("%q is in %q (%v)", name, class, err)
	}
	var conflict *store.Conflict
	if err := all.savePupil(ctx, next); !errors.As(err, &conflict) || conflict.Have != 2 || conflict.Want != 1 {
		t.Errorf("behind another version: %v", err)
	}
	next.Player = "unknown"
	if err := all.savePupil(ctx, next); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("unknown pupil: %v", err)
	}
	if err := all.remove(ctx, "a"); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a class with pupils: %v", err)
	}
	for i := range 2 {
		if err := s.Erase(ctx, store.Player{ID: pupil(i + 1).Player, Role: store.Deleted}, Erasure...); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := OfPupil(ctx, s, "pupil 1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a pupil who was removed: %v", err)
	}
	if err := all.remove(ctx, "a"); err != nil {
		t.Errorf("an empty class: %v", err)
	}
}
