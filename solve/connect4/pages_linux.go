package connect4

import (
	"syscall"
	"unsafe"
)

// largePages asks for large pages behind a table: a search looks at random places
// of it, and with small pages the processor mostly waits for where they are.
func largePages(words []uint64) {
	if len(words) == 0 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
	_ = syscall.Madvise(bytes, syscall.MADV_HUGEPAGE) // it works without, too
}
