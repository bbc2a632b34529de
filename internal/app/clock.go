package app

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"sync"
	"time"

	"othellobot/bot"
)

// clock is the time of a local channel. In a script it stands still but for
// what is waited; in a terminal it runs, ahead by what was waited.
type clock struct {
	source func() time.Time

	mu    sync.Mutex
	ahead time.Duration
}

// scriptClock begins at a fixed time, the same for every script.
func scriptClock() *clock {
	start := time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)
	return &clock{source: func() time.Time { return start }}
}

func terminalClock() *clock { return &clock{source: time.Now} }

// Now is the time by this clock.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.source().Add(c.ahead)
}

// set moves the clock forward to t, never back.
func (c *clock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead = max(c.ahead, t.Sub(c.source()))
}

// waiting gives the function that moves the clock, and lets everything happen
// at its time on the way.
func waiting(c *clock, runner *bot.Runner) func(context.Context, time.Duration) error {
	return func(ctx context.Context, d time.Duration) error {
		return runner.Wait(ctx, c.Now().Add(d), c.set)
	}
}

func randomSeed() uint64 {
	var seed [8]byte
	_, _ = rand.Read(seed[:]) // never fails, https://pkg.go.dev/crypto/rand#Read
	return binary.LittleEndian.Uint64(seed[:])
}
