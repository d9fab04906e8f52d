package store_test

import (
	"errors"
	"testing"

	"moyo/server/store"
)

// TestRetry checks that a change is retried after conflicts, up to a limit.
func TestRetry(t *testing.T) {
	late, full := &store.Conflict{}, store.ErrFull
	for name, c := range map[string]struct {
		conflicts int
		then      error
		tries     int
		want      error
	}{
		"at once":        {0, nil, 1, nil},
		"another error":  {0, full, 1, full},
		"one conflict":   {1, nil, 2, nil},
		"many conflicts": {20, nil, 21, nil},
		"then an error":  {3, full, 4, full},
		"too many":       {1000, nil, 21, late},
	} {
		tries := 0
		err := store.Retry(func() error {
			tries++
			if tries <= c.conflicts {
				return late
			}
			return c.then
		})
		if tries != c.tries || !errors.Is(err, c.want) {
			t.Errorf("%s: %d tries, %v; want %d, %v", name, tries, err, c.tries, c.want)
		}
	}
}
