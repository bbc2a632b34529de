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
	askStoreEvery      = time.Second // at most, however often others ask whether the bot is ready
)

// readiness says whether the bot can do what it is there for. It may be used
// concurrently.
type readiness struct {
	platforms map[string]platform
	check     func(context.Context) error // fails if the store cannot be written
	trusted   func() bool                 // reports whether the clock is right
	closed    func() int                  // counts workspaces whose tokens cannot be opened
	now       func() time.Time

	turn    chan struct{} // holds something while what follows is read or changed
	checked time.Time
	failure error // of the last check
}

func newReadiness(platforms map[string]platform, kept *store.Store, c runner.Clock) *readiness {
	r := &readiness{
		platforms: platforms, check: kept.Check, trusted: c.Trusted, now: time.Now, turn: make(chan struct{}, 1),
		closed: func() int { return 0 },
	}
	if !kept.Shared {
		r.trusted = func() bool { return true } // it is nobody else's matter
	}
	return r
}

// ready reports whether the store answers in time, the clock is right, and
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
	if err := r.stores(); err != nil {
		ok, broken = false, append(broken, "the store"+reason(err))
	}
	if n := r.closed(); n > 0 {
		broken = append(broken, fmt.Sprintf("the tokens of %d workspaces, which SECRET_KEY does not open", n))
	}
	return ok, broken
}

// stores fails if the store does not answer. Whoever asks meanwhile waits for the same
// answer.
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

// reason says why the store fails, if anybody may know: other errors may name a server.
func reason(err error) string {
	for _, why := range []error{store.ErrDamaged, store.ErrFull, store.ErrReadOnly} {
		if errors.Is(err, why) {
			return ": " + why.Error()
		}
	}
	return ""
}
