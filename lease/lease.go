package lease

import (
	"context"
	"time"
)

// Row is a lease as the store has it.
type Row struct {
	Name    string
	Holder  string        // empty if the lease is free
	Left    time.Duration // time until another process can take the lease, by the store's clock; at most 0 if it can now
	Version int64         // grows by one each time the lease is taken
	Data    string        // left by the holder for the next holder
}

// Store keeps leases by one clock, which all its users share. It may be used concurrently.
type Store interface {
	// Look returns the leases whose names begin with the prefix, in any order.
	Look(ctx context.Context, prefix string) ([]Row, error)
	// Take gives the lease to the holder for a term, unless another process holds it or a pause
	// after Free still runs. It returns the lease as it is afterwards, and whether it was
	// taken. A holder that does not know how its last call ended can take the lease again,
	// under a new version.
	Take(ctx context.Context, name, holder string, term time.Duration) (Row, bool, error)
	// Renew extends the leases that still have the same holder and version, and replaces their
	// data. It returns their names.
	Renew(ctx context.Context, held []Row, term time.Duration) ([]string, error)
	// Free ends a lease and replaces its data if it still has the same holder and version, and
	// reports whether it did. Other processes can take the lease after the pause.
	Free(ctx context.Context, held Row, pause time.Duration) (bool, error)
}
