//go:build !linux

package engine

import "unsafe"

func adviseHugePages(unsafe.Pointer, uintptr) {}
