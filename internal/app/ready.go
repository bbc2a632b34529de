package app

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"othellobot/bot/runner"
	"othellobot/store"
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
	trusted   func() bool                 // reports whether the clock is right
	damaged   func() bool                 // reports whether the store is
	closed    func() int                  // counts workspaces whose tokens cannot be opened
	now       func() time.Time

	turn    chan struct{} // holds something while what follows is read or changed
	checked time.Time
	failure error // of the last check
}

func newReadiness(platforms map[string]platform, kept *store.Store, c runner.Clock) *readiness {
	r := &readiness{
		platforms: platforms, check: kept.Check, trusted: c.Trusted, now: time.Now, turn: make(chan struct{}, 1),
		damaged: func() bool { return false }, closed: func() int { return 0 },
	}
	if !kept.Shared {
		r.trusted = func() bool { return true } // it is nobody else's matter
	}
	return r
}

// ready reports whether the store answers in time and is whole, the clock is right, and
// at least one platform works; and names what does not. It calls no platform.
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
	if !r.stores() {
		ok, broken = false, append(broken, "the store")
	}
	if r.damaged() {
		ok, broken = false, append(broken, "the database, which is damaged")
	}
	if n := r.closed(); n > 0 {
		broken = append(broken, fmt.Sprintf("the tokens of %d workspaces, which SECRET_KEY does not open", n))
	}
	return ok, broken
}

// stores reports whether the store answers. Whoever asks meanwhile waits for the
// same answer.
func (r *readiness) stores() bool {
	r.turn <- struct{}{}
	defer func() { <-r.turn }()
	if now := r.now(); r.checked.IsZero() || now.Sub(r.checked) >= askStoreEvery {
		ctx, cancel := context.WithTimeout(context.Background(), storeAnswersWithin)
		r.failure = r.check(ctx)
		cancel()
		r.checked = r.now()
	}
	return r.failure == nil
}
