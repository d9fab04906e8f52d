//go:build !purego

package kernel

import "testing"

// paths runs a test by each kind of instructions that the processor has.
func paths(t *testing.T, test func(t *testing.T)) {
	defer func(v bool) { vectors = v }(vectors)
	if vectors {
		t.Run("vectors of eight", test)
	}
	vectors = false
	t.Run("plain", test)
}
