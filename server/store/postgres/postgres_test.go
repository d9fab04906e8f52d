package postgres

import (
	"context"
	"testing"

	"moyo/server/store"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// prepare creates the tables of a database.
func prepare(ctx context.Context, url string) error {
	s, err := Open(ctx, url)
	if err != nil {
		return err
	}
	return s.Close()
}

// fresh returns a store on a new database.
func fresh(t testing.TB) *Store {
	t.Helper()
	url, err := pgtest.Shared(t).Database(context.Background(), prepare)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return fresh(t) })
}

func TestLeases(t *testing.T) {
	storetest.RunLeases(t, func(t *testing.T) store.Store { return fresh(t) })
}
