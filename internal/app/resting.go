package app

import (
	"context"
	"time"
)

const (
	minWork = time.Millisecond // between rests
	maxRest = 20 * time.Millisecond
)

// resting returns a yield function that also sleeps for as long as its caller has worked since the
// last rest. A review takes seconds of a processor, and the rests leave room for users' requests.
// Calls must not overlap.
func resting(yield func(context.Context) error) func(context.Context) error {
	awake := time.Now()
	return func(ctx context.Context) error {
		if worked := time.Since(awake); worked >= minWork {
			time.Sleep(min(worked, maxRest))
			awake = time.Now()
		}
		return yield(ctx)
	}
}
