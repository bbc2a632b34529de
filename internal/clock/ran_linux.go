package clock

import (
	"time"

	"golang.org/x/sys/unix"
)

// Running gives a function that says how long the machine has been running, also
// while it was suspended: what Go calls monotonic stands still then
// (clock_gettime(2)).
func Running() func() time.Duration {
	return func() time.Duration {
		var t unix.Timespec
		_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &t) // which every Linux has that Go runs on
		return time.Duration(t.Nano())
	}
}
