package mistakes

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

// TestStore runs the tests on every database.
func TestStore(t *testing.T) { dbtest.Run(t, dbtest.Tests{"Keeps": testKeeps, "Erased": testErased}) }

var noon = store.Milli(time.Date(2026, 7, 1, 12, 0, 0, 123_456_789, time.UTC))

func mustHave[T, K any](t *testing.T, what string, want T, list func(context.Context, K) (T, error), of K) {
	t.Helper()
	if got, err := list(context.Background(), of); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s\n got %+v %v\nwant %+v", what, got, err, want)
	}
}

func testKeeps(t *testing.T, s store.Store) {
	ctx, all := context.Background(), deck{s}
	mustHave(t, "none", []mistake{}, all.of, "ada")
	late := store.Milli(noon.Add(time.Hour))
	one := mistake{Owner: "ada", Game: "g", Number: 7, Created: store.Milli(noon), Due: store.Milli(noon), Body: []byte{'{', 0, 0xff}}
	two := mistake{Owner: "ada", Game: "g", Number: 12, Created: store.Milli(noon), Body: []byte("two")}
	newer := mistake{
		Owner: "ada", Game: "f", Number: 3, Created: late, Tried: 2, Solved: 1, Last: late, Step: 1, Lapses: 1, Due: late, Body: []byte("newer"),
	}
	add := func(want int, some ...mistake) {
		t.Helper()
		if n, err := all.add(ctx, "ada", some); n != want || err != nil {
			t.Errorf("%d are new %v, want %d", n, err, want)
		}
	}
	add(2, two, one)
	again := one
	again.Body, again.Tried = []byte("otherwise"), 9
	add(1, again, newer, newer)
	mustHave(t, "mistakes", []mistake{newer, one, two}, all.of, "ada")
	mustHave(t, "another's", []mistake{}, all.of, "bo")

	two.Tried, two.Solved, two.Last, two.Step, two.Lapses, two.Due, two.Body = 3, 2, late, 1, 1, late, []byte("otherwise")
	if err := all.save(ctx, two); err != nil {
		t.Fatal(err)
	}
	if got, err := all.one(ctx, "ada", "g", 12); err != nil || !reflect.DeepEqual(got, two) {
		t.Errorf("after a try\n got %+v %v\nwant %+v", got, err, two)
	}
	bos := two
	bos.Owner = "bo"
	_, loaded := all.one(ctx, "bo", "g", 12)
	for what, err := range map[string]error{
		"saved": all.save(ctx, bos), "loaded": loaded, "deleted": all.remove(ctx, "bo", "g", 12),
		"of another number": all.remove(ctx, "ada", "g", 13),
	} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s of a missing mistake: %v", what, err)
		}
	}
	if err := all.remove(ctx, "ada", "g", 7); err != nil {
		t.Error(err)
	}
	mustHave(t, "after one was deleted", []mistake{newer, two}, all.of, "ada")

	// The total is bounded, and an addition that does not fit is refused as a whole.
	var many []mistake
	for i := range mostMistakes - 2 {
		many = append(many, mistake{Game: "many", Number: i + 1, Created: noon, Body: []byte{}})
	}
	n, err := all.add(ctx, "ada", append(many, mistake{Game: "too many", Number: 1, Created: noon, Body: []byte{}}))
	if n != 0 || !errors.Is(err, store.ErrFull) {
		t.Errorf("too many: %d %v", n, err)
	}
	mustHave(t, "after too many", []mistake{newer, two}, all.of, "ada")
	add(len(many), many...)
	add(0, many[0])
	if n, err := all.add(ctx, "bo", many[:1]); n != 1 || err != nil {
		t.Errorf("of another player: %d %v", n, err)
	}
}

// testErased: deleting an account deletes its mistakes, and no new ones can be added.
func testErased(t *testing.T, s store.Store) {
	ctx, all := context.Background(), deck{s}
	one := []mistake{{Game: "g", Number: 1, Created: noon, Body: []byte("{}")}}
	if _, err := all.add(ctx, "ada", one); err != nil {
		t.Fatal(err)
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}, Erasure...); err != nil {
		t.Fatal(err)
	}
	if _, err := all.add(ctx, "ada", one); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("of an account that was deleted: %v", err)
	}
	mustHave(t, "of an account that was deleted", []mistake{}, all.of, "ada")
}
