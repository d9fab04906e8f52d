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

var manyClasses = store.ClassBounds{Each: 99, All: 99}

// Class returns a new class.
func Class(id, owner string) store.Class {
	return store.Class{
		ID: id, Owner: owner, Code: "code of " + id, Version: 1, Created: store.Milli(noon),
		Used: store.Milli(noon), Body: []byte(`{"title":"Class"}`),
	}
}

func mustCreateClass(t *testing.T, s store.Store, id, owner string) store.Class {
	t.Helper()
	c := Class(id, owner)
	if err := s.CreateClass(context.Background(), c, manyClasses); err != nil {
		t.Fatal(err)
	}
	return c
}

// testClasses changes classes, and finds them by everything by which they are looked for.
func testClasses(t *testing.T, s store.Store) {
	ctx := context.Background()
	a, b := mustCreateClass(t, s, "a", "ada"), mustCreateClass(t, s, "b", "bo")
	same := func(got store.Class, err error, want store.Class) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v %v\nwant %+v", got, err, want)
		}
	}
	got, err := s.Class(ctx, "a")
	same(got, err, a)
	next := a
	next.Owner, next.Created = "somebody else", later(9) // which does not change
	next.Code, next.Version, next.Used, next.Body = "other", 2, later(2), []byte("two\x00")
	if err := s.SaveClass(ctx, next); err != nil {
		t.Fatal(err)
	}
	next.Owner, next.Created = a.Owner, a.Created
	got, err = s.ClassByCode(ctx, "other")
	same(got, err, next)
	if _, err := s.ClassByCode(ctx, a.Code); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("by the code of before: %v", err)
	}
	var conflict *store.Conflict
	if err := s.SaveClass(ctx, next); !errors.As(err, &conflict) || conflict.Have != 2 || conflict.Want != 1 {
		t.Errorf("behind another version: %v", err)
	}
	taken := next
	taken.Version, taken.Code = 3, b.Code
	if err := s.SaveClass(ctx, taken); !errors.Is(err, store.ErrExists) {
		t.Errorf("the code of another: %v", err)
	}
	taken.ID = "none"
	if err := s.SaveClass(ctx, taken); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	if err := errors.Join(s.UseClass(ctx, "a", later(5)), s.UseClass(ctx, "a", later(3)), s.UseClass(ctx, "none", later(5))); err != nil {
		t.Fatal(err)
	}
	next.Used = later(5)
	got, err = s.Class(ctx, "a")
	same(got, err, next)
	if list, err := s.UnusedClasses(ctx, later(5), 9); err != nil || !slices.Equal(classIDs(list), []string{"b"}) {
		t.Errorf("unused: %v %v", classIDs(list), err)
	}
	if list, err := s.UnusedClasses(ctx, later(6), 1); err != nil || !slices.Equal(classIDs(list), []string{"a"}) {
		t.Errorf("the first one unused: %v %v", classIDs(list), err)
	}
	if err := s.DeleteClass(ctx, "b"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Class(ctx, "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a deleted one: %v", err)
	}
	if err := s.DeleteClass(ctx, "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("deleted again: %v", err)
	}
}

func classIDs(list []store.Class) (ids []string) {
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	return ids
}

// testClassBounds fills what one owner and all have.
func testClassBounds(t *testing.T, s store.Store) {
	ctx := context.Background()
	create := func(id, owner string, b store.ClassBounds, want error) {
		t.Helper()
		if err := s.CreateClass(ctx, Class(id, owner), b); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
	}
	bounds := store.ClassBounds{Each: 2, All: 3}
	create("a", "ada", bounds, nil)
	create("a", "ada", manyClasses, store.ErrExists)
	create("b", "ada", bounds, nil)
	create("c", "ada", bounds, store.ErrFull)
	create("d", "bo", bounds, nil)
	create("e", "bo", bounds, store.ErrFull)
	if list, err := s.ClassesOf(ctx, "ada"); err != nil || !slices.Equal(classIDs(list), []string{"a", "b"}) {
		t.Errorf("ada's: %v %v", classIDs(list), err)
	}
	same := Class("f", "cy")
	same.Code = "code of a"
	if err := s.CreateClass(ctx, same, manyClasses); !errors.Is(err, store.ErrExists) {
		t.Errorf("the code of another: %v", err)
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted}); err != nil {
		t.Fatal(err)
	}
	if list, err := s.ClassesOf(ctx, "ada"); err != nil || len(list) > 0 {
		t.Errorf("of somebody who has gone: %v %v", classIDs(list), err)
	}
	create("g", "ada", manyClasses, store.ErrNotFound)
}

