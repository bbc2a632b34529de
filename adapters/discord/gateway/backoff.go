package gateway

import (
	"errors"
	"math/rand/v2"
	"time"
)

// How long a connection must have been READY for the failures before it to be
// forgotten. One whose session is lost with it must have been so for longer,
// because it costs an identify, and there are few of them a day.
const (
	steady        = time.Second
	steadySession = time.Minute
)

// pause gives how long to wait before another try, after err and so many failures
// before it: from 1 to 2 seconds, doubling up to a minute. It is random, so that
// bots that were lost together do not come back together. The first try to resume
// does not wait.
func pause(failures int, err error, resumes bool) time.Duration {
	if resumes {
		failures--
	}
	if failures < 0 {
		return 0
	}
	most := min(2*time.Second<<min(failures, 5), time.Minute)
	wait := most/2 + rand.N(most/2)
	if errors.Is(err, errInvalidSession) {
		// Discord asks for a random time of 1 to 5 seconds before the next identify.
		wait = max(wait, time.Second+rand.N(4*time.Second))
	}
	return wait
}
