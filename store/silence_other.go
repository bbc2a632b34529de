//go:build !linux

package store

import "syscall"

// limitSilence does nothing here: only Linux offers a limit in this form.
func limitSilence(string, string, syscall.RawConn) error { return nil }
