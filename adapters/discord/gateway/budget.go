package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"

	"othellobot/adapters/internal/exchange"
)

// Discord resets the token of a bot that identifies too often:
// https://discord.com/developers/docs/events/gateway#sharding-for-large-bots.
const (
	reserve = 50 // sessions kept back for other instances of the bot, and in case the count is wrong

	infoFresh  = 5 * time.Minute // the age up to which an Info may be used
	infoWithin = 30 * time.Second

	// With few sessions left in a shared budget, an Info is used for ten seconds only: too short to use up
	// the reserve, even with 16 identifies per turn.
	fewRemaining    = 1000
	infoFreshShared = 10 * time.Second
)

// budget counts the identifies that Discord still allows.
type budget struct {
	ask       func(context.Context) (Info, error)
	log       *slog.Logger
	lock      chan struct{} // a lock that can be waited for with a context; guards the fields below
	exhausted bool          // the log says that the budget is used up
	shared    bool          // other processes use the budget, too
	info      Info
	asked     time.Time    // when info was requested
	spent     atomic.Int64 // identifies since asked; needs no lock
}

func newBudget(ask func(context.Context) (Info, error), log *slog.Logger) *budget {
	return &budget{ask: ask, log: log, lock: make(chan struct{}, 1)}
}

// allow waits until a shard may identify. Waiting shards share one request to Discord.
func (b *budget) allow(ctx context.Context) (Info, error) {
	select {
	case b.lock <- struct{}{}:
		defer func() { <-b.lock }()
	case <-ctx.Done():
		return Info{}, ctx.Err()
	}
	for {
		info, err := b.refreshed(ctx)
		if err != nil {
			return Info{}, err
		}
		if info.Remaining-int(b.spent.Load()) > reserve {
			b.exhausted = false
			return info, nil
		}
		wait := max(time.Until(b.asked.Add(info.ResetAfter)), time.Minute)
		if !b.exhausted {
			b.log.ErrorContext(ctx, "gateway sessions are used up", "wait", wait)
		}
		b.exhausted = true
		if err := exchange.Sleep(ctx, wait); err != nil {
			return Info{}, err
		}
	}
}

// refreshed asks for a new Info if the last is too old. The caller holds the lock.
func (b *budget) refreshed(ctx context.Context) (Info, error) {
	now := time.Now()
	fresh := infoFresh
	if b.shared && b.info.Remaining <= fewRemaining {
		fresh = infoFreshShared
	}
	if now.Sub(b.asked) < fresh {
		return b.info, nil
	}
	ctx, cancel := context.WithTimeout(ctx, infoWithin)
	defer cancel()
	info, err := b.ask(ctx)
	if errors.Is(err, ErrUnauthorized) {
		return Info{}, &RefusedError{Code: http.StatusUnauthorized}
	}
	if err != nil {
		return Info{}, fmt.Errorf("ask for the gateway: %w", err)
	}
	if websocketScheme(info.URL) == "" {
		return Info{}, errors.New("the gateway has no websocket address")
	}
	info.Shards = max(info.Shards, 1)
	info.MaxConcurrency = max(info.MaxConcurrency, 1)
	b.info, b.asked = info, now
	b.spent.Store(0)
	return info, nil
}

// How long a connection must be READY to end a series of failures.
const (
	steady        = time.Second // for failures to resume
	steadySession = time.Minute // for failures to identify
)

// Pauses before the next attempt. A resume costs nothing, but Discord limits identifies per day.
const (
	firstPause      = 2 * time.Second
	longestResume   = 4 * time.Second
	longestIdentify = time.Minute
)

type pauses struct {
	resume, identify *exchange.Backoff
	resumed          bool // a resume was attempted before
}

func newPauses() *pauses {
	return &pauses{resume: exchange.NewBackoff(firstPause, longestResume, nil), identify: exchange.NewBackoff(firstPause, longestIdentify, nil)}
}

// next returns the wait before the next attempt, after a connection was READY for the time up and ended
// with err. The first resume follows at once; later ones pause until a connection has been steady.
func (p *pauses) next(up time.Duration, err error, resumes bool) time.Duration {
	if up >= steadySession {
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
	wait := p.identify.NextBackOff()
	if errors.Is(err, errInvalidSession) {
		// Discord asks for a random time of 1 to 5 seconds before the next identify.
		wait = max(wait, time.Second+rand.N(4*time.Second))
	}
	return wait
}
