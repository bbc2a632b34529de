package app

import (
	"sync"
	"time"
)

// localClock is the clock of a local channel, and implements [runner.Clock]. In a script it moves only
// when the script waits. At a terminal it runs ahead of the machine's clock by the time of all waits.
type localClock struct {
	source func() time.Time

	mu    sync.Mutex
	ahead time.Duration
}

var scriptStart = time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)

func (c *localClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.source().Add(c.ahead)
}

// Trusted returns true, because only the user's waits change this clock.
func (c *localClock) Trusted() bool { return true }

// set moves the clock forward to t, never back.
func (c *localClock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead = max(c.ahead, t.Sub(c.source()))
}
