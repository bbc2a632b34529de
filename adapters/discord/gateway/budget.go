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

// Discord takes the token away from a bot that identifies more often than it may:
// https://discord.com/developers/docs/events/gateway#sharding-for-large-bots.
const (
	reserve = 50 // left for other instances of the bot, and for errors of counting

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
	asked time.Time // when info was had
	spent int       // identifies since
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
		wait := b.wait()
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
func (b *budget) spend() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent++
}

// wait gives how long nobody may identify, 0 if somebody may now.
func (b *budget) wait() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.info.Remaining-b.spent > reserve {
		return 0
	}
	return max(time.Until(b.asked.Add(b.info.ResetAfter)), time.Minute)
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
