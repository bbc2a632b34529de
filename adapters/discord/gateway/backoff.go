package gateway

import (
	"errors"
	"math/rand/v2"
	"time"
)

// How long a connection must have been READY for the tries before it to be forgotten: those
// to resume, and those to identify.
const (
	steady        = time.Second
	steadySession = time.Minute
)

// The longest pauses: between tries to resume, which cost nothing, and to identify, of which
// there are few a day.
const (
	longestResume   = 4 * time.Second
	longestIdentify = time.Minute
)

// backoff tells how long a shard waits before its next try.
type backoff struct {
	resumes  int // in a row, that were not READY for long
	failures int // in a row, that were not READY at all
	sessions int // in a row, that were lost soon
}

// next counts a connection that was READY for up and ended with err, and gives how long to
// wait before another. It resumes the session at once, and again and again soon after.
// Without one, so many sessions lost in a row as are to spare delay the next by little.
func (b *backoff) next(up time.Duration, err error, resumes bool, spare int) time.Duration {
	if up >= steadySession {
		b.failures, b.sessions = 0, 0
	}
	if resumes {
		if up >= steady {
			b.resumes = 0
		}
		b.resumes++
		if b.resumes == 1 {
			return 0
		}
		return pause(b.resumes-2, longestResume)
	}
	if up > 0 {
		b.failures = 0
		b.sessions++
	} else {
		b.failures++
	}
	wait := pause(b.failures+max(0, b.sessions-spare)-1, longestIdentify)
	if errors.Is(err, errInvalidSession) {
		// Discord asks for a random time of 1 to 5 seconds before the next identify.
		wait = max(wait, time.Second+rand.N(4*time.Second))
	}
	return wait
}

// pause gives how long to wait after so many failures: from 1 to 2 seconds, doubling up to
// a longest one. It is random, so that bots that were lost together do not come back
// together.
func pause(failures int, longest time.Duration) time.Duration {
	most := min(2*time.Second<<min(max(failures, 0), 5), longest)
	return most/2 + rand.N(most/2)
}
