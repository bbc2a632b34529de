package discord

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// The bot's own requests in one second: below Discord's 50 for a bot,
// https://docs.discord.com/developers/topics/rate-limits#global-rate-limit.
// Requests with an interaction's token do not count.
const (
	perSecond = 35
	burst     = 5
)

// longQueue is how long the queue may be for what can be left out.
const longQueue = 250 * time.Millisecond

// errDropped is returned for what was left out because more important requests
// wait.
var errDropped = errors.New("discord: left out, too much is waiting to be sent")

// pace gives the bot's own requests their turn: at most 40 in any second. It may
// be used concurrently.
type pace struct {
	limiter  *rate.Limiter
	observer Observer

	mu    sync.Mutex
	until time.Time // nothing is sent before
}

func newPace() *pace { return &pace{limiter: rate.NewLimiter(perSecond, burst)} }

// pause stops all for a while.
func (p *pace) pause(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := time.Now().Add(d); t.After(p.until) {
		p.until = t
	}
}

// wait returns when it is the caller's turn. One that is not patient gets
// errDropped if that would take long.
func (p *pace) wait(ctx context.Context, patient bool) error {
	for {
		if paused := p.paused(); paused > 0 {
			if !patient && paused > longQueue {
				return errDropped
			}
			if err := p.hold(ctx, paused); err != nil {
				return err
			}
		}
		turn := p.limiter.Reserve()
		if !patient && turn.Delay() > longQueue {
			turn.Cancel()
			return errDropped
		}
		if err := p.hold(ctx, turn.Delay()); err != nil {
			turn.Cancel()
			return err
		}
		if p.paused() <= 0 { // else a pause has begun meanwhile
			return nil
		}
	}
}

// hold keeps a request waiting.
func (p *pace) hold(ctx context.Context, d time.Duration) error {
	if d > 0 {
		p.observer.waited(d)
	}
	return sleep(ctx, d)
}

// paused is how long nothing may be sent.
func (p *pace) paused() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(p.until)
}

// sleep waits for d, or until ctx is done, and then says so.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
