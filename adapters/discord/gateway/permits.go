package gateway

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/lease"
)

// permitTerm is the term of the lease of a bucket of shards. The holder may identify during the
// first two thirds. The last third keeps its identify far enough from that of the next holder.
const permitTerm = 3 * identifyEvery

const (
	askPermitEvery = time.Second // longest wait between requests while another process identifies
	spreadPermits  = 50 * time.Millisecond
)

// permits makes the processes of a bot identify one after the other in each bucket of shards.
// Each bucket has a lease, which becomes free identifyEvery after the last identify.
type permits struct {
	keeper  *lease.Keeper
	prefix  string // begins the names of the leases
	buckets int

	freeing sync.WaitGroup
}

// take waits for the permit of a shard's bucket. Without permits, it returns nil. Only one shard
// of this process may wait per bucket.
func (p *permits) take(ctx context.Context, shard int) (permit *lease.Hold, err error) {
	if p == nil {
		return nil, nil
	}
	name := p.prefix + "bucket/" + strconv.Itoa(shard%p.buckets)
	for {
		permit, row, err := p.keeper.Take(ctx, name)
		if permit != nil {
			return permit, nil
		}
		wait := askPermitEvery
		if err == nil && (row.Holder == "" || row.Left < wait) {
			wait = row.Left
		}
		if err := exchange.Sleep(ctx, wait+rand.N(spreadPermits)); err != nil {
			return nil, err
		}
	}
}

// free gives a permit back in the background. Other processes can take it after pause. If giving
// it back fails, they can take it when its term ends.
func (p *permits) free(ctx context.Context, permit *lease.Hold, pause time.Duration) {
	if permit != nil {
		p.freeing.Go(func() { _ = permit.Free(context.WithoutCancel(ctx), pause) })
	}
}
