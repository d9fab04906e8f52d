//go:build !purego

package kernel

import "testing"

// paths runs a test with vectors and in plain Go.
func paths(t *testing.T, test func(t *testing.T)) {
	defer func() { vectors = true }()
	t.Run("vectors of four", test)
	vectors = false
	t.Run("plain", test)
}
