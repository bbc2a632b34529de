// Package flood limits how many actions users can send. Wrap a [chat.Handler] with [New]. The package
// counts actions by user, place and tenant. It must never look at the content of an action.
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

var (
	userLimit   = limit{5, 20}
	placeLimit  = limit{20, 60}
	tenantLimit = limit{200, 500}
)

type limit struct {
	perSecond rate.Limit
	burst     int
}

// keptBuckets limits the buckets in memory. The handler keeps at least this many recently used buckets,
// and at most twice as many.
const keptBuckets = 50_000

// Handler limits the user actions that reach another handler, by user, place and tenant.
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

// New returns a handler that limits the actions that reach next. The function crowd reports whether
// many users send such an action at once. Such actions do not count against the place. Both functions
// must be safe for concurrent use.
func New(next chat.Handler, crowd func(chat.Action) bool, now func() time.Time, w *words.Catalog) *Handler {
	return &Handler{Handler: next, crowd: crowd, now: now, words: w, buckets: recent.Map[string, *bucket]{Size: keptBuckets}}
}

// Handle implements [chat.Handler].
func (f *Handler) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	switch {
	case a.Origin != chat.OriginUser && a.Origin != chat.OriginCompletion, f.allows(a):
		return f.Handler.Handle(ctx, a)
	case a.Origin == chat.OriginCompletion:
		return chat.Response{}, nil
	default:
		m := chat.Message{Text: f.words.PreferredOrDefault(a.Locale).Text(words.TooFast{})}
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: m}}}, nil
	}
}

// allows reports whether an action is within all limits. It checks the user, the place and the tenant
// in this order, and stops at the first limit that refuses. A user's last delivery does not count again:
// the platform may repeat it or send it from a new thread.
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
