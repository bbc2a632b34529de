package lease

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Row is a lease as stored.
type Row struct {
	Name    string
	Holder  string        // empty if the lease is free
	Left    time.Duration // time until another process can take the lease, by the store's clock; at most 0 if it can now
	Version int64         // grows by one each time the lease is taken
	Data    string        // left by the holder for the next holder
}

// Store keeps leases by one clock, which all its users share. It may be used concurrently.
type Store interface {
	// List returns the leases whose names begin with the prefix, in any order.
	List(ctx context.Context, prefix string) ([]Row, error)
	// Take gives the lease to the holder for a term, unless another process holds it or a pause after Free
	// still runs. It returns the lease as it is afterwards, and whether it was taken. A holder can take it
	// again, under a new version.
	Take(ctx context.Context, name, holder string, term time.Duration) (Row, bool, error)
	// Renew extends the leases that still have the same holder and version, and replaces their data. It
	// returns their names.
	Renew(ctx context.Context, held []Row, term time.Duration) ([]string, error)
	// Free ends a lease and replaces its data if it still has the same holder and version, and
	// reports whether it did. Other processes can take the lease after the pause.
	Free(ctx context.Context, held Row, pause time.Duration) (bool, error)
}

// Keeper holds leases for one process. It may be used concurrently.
type Keeper struct {
	Store  Store
	Holder string        // names this process and no other
	Term   time.Duration // term of each lease
	// Elapsed returns how much time has passed, including time when the machine was suspended.
	Elapsed func() time.Duration
	// Lost is called, from any goroutine, when a lease runs out or a renewal finds it taken or freed. It may be nil.
	Lost func()

	mu   sync.Mutex       // not held during a call of the store
	held map[string]*Hold // by name
}

func usable(term time.Duration) time.Duration { return term * 2 / 3 }

// Take takes a lease and ends this process's former [Hold] of it. If the lease is not free, the Hold is
// nil, and the row has the holder and the time left.
func (k *Keeper) Take(ctx context.Context, name string) (*Hold, Row, error) {
	asked := k.Elapsed()
	row, taken, err := k.Store.Take(ctx, name, k.Holder, k.Term)
	if err != nil || !taken {
		return nil, row, err
	}
	h := &Hold{keeper: k, row: row, stored: row.Data, until: asked + usable(k.Term), done: make(chan struct{})}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.held == nil {
		k.held = make(map[string]*Hold)
	}
	if former := k.held[name]; former != nil {
		former.endLocked()
	}
	k.held[name] = h
	h.timer = time.AfterFunc(h.until-k.Elapsed(), h.expire)
	return h, row, nil
}

// Renew extends all leases that are held and stores their data. It ends the holds of leases that the process
// no longer has. If it fails, the leases stay usable as long as before.
func (k *Keeper) Renew(ctx context.Context) error {
	k.mu.Lock()
	holds := make([]*Hold, 0, len(k.held))
	rows := make([]Row, 0, len(k.held))
	for _, h := range k.held {
		holds, rows = append(holds, h), append(rows, h.row)
	}
	k.mu.Unlock()
	if len(rows) == 0 {
		return nil
	}
	asked := k.Elapsed()
	renewed, err := k.Store.Renew(ctx, rows, k.Term)
	if err != nil {
		return err
	}
	slices.Sort(renewed)
	for i, h := range holds {
		if _, still := slices.BinarySearch(renewed, h.row.Name); still {
			h.renewed(asked+usable(k.Term), rows[i].Data)
		} else {
			h.lose()
		}
	}
	return nil
}

// Hold is a lease held by this process. It may be used concurrently.
type Hold struct {
	keeper *Keeper
	done   chan struct{} // closed when the lease must no longer be used

	// The keeper's lock guards the fields below.
	row    Row           // constant except for Data, which is stored with the next renewal
	stored string        // data known to be stored
	until  time.Duration // on the clock of Keeper.Elapsed
	timer  *time.Timer
	ended  bool
}

// Done returns a channel that is closed when the lease must no longer be used.
func (h *Hold) Done() <-chan struct{} { return h.done }

// Usable reports whether the lease may be used now, even right after the process was suspended.
func (h *Hold) Usable() bool {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	return !h.ended && h.keeper.Elapsed() < h.until
}

// Version returns the version under which the process holds the lease.
func (h *Hold) Version() int64 { return h.row.Version }

// SetData sets the data to store when the lease is next renewed or freed.
func (h *Hold) SetData(data string) {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	h.row.Data = data
}

// StoredData returns the data known to be stored: before the first renewal, that of the last holder.
func (h *Hold) StoredData() string {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	return h.stored
}

// Free ends the use of the lease and stores its data. Other processes can take it after the
// pause or, if Free fails, when its term ends.
func (h *Hold) Free(ctx context.Context, pause time.Duration) error {
	h.end()
	h.keeper.mu.Lock()
	row := h.row
	h.keeper.mu.Unlock()
	_, err := h.keeper.Store.Free(ctx, row, pause)
	return err
}

func (h *Hold) renewed(until time.Duration, data string) {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	if !h.ended {
		h.until, h.stored = until, data
		h.timer.Reset(until - h.keeper.Elapsed())
	}
}

// expire ends the lease unless it was just renewed.
func (h *Hold) expire() {
	h.keeper.mu.Lock()
	left := h.until - h.keeper.Elapsed()
	if left > 0 && !h.ended {
		h.timer.Reset(left)
	}
	h.keeper.mu.Unlock()
	if left <= 0 {
		h.lose()
	}
}

func (h *Hold) lose() {
	if h.end() && h.keeper.Lost != nil {
		h.keeper.Lost()
	}
}

// end reports whether the lease was still held.
func (h *Hold) end() bool {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	return h.endLocked()
}

func (h *Hold) endLocked() bool {
	if h.ended {
		return false
	}
	h.ended = true
	h.timer.Stop()
	if h.keeper.held[h.row.Name] == h {
		delete(h.keeper.held, h.row.Name)
	}
	close(h.done)
	return true
}
