package postgres

import (
	"testing"

	"moyo/server/store"
	"moyo/server/store/storetest"
)

func BenchmarkAppend(b *testing.B) {
	storetest.BenchmarkAppend(b, func(b *testing.B) store.Store { return fresh(b) })
}
