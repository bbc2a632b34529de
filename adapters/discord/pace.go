package discord

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"othellobot/adapters/internal/exchange"
)

// The bot's own requests in one second: below Discord's 50 for a bot,
// https://docs.discord.com/developers/topics/rate-limits#global-rate-limit.
// Requests with an interaction's token do not count.
const (
	perSecond = 40
	burst     = 5
)

// longQueue is how long the queue may be for what can be left out.
const longQueue = 250 * time.Millisecond

// maxWait limits the wait that a 429 asks for so that the request is sent again afterwards.
const maxWait = 20 * time.Second

// Why a request was not sent.
var (
	errDropped = errors.New("discord: left out, too much is waiting to be sent")
	errNoTurn  = errors.New("discord: not sent, its turn would have come too late")
)

// pace gives the bot's own requests their turn: at most 45 in any second. It may
// be used concurrently.
type pace struct {
	limiter  *rate.Limiter
	observer exchange.Observer

	mu    sync.Mutex
	until time.Time // nothing is sent before
}

func newPace(o exchange.Observer) *pace {
	return &pace{limiter: rate.NewLimiter(perSecond, burst), observer: o}
}

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
			if err := hold(ctx, p.observer, paused); err != nil {
				return err
			}
		}
		turn := p.limiter.Reserve()
		if !patient && turn.Delay() > longQueue {
			turn.Cancel()
			return errDropped
		}
		if err := hold(ctx, p.observer, turn.Delay()); err != nil {
			turn.Cancel()
			return err
		}
		if p.paused() <= 0 { // else a pause has begun
			return nil
		}
	}
}

// hold keeps a request waiting, unless its time is over before that.
func hold(ctx context.Context, o exchange.Observer, d time.Duration) error {
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

// paused is how long nothing may be sent.
func (p *pace) paused() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(p.until)
}
