package server

import (
	"context"
	"os"
	"testing"

	"moyo/server/store"
	"moyo/server/store/postgres"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/sqlite/sqlitetest"
)

// newStore returns an empty store: in memory, or as MOYO_TEST_STORE selects.
func newStore(t testing.TB) store.Store {
	t.Helper()
	if _, ok := bubbles.Load(t); ok {
		return sqlitetest.New(t) // a bubble has no network
	}
	switch kind := os.Getenv("MOYO_TEST_STORE"); kind {
	case "":
		return sqlitetest.New(t)
	case "postgres":
		return newPostgres(t)
	default:
		t.Fatalf("MOYO_TEST_STORE is %q; want postgres, or nothing", kind)
		return nil
	}
}

// newPostgres returns a store on a new database.
func newPostgres(t testing.TB) store.Store {
	t.Helper()
	address, err := pgtest.Shared(t).Database(context.Background(), func(ctx context.Context, address string) error {
		s, err := postgres.Open(ctx, address)
		if err != nil {
			return err
		}
		return s.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := postgres.Open(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
