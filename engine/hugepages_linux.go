package engine

import (
	"syscall"
	"unsafe"
)

// adviseHugePages asks for large pages for memory that is read all over: each
// place needs its address translated, and with small pages most translations are
// not at hand. Where the system has none, nothing changes.
func adviseHugePages(start unsafe.Pointer, bytes uintptr) {
	const page, hugePage = 1 << 12, 1 << 21
	skip := -uintptr(start) % page
	if bytes < skip+hugePage {
		return
	}
	const advice = 14 // MADV_HUGEPAGE, madvise(2)
	memory := unsafe.Slice((*byte)(unsafe.Add(start, skip)), (bytes-skip)/page*page)
	_ = syscall.Madvise(memory, advice) // advice only
}
