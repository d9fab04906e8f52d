// Package dbtest provides the server's databases for tests of a feature's SQL.
package dbtest

import (
	"context"
	"testing"

	"moyo/server/store"
	"moyo/server/store/postgres"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/sqlite/sqlitetest"
)

// Tests are tests of one feature, by name.
type Tests map[string]func(*testing.T, store.Store)

// Run runs each test on an empty store in each database. The package's TestMain is [pgtest.Main].
func Run(t *testing.T, tests Tests) {
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { onEach(t, test) })
	}
}

func onEach(t *testing.T, test func(*testing.T, store.Store)) {
	t.Run("SQLite", func(t *testing.T) { test(t, sqlitetest.New(t)) })
	t.Run("PostgreSQL", func(t *testing.T) {
		url, err := pgtest.Shared(t).Database(context.Background(), func(ctx context.Context, url string) error {
			s, err := postgres.Open(ctx, url)
			if err != nil {
				return err
			}
			return s.Close()
		})
		if err != nil {
			t.Fatal(err)
		}
		s, err := postgres.Open(context.Background(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		test(t, s)
	})
}
