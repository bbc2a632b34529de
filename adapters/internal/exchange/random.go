package exchange

import (
	"math/rand/v2"
	"time"
)

// Random returns a time from zero to less than most, which is positive. A nil Random draws
// one, so that not all instances try again at once. It may be called concurrently.
type Random func(most time.Duration) time.Duration

// Below returns a time from zero to less than most.
func (r Random) Below(most time.Duration) time.Duration {
	if r == nil {
		return rand.N(most)
	}
	return r(most)
}
