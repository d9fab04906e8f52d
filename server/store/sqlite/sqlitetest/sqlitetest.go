// Package sqlitetest gives tests a store.
package sqlitetest

import (
	"context"
	"testing"

	"moyo/server/store/sqlite"
)

// New returns an empty store in memory, which is closed when the test ends. In a bubble of synctest, t is that of the bubble.
func New(t testing.TB) *sqlite.Store {
	t.Helper()
	s, err := sqlite.InMemory(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("the store is closed: %v", err)
		}
	})
	return s
}
