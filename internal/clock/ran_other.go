//go:build !linux

package clock

import "time"

// Running returns a function that measures the time elapsed since this call.
func Running() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}
