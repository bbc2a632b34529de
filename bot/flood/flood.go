// Package flood holds back what people send once it is too much.
//
// It counts actions by who sends them. What they ask for it must never look at itself.
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

// The limits of a [Handler]: how many actions a second, and how many at once.
var (
	userLimit   = limit{5, 20}
	placeLimit  = limit{20, 60}
	tenantLimit = limit{200, 500}
)

type limit struct {
	perSecond rate.Limit
	burst     int
}

// maxBuckets is the number of counts that are always kept: the last used ones.
const maxBuckets = 50_000

// Handler is a [chat.Handler] that hands on what people send until it is too
// much: 5 actions a second of one user, 20 in one channel, 200 of one tenant,
// with bursts of 20, 60 and 500. The tenant of a channel without a team is the channel
// itself. What a whole channel sends at once does not count against the channel. What
// the engine and the clock send is never held back.
type Handler struct {
	chat.Handler
	crowd func(chat.Action) bool
	now   func() time.Time
	words *words.Catalog

	mu      sync.Mutex // guards what is in the buckets
	buckets recent.Map[string, *bucket]
}

// bucket counts the actions of somebody or of somewhere.
type bucket struct {
	*rate.Limiter
	last chat.Delivery // that was counted; only of a user
}

// New puts the limits before a handler. The crowd function tells which actions a whole
// channel sends at once; it may be called concurrently, and is not asked to do them.
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

// allows counts an action against its user, place and tenant. One that is held
// back by the user's own limit does not count against the others. One that comes again
// with its delivery, as in a thread that was opened for it, is counted once.
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
