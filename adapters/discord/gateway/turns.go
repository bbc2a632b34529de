package gateway

import (
	"context"
	"time"

	"othellobot/adapters/internal/exchange"
)

// identifyEvery is the time between identifies in one bucket of shards: 5 seconds, plus a
// margin in case the network delays the first more than the second.
// https://discord.com/developers/docs/events/gateway#rate-limiting
const identifyEvery = 5*time.Second + 250*time.Millisecond

// turns holds, for each bucket of shards, the earliest time of the next identify. A shard that
// takes the time must give a new time back.
type turns []chan time.Time

func newTurns(maxConcurrency int) turns {
	t := make(turns, maxConcurrency)
	for i := range t {
		t[i] = make(chan time.Time, 1)
		t[i] <- time.Time{}
	}
	return t
}

// take waits until the shard may identify. It fails only if ctx is done.
func (t turns) take(ctx context.Context, shard int) error {
	select {
	case at := <-t.bucket(shard):
		return exchange.Sleep(ctx, time.Until(at))
	case <-ctx.Done():
		return ctx.Err()
	}
}

// give lets the next shard of the bucket identify at the given time.
func (t turns) give(shard int, next time.Time) { t.bucket(shard) <- next }

func (t turns) bucket(shard int) chan time.Time { return t[shard%len(t)] }
