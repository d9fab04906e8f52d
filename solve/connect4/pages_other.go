//go:build !linux

package connect4

// largePages does nothing where they are not to be had.
func largePages([]uint64) {}
