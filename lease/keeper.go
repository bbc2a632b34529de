package lease

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Keeper holds leases for one process. It may be used concurrently.
type Keeper struct {
	Store  Store
	Holder string        // names the process, and no other one
	Term   time.Duration // of each lease
	// Ran says how much time has passed, also while the machine was suspended.
	Ran func() time.Duration
	// Lost is told of each lease that ended before it was freed, in any goroutine; nil:
	// nobody is.
	Lost func()

	mu   sync.Mutex       // never held while anything waits
	held map[string]*Hold // by name
}

// usable is how long a lease of that term may be used after it was asked for.
func usable(term time.Duration) time.Duration { return term * 2 / 3 }

// Take takes a lease. What the process held of it before ends by that. If it is not to be had the hold is nil, and the row tells who
// has it and for how long.
func (k *Keeper) Take(ctx context.Context, name string) (*Hold, Row, error) {
	asked := k.Ran()
	row, taken, err := k.Store.Take(ctx, name, k.Holder, k.Term)
	if err != nil || !taken {
		return nil, row, err
	}
	h := &Hold{keeper: k, row: row, kept: row.Data, until: asked + usable(k.Term), done: make(chan struct{})}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.held == nil {
		k.held = make(map[string]*Hold)
	}
	if former := k.held[name]; former != nil {
		former.endLocked()
	}
	k.held[name] = h
	h.timer = time.AfterFunc(h.until-k.Ran(), h.expire)
	return h, row, nil
}

// Renew has the terms of all leases that are held begin anew, and stores their data.
// Those that somebody else has taken end. After an error all are used until two thirds
// of their terms have passed.
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
	asked := k.Ran()
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

// Hold is a lease that this process has. It may be used concurrently.
type Hold struct {
	keeper *Keeper
	done   chan struct{} // closed when it may not be used any more

	// The keeper's lock guards what follows.
	row   Row // only its data change: those that are to be stored
	kept  string
	until time.Duration // by Ran
	timer *time.Timer
	ended bool
}

// Done is closed once the lease may not be used any more.
func (h *Hold) Done() <-chan struct{} { return h.done }

// Usable reports whether the lease may be used now. Unlike [Hold.Done] it also
// answers rightly at once after the process stood still.
func (h *Hold) Usable() bool {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	return !h.ended && h.keeper.Ran() < h.until
}

// Version is the one under which the process holds the lease.
func (h *Hold) Version() int64 { return h.row.Version }

// Keep has data be stored with the lease when it is renewed or freed.
func (h *Hold) Keep(data string) {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	h.row.Data = data
}

// Kept gives the data that are surely stored: those of the last renewal, or at
// first those that the last holder left.
func (h *Hold) Kept() string {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	return h.kept
}

// Free ends the use of the lease and stores its data. Others may take it after the
// pause. If that fails they have to wait for the end of its term.
func (h *Hold) Free(ctx context.Context, pause time.Duration) error {
	h.end()
	h.keeper.mu.Lock()
	row := h.row
	h.keeper.mu.Unlock()
	_, err := h.keeper.Store.Free(ctx, row, pause)
	return err
}

// renewed notes that the lease is held for longer, with data that are stored.
func (h *Hold) renewed(until time.Duration, data string) {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	if !h.ended {
		h.until, h.kept = until, data
		h.timer.Reset(until - h.keeper.Ran())
	}
}

// expire ends the lease unless it was renewed just now.
func (h *Hold) expire() {
	h.keeper.mu.Lock()
	left := h.until - h.keeper.Ran()
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

// end ends the use, and reports whether it had not ended before.
func (h *Hold) end() bool {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	return h.endLocked()
}

// endLocked is end while the keeper's lock is held.
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
