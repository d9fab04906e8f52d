package sqlite

import (
	"testing"

	"modernc.org/libc"
)

// TestKeep checks that temporary pieces use the kept regions.
func TestKeep(t *testing.T) {
	tls := libc.NewTLS()
	defer tls.Close()
	for size := smallestPiece; size <= largestPiece; size *= 2 {
		kept, held := map[uintptr]bool{}, map[uintptr]bool{}
		for _, piece := range keep(size) {
			held[piece] = true
			if kept[piece/region] {
				t.Errorf("%d bytes: two pieces of one region are kept", size)
			}
			kept[piece/region] = true
		}
		if len(kept) < keptRegions {
			t.Errorf("%d bytes: %d regions are kept", size, len(kept))
		}
		var pieces []uintptr
		for range region / size / 2 {
			piece := libc.Xmalloc(tls, libc.Tsize_t(size))
			if pieces = append(pieces, piece); !kept[piece/region] {
				t.Errorf("%d bytes: a piece is outside of the kept regions", size)
			}
			if held[piece] {
				t.Errorf("%d bytes: the piece that keeps a region was allocated again", size)
			}
		}
		for _, piece := range pieces {
			libc.Xfree(tls, piece)
		}
	}
}
