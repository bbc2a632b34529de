package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
)

// Discord takes the token away from a bot that identifies more than 1000 times in
// 24 hours, or 2000 times if it is large enough to identify concurrently:
// https://discord.com/developers/docs/events/gateway#sharding-for-large-bots.
const (
	day        = 24 * time.Hour
	perDay     = 1000
	perDayMany = 2000
	reserve    = 50 // left for other instances of the bot, and for errors of counting

	sparePart = 64 // one of so many parts of what remains may be spent without back-off

	infoFresh  = 5 * time.Minute // how long an Info is used
	infoWithin = 30 * time.Second

	// Where processes share a budget of which so little remains, each asks more often:
	// in ten seconds 16 shards a turn cannot use up the reserve.
	fewRemaining    = 1000
	infoFreshShared = 10 * time.Second
)

// budget knows the latest Info and how often the bot may still identify.
type budget struct {
	ask    func(context.Context) (Info, error)
	log    *slog.Logger
	lock   chan struct{} // a lock for which a wait can end early; for all but the counts
	told   bool          // that the budget is used up
	shared bool          // other processes identify, too

	mu    sync.Mutex
	info  Info
	asked time.Time   // when info was had
	spent int         // identifies since
	made  []time.Time // identifies of the last 24 hours
}

func newBudget(ask func(context.Context) (Info, error), log *slog.Logger) *budget {
	return &budget{ask: ask, log: log, lock: make(chan struct{}, 1)}
}

// allow waits until a shard may identify. Shards that wait ask Discord once, not
// each on its own.
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
		wait := b.wait(time.Now())
		if wait == 0 {
			b.told = false
			return info, nil
		}
		if !b.told {
			b.log.ErrorContext(ctx, "gateway sessions are used up", "wait", wait)
		}
		b.told = true
		if err := exchange.Sleep(ctx, wait); err != nil {
			return Info{}, err
		}
	}
}

// spend counts an identify.
func (b *budget) spend(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent++
	b.made = append(b.made, now)
}

// wait gives how long nobody may identify, 0 if somebody may now.
func (b *budget) wait(now time.Time) (wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.made) > 0 && now.Sub(b.made[0]) >= day {
		b.made = b.made[1:]
	}
	if b.info.Remaining-b.spent <= reserve {
		wait = max(b.asked.Add(b.info.ResetAfter).Sub(now), time.Minute)
	}
	most := perDay - reserve
	if b.info.MaxConcurrency > 1 {
		most = perDayMany - reserve
	}
	if over := len(b.made) - most; over >= 0 {
		wait = max(wait, b.made[over].Add(day).Sub(now))
	}
	return wait
}

// spare is how many sessions in a row each of so many shards may lose before it waits longer
// and longer for the next: all together only a small part of those that may yet begin.
func (b *budget) spare(shards int) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, b.info.Remaining-b.spent-reserve) / sparePart / shards
}

// refreshed gives what Discord said in the last minutes, or says now. The caller
// holds the lock.
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

	b.mu.Lock()
	defer b.mu.Unlock()
	b.info, b.asked, b.spent = info, now, 0
	return info, nil
}
