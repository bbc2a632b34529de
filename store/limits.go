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

// limited puts a limit on the rest of a call, which ends by calling the result.
func limited(ctx *context.Context, limit time.Duration) (end context.CancelFunc) {
	if limit == 0 {
		return func() {}
	}
	*ctx, end = context.WithTimeout(*ctx, limit)
	return end
}
