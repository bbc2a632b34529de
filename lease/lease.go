package lease

import (
	"context"
	"time"
)

// Row is a lease as it stands in a store.
type Row struct {
	Name    string
	Holder  string        // empty if nobody holds it
	Left    time.Duration // until somebody else may take it, by the store's clock; at most 0 if they may now
	Version int64         // grows by one with each holder
	Data    string        // what its holders leave to the next one
}

// Store keeps leases, and tells the time by one clock to all who use it. It may be
// used concurrently.
type Store interface {
	// Look lists the leases whose names begin with the prefix, in any order.
	Look(ctx context.Context, prefix string) ([]Row, error)
	// Take gives a lease to a holder for a term, unless somebody else holds it or it
	// was freed for later. It returns the lease as it stands then, and whether it was
	// taken. Who has it already may take it again, under a new version, if they do not
	// know how the last try ended.
	Take(ctx context.Context, name, holder string, term time.Duration) (Row, bool, error)
	// Renew has the terms of leases begin anew and replaces their data, of those that
	// are still held by the same holder under the same version. It returns their names.
	Renew(ctx context.Context, held []Row, term time.Duration) ([]string, error)
	// Free ends a lease and replaces its data, if it is still held by the same holder
	// under the same version, and reports whether it was. After the pause others may
	// take it.
	Free(ctx context.Context, held Row, pause time.Duration) (bool, error)
}
