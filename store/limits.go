package store

import (
	"context"
	"time"
)

// Limits say how long one call of a database may take, so that one that is silent stops
// nobody. Zero is no limit.
type Limits struct {
	Attempt time.Duration // of what somebody waits for, and tries again
	Search  time.Duration // for what is due, or for all games of a player
	Sweep   time.Duration // of all that is to be forgotten
}

// Limit sets the limits, before anybody else uses the store. There are none until then.
func (s *Store) Limit(l Limits) {
	if s.limits != nil {
		*s.limits = l
	}
}

// within puts a limit on the rest of a call, which ends by calling the result.
func within(ctx *context.Context, limit time.Duration) (end context.CancelFunc) {
	if limit == 0 {
		return func() {}
	}
	*ctx, end = context.WithTimeout(*ctx, limit)
	return end
}
