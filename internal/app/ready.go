package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"othellobot/bot/runner"
	"othellobot/store"
)

const (
	storeAnswersWithin = time.Second
	askStoreEvery      = time.Second // minimum interval, however often clients ask
)

// readiness reports whether the bot can do its work. It is safe for concurrent use.
type readiness struct {
	platforms map[string]platform
	check     func(context.Context) error // fails if the store is not writable
	trusted   func() bool                 // reports whether the clock is right
	closed    func() int                  // number of workspaces whose tokens cannot be opened
	now       func() time.Time

	turn    chan struct{} // holds a value while a goroutine uses the fields below
	checked time.Time
	failure error // of the last check
}

func newReadiness(platforms map[string]platform, kept *store.Store, c runner.Clock) *readiness {
	r := &readiness{
		platforms: platforms, check: kept.Check, trusted: c.Trusted, now: time.Now, turn: make(chan struct{}, 1),
		closed: func() int { return 0 },
	}
	if !kept.Shared {
		r.trusted = func() bool { return true } // no other process depends on this clock
	}
	return r
}

// ready reports whether the store answers in time, the clock is right, and at least one platform
// works. It also lists the broken parts. It makes no requests to platforms.
func (r *readiness) ready(context.Context) (ok bool, broken []string) {
	ok = len(r.platforms) == 0
	for _, name := range slices.Sorted(maps.Keys(r.platforms)) {
		if r.platforms[name].Ready() {
			ok = true
		} else {
			broken = append(broken, name)
		}
	}
	if !r.trusted() {
		ok, broken = false, append(broken, "the clock")
	}
	if err := r.stores(); err != nil {
		ok, broken = false, append(broken, "the store"+reason(err))
	}
	if n := r.closed(); n > 0 {
		broken = append(broken, fmt.Sprintf("the tokens of %d workspaces, which SECRET_KEY does not open", n))
	}
	return ok, broken
}

// stores returns an error if the store does not answer. Concurrent callers share one check.
func (r *readiness) stores() error {
	r.turn <- struct{}{}
	defer func() { <-r.turn }()
	if now := r.now(); r.checked.IsZero() || now.Sub(r.checked) >= askStoreEvery {
		ctx, cancel := context.WithTimeout(context.Background(), storeAnswersWithin)
		r.failure = r.check(ctx)
		cancel()
		r.checked = r.now()
	}
	return r.failure
}

// reason returns why the store fails, if that is public. Other errors may contain a server's name.
func reason(err error) string {
	for _, why := range []error{store.ErrDamaged, store.ErrFull, store.ErrReadOnly} {
		if errors.Is(err, why) {
			return ": " + why.Error()
		}
	}
	return ""
}
