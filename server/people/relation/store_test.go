package relation

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

// TestStore runs on every database.
func TestStore(t *testing.T) {
	dbtest.Run(t, dbtest.Tests{"Relations": testRelations, "Erase": testErase})
}

// hours returns the time n hours after noon.
func hours(n int) time.Time { return time.Date(2026, 7, 1, 12+n, 0, 0, 0, time.UTC) }

// testRelations adds, finds and removes relations.
func testRelations(t *testing.T, s store.Store) {
	ctx, k := context.Background(), Kept{s}
	relation := func(player string, kind Kind, other string, n int) Relation {
		return Relation{Player: player, Kind: kind, Other: other, Created: hours(n)}
	}
	bo, cy, block, back := relation("ada", Follow, "bo", 1), relation("ada", Follow, "cy", 2),
		relation("ada", Block, "bo", 3), relation("bo", Follow, "ada", 4)
	for _, r := range []Relation{bo, cy, block, back, relation("ada", Follow, "bo", 9)} {
		if err := k.Add(ctx, r, 2); err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
	}
	if err := k.Add(ctx, relation("ada", Follow, "di", 5), 2); !errors.Is(err, store.ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	has := func(player string, kind Kind, other string, want bool) {
		t.Helper()
		if got, err := k.Has(ctx, player, kind, other); err != nil || got != want {
			t.Errorf("%s %s %s: %v %v, want %v", player, kind, other, got, err, want)
		}
		list, err := k.Of(ctx, player, kind)
		found := false
		for _, r := range list {
			found = found || r.Other == other
		}
		if err != nil || found != want {
			t.Errorf("%s %s %s: list %+v %v, want %v", player, kind, other, list, err, want)
		}
	}
	has("ada", Follow, "bo", true)
	has("ada", Block, "bo", true)
	has("bo", Block, "ada", false)
	has("ada", Follow, "di", false)
	if got, err := k.Of(ctx, "ada", Follow); err != nil || !reflect.DeepEqual(got, []Relation{cy, bo}) {
		t.Errorf("%+v %v, want the newest first, the first of two kept", got, err)
	}
	for range 2 { // the second time it does not exist
		if err := k.Remove(ctx, "ada", Block, "bo"); err != nil {
			t.Fatal(err)
		}
	}
	has("ada", Block, "bo", false)
	has("ada", Follow, "bo", true)
	has("bo", Follow, "ada", true)
}

// testErase checks that an account's relations are deleted with it, and those of others to it.
func testErase(t *testing.T, s store.Store) {
	ctx, k := context.Background(), Kept{s}
	for _, r := range []Relation{
		{Player: "ada", Kind: Block, Other: "bo"}, {Player: "bo", Kind: Follow, Other: "ada"}, {Player: "bo", Kind: Follow, Other: "cy"},
	} {
		if err := k.Add(ctx, r, 9); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}, Erasure...); err != nil {
		t.Fatal(err)
	}
	blocks, err1 := k.Of(ctx, "ada", Block)
	follows, err2 := k.Of(ctx, "bo", Follow)
	if err := errors.Join(err1, err2); err != nil || len(blocks) != 0 || len(follows) != 1 || follows[0].Other != "cy" {
		t.Errorf("%+v %+v %v", blocks, follows, err)
	}
}
