//go:build !unix

package app

import "io/fs"

// owner returns 0: the system has no user ids.
func owner(fs.FileInfo) uint32 { return 0 }
