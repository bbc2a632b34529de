package clock

import (
	"time"

	"golang.org/x/sys/unix"
)

// ElapsedTime returns a function that measures elapsed time, including the time when the machine is
// suspended. Go's monotonic clock leaves that out; see clock_gettime(2).
func ElapsedTime() func() time.Duration {
	return func() time.Duration {
		var t unix.Timespec
		_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &t) // every Linux that Go supports has CLOCK_BOOTTIME
		return time.Duration(t.Nano())
	}
}
