//go:build !linux

package store

import "syscall"

// limitSilence is what only Linux offers in this form.
func limitSilence(string, string, syscall.RawConn) error { return nil }
