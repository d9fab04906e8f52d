//go:build !linux

package connect4

// largePages does nothing on other systems.
func largePages([]uint64) {}
