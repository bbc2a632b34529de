package load

import (
	"syscall"
	"time"
)

// sleepExactly sleeps more exactly than [time.Sleep], which can be late by a
// millisecond: longer than an answer takes. It takes a thread for itself.
func sleepExactly(d time.Duration) {
	if d > 0 {
		left := syscall.NsecToTimespec(int64(d))
		_ = syscall.Nanosleep(&left, nil) // cut short, it begins early, and that counts
	}
}
