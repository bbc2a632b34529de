package gateway

import (
	"errors"
	"math/rand/v2"
	"time"

	"othellobot/adapters/internal/exchange"
)

// How long a connection must have been READY for the tries before it to be forgotten: those
// to resume, and those to identify.
const (
	steady        = time.Second
	steadySession = time.Minute
)

// The pauses are from one to two seconds at first. They double up to a longest one: between
// tries to resume, which cost nothing, and to identify, of which there are few a day.
const (
	firstPause      = 2 * time.Second
	longestResume   = 4 * time.Second
	longestIdentify = time.Minute
)

// pauses gives how long a shard waits before its next try.
type pauses struct {
	resume, identify *exchange.Backoff
	resumed          bool // before, and not READY for long
	sessions         int  // in a row, that were lost soon
}

func newPauses() *pauses {
	return &pauses{resume: exchange.NewBackoff(firstPause, longestResume, nil), identify: exchange.NewBackoff(firstPause, longestIdentify, nil)}
}

// next counts a connection that was READY for up and ended with err, and returns how long to
// wait before another. It resumes the session at once, and after pauses soon after that.
// Without one, the first spare sessions lost in a row lengthen no pause.
func (p *pauses) next(up time.Duration, err error, resumes bool, spare int) time.Duration {
	if up >= steadySession {
		p.sessions = 0
		p.identify.Reset()
	}
	if resumes {
		if again := p.resumed && up < steady; again {
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
