package engine

import (
	"syscall"
	"unsafe"
)

// adviseHugePages asks the kernel for large pages. Searches access the tables at random, and
// address translation for small pages would slow them down.
func adviseHugePages(start unsafe.Pointer, bytes uintptr) {
	const page, hugePage = 1 << 12, 1 << 21
	skip := -uintptr(start) % page
	if bytes < skip+hugePage {
		return
	}
	const advice = 14 // MADV_HUGEPAGE, madvise(2)
	memory := unsafe.Slice((*byte)(unsafe.Add(start, skip)), (bytes-skip)/page*page)
	_ = syscall.Madvise(memory, advice) // a failure does no harm
}
