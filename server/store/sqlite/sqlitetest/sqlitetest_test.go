package sqlitetest

import (
	"testing"

	"moyo/server/store"
	"moyo/server/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return New(t) })
}

func TestLeases(t *testing.T) {
	storetest.RunLeases(t, func(t *testing.T) store.Store { return NewShared(t) })
}