// pupil returns one of the class a.
func pupil(i int) store.Schoolchild {
	return store.Schoolchild{
		Player: fmt.Sprint("pupil ", i), Class: "a", Version: 1, Name: "Mia", Created: store.Milli(later(i)), Body: []byte(`{}`),
	}
}

// testPupils brings pupils into a class, who are players without a name that anybody finds.
func testPupils(t *testing.T, s store.Store) {
	ctx := context.Background()
	mustCreateClass(t, s, "a", "ada")
	add := func(p store.Schoolchild, want error) {
		t.Helper()
		if err := s.AddPupil(ctx, p, 2); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", p.Player, err, want)
		}
	}
	add(pupil(2), nil)
	add(pupil(1), nil)
	add(pupil(3), store.ErrFull)
	if _, err := s.Player(ctx, "pupil 3"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("who found no place: %v", err)
	}
	strange := pupil(3)
	strange.Class = "none"
	add(strange, store.ErrNotFound)
	if err := s.AddPupil(ctx, pupil(1), 9); !errors.Is(err, store.ErrExists) {
		t.Errorf("a second time: %v", err)
	}
	if list, err := s.Pupils(ctx, "a"); err != nil || !reflect.DeepEqual(list, []store.Schoolchild{pupil(1), pupil(2)}) {
		t.Errorf("pupils %+v %v", list, err)
	}
	if p, err := s.Player(ctx, "pupil 1"); err != nil || p.Role != store.Pupil || p.Name != "" || p.Skeleton != "" {
		t.Errorf("as a player: %+v %v", p, err)
	}
	if list, err := s.Members(ctx, "", 99); err != nil || len(list) > 0 {
		t.Errorf("pupils among those with names: %+v %v", list, err)
	}
	if list, err := s.Guests(ctx, "", 99); err != nil || len(list) > 0 {
		t.Errorf("pupils among guests, who are forgotten: %v %v", list, err)
	}
	next := pupil(1)
	next.Class, next.Created = "other", later(9) // which does not change
	next.Version, next.Name, next.Body = 2, "Noa", []byte("two\x00")
	if err := s.SavePupil(ctx, next); err != nil {
		t.Fatal(err)
	}
	next.Class, next.Created = "a", pupil(1).Created
	if got, err := s.Pupil(ctx, "pupil 1"); err != nil || !reflect.DeepEqual(got, next) {
		t.Errorf("%+v %v", got, err)
	}
	var conflict *store.Conflict
	if err := s.SavePupil(ctx, next); !errors.As(err, &conflict) || conflict.Have != 2 || conflict.Want != 1 {
		t.Errorf("behind another version: %v", err)
	}
	next.Player = "nobody"
	if err := s.SavePupil(ctx, next); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("nobody: %v", err)
	}
	if err := s.DeleteClass(ctx, "a"); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a class with pupils: %v", err)
	}
	for i := range 2 {
		if err := s.Erase(ctx, store.Player{ID: pupil(i + 1).Player, Role: store.Deleted}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Pupil(ctx, "pupil 1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a pupil who was removed: %v", err)
	}
	if err := s.DeleteClass(ctx, "a"); err != nil {
		t.Errorf("an empty class: %v", err)
	}
}
