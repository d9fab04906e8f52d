package memory

import (
	"testing"

	"moyo/server/store"
	"moyo/server/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return New() })
}

func TestLeases(t *testing.T) {
	storetest.RunLeases(t, func(*testing.T) store.Store { return New() })
}
