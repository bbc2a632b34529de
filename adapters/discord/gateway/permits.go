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

// permit allows one identify. A nil one always does.
type permit struct {
	hold *lease.Hold
	free func(pause time.Duration) // once
}

// take waits for the permit of a shard's bucket. Of this process nobody else may wait
// for it.
func (p *permits) take(ctx context.Context, shard int) (*permit, error) {
	if p == nil {
		return nil, nil
	}
	name := p.prefix + "bucket/" + strconv.Itoa(shard%p.buckets)
	for {
		hold, row, err := p.keeper.Take(ctx, name)
		if hold != nil {
			return p.permit(ctx, hold), nil
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

// permit is that of a lease, which is freed without anybody waiting for that.
func (p *permits) permit(ctx context.Context, hold *lease.Hold) *permit {
	var once sync.Once
	return &permit{hold: hold, free: func(pause time.Duration) {
		once.Do(func() {
			p.freeing.Go(func() { _ = hold.Free(context.WithoutCancel(ctx), pause) }) // else it ends with its term
		})
	}}
}

// usable reports whether the permit is still good.
func (p *permit) usable() bool { return p == nil || p.hold.Usable() }

// used gives the permit back after an identify.
func (p *permit) used() {
	if p != nil {
		p.free(identifyEvery)
	}
}

// unused gives the permit back if there was none.
func (p *permit) unused() {
	if p != nil {
		p.free(0)
	}
}
