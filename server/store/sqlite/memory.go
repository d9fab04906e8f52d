package sqlite

import (
	"sync"

	"modernc.org/libc"
)

// SQLite's allocator requests regions from the system and cuts each into pieces of one
// size, a power of two. It returns a region when all its pieces are free. If all regions
// of a size are full, each running statement's cursor takes and returns a region:
// three system calls for each move.
const (
	region        = 64 << 10
	smallestPiece = 1 << 4
	largestPiece  = 1 << 14 // larger pieces have their own region
	keptRegions   = 2       // of each size
)

// keepMemory keeps regions of each size with free pieces until the process ends: 1.4 MiB. Call
// it after the statements are prepared, which stay in memory and would fill the regions.
var keepMemory = sync.OnceFunc(func() {
	for size := smallestPiece; size <= largestPiece; size *= 2 {
		keep(size)
	}
})

// keep allocates one piece in each kept region, and returns the pieces.
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
