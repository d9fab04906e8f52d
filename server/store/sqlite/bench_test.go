package sqlite

import (
	"testing"

	"moyo/server/store"
	"moyo/server/store/storetest"
)

func BenchmarkAppend(b *testing.B) {
	storetest.BenchmarkAppend(b, func(b *testing.B) store.Store {
		s, err := Open(b.Context(), b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		return s
	})
}
