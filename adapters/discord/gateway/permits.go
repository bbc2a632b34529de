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

// permitTerm is the term of the lease of a bucket of shards. Who has it may identify
// for two thirds of that, so that in any case an identify and the end of the term, from
// when on another process may identify, are as far apart as they have to be.
const permitTerm = 3 * identifyEvery

const (
	askPermitEvery = time.Second // at most, while another process identifies
	spreadPermits  = 50 * time.Millisecond
)

// permits have the processes of a bot identify one after the other in each bucket.
// Until the lease of a bucket is free again stands in the store: that long after the
// last identify.
type permits struct {
	keeper  *lease.Keeper
	prefix  string // of the names of leases
	buckets int

	freeing sync.WaitGroup
}

// take waits for the permit of a shard's bucket, or returns nil if none is needed. In this
// process only one shard may wait for it.
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

// free gives a permit back, for others to take after the pause. The caller does not wait for
// that, and if it fails, the permit ends with its term.
func (p *permits) free(ctx context.Context, permit *lease.Hold, pause time.Duration) {
	if permit != nil {
		p.freeing.Go(func() { _ = permit.Free(context.WithoutCancel(ctx), pause) })
	}
}
