package leasetest

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"othellobot/lease"
)

// ErrOutOfReach is the error in a process that cannot reach the leases.
var ErrOutOfReach = errors.New("leasetest: out of reach")

// Distant is a store of leases as one process has it. It may be used concurrently.
type Distant struct {
	lease.Store
	Away atomic.Bool // while set, every call fails with [ErrOutOfReach] and changes nothing
}

// Look implements [lease.Store].
func (d *Distant) Look(ctx context.Context, prefix string) ([]lease.Row, error) {
	if d.Away.Load() {
		return nil, ErrOutOfReach
	}
	return d.Store.Look(ctx, prefix)
}

// Take implements [lease.Store].
func (d *Distant) Take(ctx context.Context, name, holder string, term time.Duration) (lease.Row, bool, error) {
	if d.Away.Load() {
		return lease.Row{}, false, ErrOutOfReach
	}
	return d.Store.Take(ctx, name, holder, term)
}

// Renew implements [lease.Store].
func (d *Distant) Renew(ctx context.Context, held []lease.Row, term time.Duration) ([]string, error) {
	if d.Away.Load() {
		return nil, ErrOutOfReach
	}
	return d.Store.Renew(ctx, held, term)
}

// Free implements [lease.Store].
func (d *Distant) Free(ctx context.Context, held lease.Row, pause time.Duration) (bool, error) {
	if d.Away.Load() {
		return false, ErrOutOfReach
	}
	return d.Store.Free(ctx, held, pause)
}
