package gateway

import (
	"context"
	"time"

	"othellobot/adapters/internal/exchange"
)

// identifyEvery is how far apart shards of one bucket identify: 5 seconds, and a
// little for a network that delays the first more than the second.
// https://discord.com/developers/docs/events/gateway#rate-limiting
const identifyEvery = 5*time.Second + 250*time.Millisecond

// turns holds, for each bucket of shards, when its next one may identify. Whoever
// has taken the time out of a bucket has the turn, and must give a time back.
type turns []chan time.Time

func newTurns(maxConcurrency int) turns {
	t := make(turns, maxConcurrency)
	for i := range t {
		t[i] = make(chan time.Time, 1)
		t[i] <- time.Time{}
	}
	return t
}

// take waits for the shard's turn. An error means that ctx is done, and the turns
// with it.
func (t turns) take(ctx context.Context, shard int) error {
	select {
	case at := <-t.bucket(shard):
		return exchange.Sleep(ctx, time.Until(at))
	case <-ctx.Done():
		return ctx.Err()
	}
}

// give ends the shard's turn. The next in its bucket may identify at that time.
func (t turns) give(shard int, next time.Time) { t.bucket(shard) <- next }

func (t turns) bucket(shard int) chan time.Time { return t[shard%len(t)] }
