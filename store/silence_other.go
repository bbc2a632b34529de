//go:build !linux

package store

import "syscall"

// limitSilence does nothing: TCP_USER_TIMEOUT is a Linux option.
func limitSilence(string, string, syscall.RawConn) error { return nil }
