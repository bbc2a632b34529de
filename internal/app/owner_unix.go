//go:build unix

package app

import (
	"io/fs"
	"syscall"
)

// owner returns the user id of a file's owner.
func owner(info fs.FileInfo) uint32 { return info.Sys().(*syscall.Stat_t).Uid }
