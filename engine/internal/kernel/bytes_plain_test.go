//go:build !amd64 || purego

package kernel

import "testing"

// bytePaths runs a test of bytes in plain Go.
func bytePaths(t *testing.T, test func(t *testing.T)) { test(t) }
