package discord

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"othellobot/adapters/internal/exchange"
)

const (
	// Discord allows 50 requests in the bot's name in one second:
	// https://docs.discord.com/developers/topics/rate-limits#global-rate-limit.
	perSecond = 40
	burst     = 5

	longQueue = 250 * time.Millisecond // the longest wait of a request that is not patient
	maxWait   = 20 * time.Second       // the longest wait named by a 429 after which a request is repeated
)

// Reasons why a request was not sent.
var (
	errDropped = errors.New("discord: left out, too much is waiting to be sent")
	errNoTurn  = errors.New("discord: not sent, its turn would have come too late")
)

// pace spreads the requests in the bot's name: at most 45 in any second. It may be used concurrently.
type pace struct {
	limiter  *rate.Limiter
	observer exchange.Observer

	mu    sync.Mutex
	until time.Time // no request may be sent before
}

func newPace(o exchange.Observer) *pace {
	return &pace{limiter: rate.NewLimiter(perSecond, burst), observer: o}
}

func (p *pace) pause(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := time.Now().Add(d); t.After(p.until) {
		p.until = t
	}
}

// wait waits until a request may be sent. A request that is not patient gets errDropped instead of
// a long wait.
func (p *pace) wait(ctx context.Context, patient bool) error {
	for {
		if paused := p.paused(); paused > 0 {
			if !patient && paused > longQueue {
				return errDropped
			}
			if err := waitFor(ctx, p.observer, paused); err != nil {
				return err
			}
		}
		turn := p.limiter.Reserve()
		if !patient && turn.Delay() > longQueue {
			turn.Cancel()
			return errDropped
		}
		if err := waitFor(ctx, p.observer, turn.Delay()); err != nil {
			turn.Cancel()
			return err
		}
		if p.paused() <= 0 { // otherwise a pause has begun
			return nil
		}
	}
}

// waitFor waits for d. It fails at once if the deadline of ctx comes earlier.
func waitFor(ctx context.Context, o exchange.Observer, d time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return errNoTurn
	}
	if d > 0 {
		o.Waits(d)
	}
	if exchange.Sleep(ctx, d) != nil {
		return errNoTurn
	}
	return nil
}

// paused returns the rest of the pause, which may be negative.
func (p *pace) paused() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(p.until)
}
