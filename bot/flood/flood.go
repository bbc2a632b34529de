// Package flood limits how much users can send. Wrap a [chat.Handler] with [New].
//
// It counts actions by their sender and place. It must never look at the content of an action
// itself.
package flood

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"othellobot/chat"
	"othellobot/internal/recent"
	"othellobot/words"
)

// Limits of a [Handler], in actions per second and in the size of a burst.
var (
	userLimit   = limit{5, 20}
	placeLimit  = limit{20, 60}
	tenantLimit = limit{200, 500}
)

type limit struct {
	perSecond rate.Limit
	burst     int
}

// maxBuckets is the number of counts that are kept, most recently used first.
const maxBuckets = 50_000

// Handler is a [chat.Handler] that passes user actions on up to a limit. It allows 5 actions per
// second for a user, 20 for a channel and 200 for a tenant, with bursts of 20, 60 and 500. A
// channel without a team is its own tenant.
//
// Actions that a whole channel sends at once do not count against the channel. Actions of the
// engine and the clock are never limited.
type Handler struct {
	chat.Handler
	crowd func(chat.Action) bool
	now   func() time.Time
	words *words.Catalog

	mu      sync.Mutex // guards the contents of the buckets
	buckets recent.Map[string, *bucket]
}

// bucket counts the actions of a user, a place or a tenant.
type bucket struct {
	*rate.Limiter
	last chat.Delivery // the last counted delivery; only for users
}

// New returns a handler that limits the actions reaching next. The crowd function reports whether a
// whole channel sends an action at once. It must be safe for concurrent use, and must not carry out
// the action.
func New(next chat.Handler, crowd func(chat.Action) bool, now func() time.Time, w *words.Catalog) *Handler {
	return &Handler{Handler: next, crowd: crowd, now: now, words: w, buckets: recent.Map[string, *bucket]{Most: maxBuckets}}
}

// Handle implements [chat.Handler].
func (f *Handler) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	switch {
	case a.Origin != chat.OriginUser && a.Origin != chat.OriginCompletion, f.allows(a):
		return f.Handler.Handle(ctx, a)
	case a.Origin == chat.OriginCompletion:
		return chat.Response{}, nil
	default:
		m := chat.Message{Text: f.words.Spoken(a.Locale).Text(words.TooFast{})}
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: m}}}, nil
	}
}

// allows counts an action against its user, place and tenant. An action over the user's limit does
// not count against the place and tenant. A repeated delivery, as in a thread opened for it, is
// counted once.
func (f *Handler) allows(a chat.Action) bool {
	now := f.now()
	f.mu.Lock()
	defer f.mu.Unlock()
	user := f.bucket("u"+a.User.String(), userLimit)
	if a.Delivery != "" && a.Delivery == user.last {
		return true
	}
	allowed := user.AllowN(now, 1) &&
		(f.crowd(a) || f.bucket("p"+a.Place.String(), placeLimit).AllowN(now, 1)) &&
		f.bucket("t"+a.Place.Tenant().String(), tenantLimit).AllowN(now, 1)
	if allowed {
		user.last = a.Delivery
	}
	return allowed
}

func (f *Handler) bucket(key string, l limit) (b *bucket) {
	f.buckets.Change(key, func(known *bucket, is bool) (*bucket, bool) {
		if b = known; !is {
			b = &bucket{Limiter: rate.NewLimiter(l.perSecond, l.burst)}
		}
		return b, true
	})
	return b
}
