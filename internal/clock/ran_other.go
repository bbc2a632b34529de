//go:build !linux

package clock

import "time"

// Running gives a function that says how long it has been since now.
func Running() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}
