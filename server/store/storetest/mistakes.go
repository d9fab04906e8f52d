package storetest

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"moyo/server/store"
)

func testMistakes(t *testing.T, s store.Store) {
	ctx := context.Background()
	mustHave(t, "none", []store.Mistake{}, s.Mistakes, "ada")
	late := store.Milli(noon.Add(time.Hour))
	one := store.Mistake{Owner: "ada", Game: "g", Number: 7, Created: store.Milli(noon), Due: store.Milli(noon), Body: []byte{'{', 0, 0xff}}
	two := store.Mistake{Owner: "ada", Game: "g", Number: 12, Created: store.Milli(noon), Body: []byte("two")}
	newer := store.Mistake{
		Owner: "ada", Game: "f", Number: 3, Created: late, Tried: 2, Solved: 1, Last: late, Step: 1, Lapses: 1, Due: late, Body: []byte("newer"),
	}
	add := func(want int, all ...store.Mistake) {
		t.Helper()
		if n, err := s.AddMistakes(ctx, "ada", all); n != want || err != nil {
			t.Errorf("%d are new %v, want %d", n, err, want)
		}
	}
	add(2, two, one)
	again := one
	again.Body, again.Tried = []byte("otherwise"), 9
	add(1, again, newer, newer)
	mustHave(t, "mistakes", []store.Mistake{newer, one, two}, s.Mistakes, "ada")
	mustHave(t, "another's", []store.Mistake{}, s.Mistakes, "bo")

	two.Tried, two.Solved, two.Last, two.Step, two.Lapses, two.Due, two.Body = 3, 2, late, 1, 1, late, []byte("otherwise")
	if err := s.SaveMistake(ctx, two); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Mistake(ctx, "ada", "g", 12); err != nil || !reflect.DeepEqual(got, two) {
		t.Errorf("after a try\n got %+v %v\nwant %+v", got, err, two)
	}
	bos := two
	bos.Owner = "bo"
	_, loaded := s.Mistake(ctx, "bo", "g", 12)
	for what, err := range map[string]error{
		"saved": s.SaveMistake(ctx, bos), "loaded": loaded, "deleted": s.DeleteMistake(ctx, "bo", "g", 12),
		"of another number": s.DeleteMistake(ctx, "ada", "g", 13),
	} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("what is not there is %s: %v", what, err)
		}
	}
	if err := s.DeleteMistake(ctx, "ada", "g", 7); err != nil {
		t.Error(err)
	}
	mustHave(t, "after one was deleted", []store.Mistake{newer, two}, s.Mistakes, "ada")

	// All together are bounded, and what does not fit is left out altogether.
	var many []store.Mistake
	for i := range store.MaxMistakes - 2 {
		many = append(many, store.Mistake{Game: "many", Number: i + 1, Created: noon, Body: []byte{}})
	}
	n, err := s.AddMistakes(ctx, "ada", append(many, store.Mistake{Game: "too many", Number: 1, Created: noon, Body: []byte{}}))
	if n != 0 || !errors.Is(err, store.ErrFull) {
		t.Errorf("too many: %d %v", n, err)
	}
	mustHave(t, "after too many", []store.Mistake{newer, two}, s.Mistakes, "ada")
	add(len(many), many...)
	add(0, many[0])
	if n, err := s.AddMistakes(ctx, "bo", many[:1]); n != 1 || err != nil {
		t.Errorf("of somebody else: %d %v", n, err)
	}
}
