//go:build !linux

package solve

// largePages does nothing where they are not to be had.
func largePages([]uint64) {}
