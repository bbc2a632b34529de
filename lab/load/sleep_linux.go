package load

import (
	"syscall"
	"time"
)

// sleepExactly sleeps more precisely than [time.Sleep], which can be late by a millisecond: longer
// than an answer takes. It occupies a thread.
func sleepExactly(d time.Duration) {
	if d > 0 {
		left := syscall.NsecToTimespec(int64(d))
		_ = syscall.Nanosleep(&left, nil) // an interruption only makes the call start early
	}
}
