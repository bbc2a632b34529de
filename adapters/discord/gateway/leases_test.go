package gateway_test

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"othellobot/lease"
)

var errOutOfReach = errors.New("the leases are out of reach")

// distant is the connection of a process to the lease store. It can fail.
type distant struct {
	lease.Store
	away atomic.Bool // while set, every call fails with [errOutOfReach] and changes nothing
}

func (d *distant) List(ctx context.Context, prefix string) ([]lease.Row, error) {
	if d.away.Load() {
		return nil, errOutOfReach
	}
	return d.Store.List(ctx, prefix)
}

func (d *distant) Take(ctx context.Context, name, holder string, term time.Duration) (lease.Row, bool, error) {
	if d.away.Load() {
		return lease.Row{}, false, errOutOfReach
	}
	return d.Store.Take(ctx, name, holder, term)
}

func (d *distant) Renew(ctx context.Context, held []lease.Row, term time.Duration) ([]string, error) {
	if d.away.Load() {
		return nil, errOutOfReach
	}
	return d.Store.Renew(ctx, held, term)
}

func (d *distant) Free(ctx context.Context, held lease.Row, pause time.Duration) (bool, error) {
	if d.away.Load() {
		return false, errOutOfReach
	}
	return d.Store.Free(ctx, held, pause)
}
