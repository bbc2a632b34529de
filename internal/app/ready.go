package app

import (
	"context"
	"sync"
	"time"
)

const (
	storeAnswersWithin = time.Second
	askStoreEvery      = time.Second // at most, however often others ask whether the bot is ready
)

// readiness says whether the bot can do what it is there for. It may be used
// concurrently.
type readiness struct {
	platforms map[string]platform
	check     func(context.Context) error // fails if the store cannot be written
	now       func() time.Time

	mu      sync.Mutex
	checked time.Time
	failure error // of the last check
}

// ready reports whether every platform has connected once, and the store answers
// in time.
func (r *readiness) ready(context.Context) bool {
	for _, p := range r.platforms {
		if !p.Ready() {
			return false
		}
	}
	return r.stores()
}

// stores reports whether the store answers. Whoever asks meanwhile waits for the
// same answer.
func (r *readiness) stores() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.now(); r.checked.IsZero() || now.Sub(r.checked) >= askStoreEvery {
		ctx, cancel := context.WithTimeout(context.Background(), storeAnswersWithin)
		r.failure = r.check(ctx)
		cancel()
		r.checked = r.now()
	}
	return r.failure == nil
}
