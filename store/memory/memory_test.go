package memory

import (
	"testing"

	"moyo/store"
	"moyo/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return New() })
}
