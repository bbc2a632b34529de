package game

import (
	"context"
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	maxCached = 1 << 18 // rooms; those of one game take some 400 bytes each
	stripes   = 1024
)

// Cached is a [Store] that keeps the rooms of another one in memory, each from
// the first time it is asked for. Nobody else may change that store.
type Cached struct {
	Store
	seed  maphash.Seed
	locks [stripes]sync.Mutex // each held while rooms of some places are read or changed below

	mu      sync.Mutex // guards what follows, and never waits for the store
	shelves shelves
}

// NewCached keeps the rooms of a store in memory.
func NewCached(store Store) *Cached {
	return &Cached{Store: store, seed: maphash.MakeSeed()}
}

// Load implements [Store].
func (c *Cached) Load(ctx context.Context, at Place) (Room, error) {
	if room, ok := c.cached(at); ok {
		return room, nil
	}
	defer c.lock(at)()
	if room, ok := c.cached(at); ok {
		return room, nil // somebody else was faster
	}
	room, err := c.Store.Load(ctx, at)
	if err == nil {
		c.put(room)
	}
	return room, err
}

// Commit implements [Store]. After an error the room is read again.
func (c *Cached) Commit(ctx context.Context, change Change) error {
	defer c.lock(change.Place)()
	err := c.Store.Commit(ctx, change)
	c.mu.Lock()
	defer c.mu.Unlock()
	room, ok := c.shelves.room(change.Place)
	if !ok {
		return err
	}
	after, stale := room.after(change)
	if err != nil || stale != nil {
		c.shelves.drop(change.Place)
		return err
	}
	c.hold(after)
	return nil
}

// Note implements [Store]. That a message is taken down, it stores with the next
// one that is shown: until then, nobody misses it.
func (c *Cached) Note(ctx context.Context, at Place, id ID, before *Messages, after Messages) error {
	defer c.lock(at)()
	shown, err := c.note(at, id, before, after)
	if err != nil || !shown {
		return err
	}
	return c.Store.Note(ctx, at, id, nil, after)
}

// note notes in memory, and tells whether there is a message that was not there.
func (c *Cached) note(at Place, id ID, before *Messages, after Messages) (shown bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	room, ok := c.shelves.room(at)
	if !ok {
		return false, ErrStale // it is to be read again
	}
	was := room.messages(id)
	if room, err = room.noted(id, before, after); err != nil {
		return false, err
	}
	c.shelves.put(room)
	return slices.ContainsFunc(after.Shown, func(p Posted) bool { return !slices.Contains(was.Shown, p) }), nil
}

// Purge implements [Store].
func (c *Cached) Purge(ctx context.Context, prefix string) error {
	for i := range c.locks {
		c.locks[i].Lock()
		defer c.locks[i].Unlock()
	}
	err := c.Store.Purge(ctx, prefix)
	c.mu.Lock()
	defer c.mu.Unlock()
	for at := range c.shelves.byPlace {
		if strings.HasPrefix(string(at), prefix) {
			c.shelves.drop(at)
		}
	}
	return err
}

// Clean implements [Store].
func (c *Cached) Clean(ctx context.Context, now time.Time) ([]Place, error) {
	places, err := c.Store.Clean(ctx, now)
	for _, at := range places {
		c.forget(at)
	}
	return places, err
}

// forget has a room read again.
func (c *Cached) forget(at Place) {
	defer c.lock(at)()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shelves.drop(at)
}

func (c *Cached) cached(at Place) (Room, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shelves.room(at)
}

func (c *Cached) put(r Room) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hold(r)
}

// hold keeps a room, in the place of any other if there are too many.
func (c *Cached) hold(r Room) {
	if len(c.shelves.byPlace) >= maxCached {
		for at := range c.shelves.byPlace {
			c.shelves.drop(at)
			break
		}
	}
	c.shelves.put(r)
}

// lock locks a place, with some others, and returns what unlocks it.
func (c *Cached) lock(at Place) func() {
	lock := &c.locks[maphash.String(c.seed, string(at))%stripes]
	lock.Lock()
	return lock.Unlock
}
