package connect4

import (
	"syscall"
	"unsafe"
)

// largePages requests large pages for a table: a search reads random places of it, and with small
// pages the processor mostly waits for address translation.
func largePages(words []uint64) {
	if len(words) == 0 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
	_ = syscall.Madvise(bytes, syscall.MADV_HUGEPAGE) // optional
}
