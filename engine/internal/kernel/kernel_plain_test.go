//go:build (!amd64 && !arm64) || purego

package kernel

import "testing"

// paths runs a test in plain Go.
func paths(t *testing.T, test func(t *testing.T)) { test(t) }
