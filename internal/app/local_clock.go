package app

import (
	"context"
	"sync"
	"time"

	"othellobot/bot/runner"
)

// localClock is the time of a local channel. In a script it stands still but for
// what is waited; in a terminal it runs, ahead by what was waited.
type localClock struct {
	source func() time.Time

	mu    sync.Mutex
	ahead time.Duration
}

// scriptClock begins at a fixed time, the same for every script.
func scriptClock() *localClock {
	start := time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)
	return &localClock{source: func() time.Time { return start }}
}

func terminalClock() *localClock { return &localClock{source: time.Now} }

// Now is the time by this clock.
func (c *localClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.source().Add(c.ahead)
}

// Trusted implements [runner.Clock]: nobody sets this clock but the script.
func (c *localClock) Trusted() bool { return true }

// set moves the clock forward to t, never back.
func (c *localClock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead = max(c.ahead, t.Sub(c.source()))
}

// waiting gives the function that moves the clock, and lets everything happen
// at its time on the way.
func waiting(c *localClock, runner *runner.Runner) func(context.Context, time.Duration) error {
	return func(ctx context.Context, d time.Duration) error {
		return runner.Wait(ctx, c.Now().Add(d), c.set)
	}
}
