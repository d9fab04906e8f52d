//go:build !linux

package child

// groupMemory is not supported on this system.
func groupMemory(int) (int64, bool) { return 0, false }
