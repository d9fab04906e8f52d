package sqlite

import (
	"sync"

	"modernc.org/libc"
)

// SQLite's memory comes from an allocator that asks the system for regions, each cut into
// pieces of one size, a power of two, and gives a region back as soon as no piece of it is
// in use. Where all regions of a size are full, a cursor of a statement that runs takes
// a region from the system and gives it back: once a move, with three calls of the system.
const (
	region        = 64 << 10
	smallestPiece = 1 << 4
	largestPiece  = 1 << 14 // what is larger is a region of its own
	keptRegions   = 2       // of each size
)

// keepMemory keeps regions of each size with room in them until the process ends: 1.4 MiB.
// It comes after the statements are prepared, which stay in memory and would fill them.
var keepMemory = sync.OnceFunc(func() {
	for size := smallestPiece; size <= largestPiece; size *= 2 {
		keep(size)
	}
})

// keep returns one piece in each of the regions that it keeps.
func keep(size int) (kept []uintptr) {
	tls := libc.NewTLS()
	defer tls.Close()
	known := map[uintptr]bool{}
	var spare []uintptr
	for range keptRegions * region / size {
		piece := libc.Xmalloc(tls, libc.Tsize_t(size))
		if at := piece / region; piece != 0 && !known[at] {
			known[at] = true
			kept = append(kept, piece)
			continue
		}
		spare = append(spare, piece)
	}
	for _, piece := range spare {
		libc.Xfree(tls, piece)
	}
	return kept
}
