//go:build !linux

package clock

import "time"

// ElapsedTime returns a function that measures the time elapsed since this call.
func ElapsedTime() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}
