package exchange

import (
	"math/rand/v2"
	"time"
)

// Random returns a duration in [0, most); most must be positive. It may be called concurrently. A
// nil Random draws from package math/rand/v2.
type Random func(most time.Duration) time.Duration

// Below returns a duration in [0, most).
func (r Random) Below(most time.Duration) time.Duration {
	if r == nil {
		return rand.N(most)
	}
	return r(most)
}
