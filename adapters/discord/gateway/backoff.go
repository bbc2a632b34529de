package gateway

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// steady is how long a shard must have been READY for its failures to be forgotten.
const steady = time.Minute

// pause gives how long to wait before another try, after err and so many failures
// before it: from 1 to 2 seconds, doubling up to a minute. It is random, so that
// bots that were lost together do not come back together.
func pause(failures int, err error) time.Duration {
	most := min(2*time.Second<<min(failures, 5), time.Minute)
	wait := most/2 + rand.N(most/2)
	if errors.Is(err, errInvalidSession) {
		// Discord asks for a random time of 1 to 5 seconds before the next identify.
		wait = max(wait, time.Second+rand.N(4*time.Second))
	}
	return wait
}

// sleep waits for d, or until ctx is done, and then says so.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
