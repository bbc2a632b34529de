package gateway

import (
	"errors"
	"math/rand/v2"
	"time"

	"othellobot/adapters/internal/exchange"
)

// How long a connection must be READY to end a series of failures.
const (
	steady        = time.Second // for failures to resume
	steadySession = time.Minute // for failures to identify
)

// Pauses start at one to two seconds and double up to a limit. The limit is low for resuming,
// which costs nothing, and high for identifying, which is limited per day.
const (
	firstPause      = 2 * time.Second
	longestResume   = 4 * time.Second
	longestIdentify = time.Minute
)

// pauses computes how long a shard waits before its next attempt.
type pauses struct {
	resume, identify *exchange.Backoff
	resumed          bool // the last attempt was a resume
	sessions         int  // sessions lost in a row, each before steadySession
}

func newPauses() *pauses {
	return &pauses{resume: exchange.NewBackoff(firstPause, longestResume, nil), identify: exchange.NewBackoff(firstPause, longestIdentify, nil)}
}

// next records that a connection was READY for the time up and then ended with err. It returns the
// wait before the next attempt. The first resume follows at once; later resumes pause until a
// connection has been steady. Without a session, the first spare losses in a row do not lengthen
// the pause.
func (p *pauses) next(up time.Duration, err error, resumes bool, spare int) time.Duration {
	if up >= steadySession {
		p.sessions = 0
		p.identify.Reset()
	}
	if resumes {
		if p.resumed && up < steady {
			return p.resume.NextBackOff()
		}
		p.resumed = true
		p.resume.Reset()
		return 0
	}
	if up > 0 {
		if p.sessions++; p.sessions <= spare+1 {
			p.identify.Reset()
		}
	}
	wait := p.identify.NextBackOff()
	if errors.Is(err, errInvalidSession) {
		// Discord asks for a random time of 1 to 5 seconds before the next identify.
		wait = max(wait, time.Second+rand.N(4*time.Second))
	}
	return wait
}
