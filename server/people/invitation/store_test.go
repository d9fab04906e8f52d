package invitation

import (
	"context"
	"errors"
	"testing"
	"time"

	"moyo/server/store"
	"moyo/server/store/dbtest"
	"moyo/server/store/postgres/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestStore runs the tests on every database.
func TestStore(t *testing.T) { dbtest.Run(t, dbtest.Tests{"Keeps": testKeeps}) }

// testKeeps redeems codes once, in time.
func testKeeps(t *testing.T, s store.Store) {
	ctx, noon := context.Background(), time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	later := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	keep := func(hash, player string, hours int) {
		t.Helper()
		if err := invite(ctx, s, hash, player, noon, later(hours)); err != nil {
			t.Fatal(err)
		}
	}
	enter := func(hash string, at time.Time, want string) {
		t.Helper()
		got, err := redeem(ctx, s, hash, at)
		if got != want || (want == "") != errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %q %v, want %q", hash, got, err, want)
		}
	}
	keep("h1", "ada", 1)
	keep("h2", "bo", 1)
	enter("h3", later(0), "")
	enter("h1", later(1), "")
	enter("h1", later(1).Add(-time.Millisecond), "ada")
	enter("h1", later(0), "")
	keep("h4", "bo", 1)
	enter("h2", later(0), "")
	enter("h4", later(0), "bo")
	keep("h5", "ada", 1)
	if err := s.Erase(ctx, store.Player{ID: "ada", Role: store.Deleted, Skeleton: "ada"}, Erasure...); err != nil {
		t.Fatal(err)
	}
	enter("h5", later(0), "")
}
