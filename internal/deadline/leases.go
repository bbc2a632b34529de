package deadline

import (
	"context"
	"time"

	"othellobot/lease"
)

// Leases gives what keeps leases in next, each call within [Attempt].
func Leases(next lease.Store) lease.Store { return leases{next} }

type leases struct{ next lease.Store }

// Look implements [lease.Store].
func (l leases) Look(ctx context.Context, prefix string) ([]lease.Row, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return l.next.Look(ctx, prefix)
}

// Take implements [lease.Store].
func (l leases) Take(ctx context.Context, name, holder string, term time.Duration) (lease.Row, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return l.next.Take(ctx, name, holder, term)
}

// Renew implements [lease.Store].
func (l leases) Renew(ctx context.Context, held []lease.Row, term time.Duration) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return l.next.Renew(ctx, held, term)
}

// Free implements [lease.Store].
func (l leases) Free(ctx context.Context, held lease.Row, pause time.Duration) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return l.next.Free(ctx, held, pause)
}
