package game

import (
	"context"
	"errors"
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
// the first time it is asked for. Nobody else may change that store, which makes
// changes in the order in which it is given them.
type Cached struct {
	Store
	seed  maphash.Seed
	locks [stripes]sync.Mutex // each held while rooms of some places are read or changed below

	mu      sync.Mutex // guards what follows, and never waits for the store
	most    int        // rooms at a time
	shelves shelves
	// Where it is open whether a change is stored, or will be yet, until the next
	// one there: those rooms are not kept.
	open map[Place]struct{}
	// Where changes are on their way into the store, by their deliveries.
	underWay map[string]Place
}

// NewCached keeps the rooms of a store in memory.
func NewCached(store Store) *Cached {
	return &Cached{
		Store: store, seed: maphash.MakeSeed(), most: maxCached,
		open: make(map[Place]struct{}), underWay: make(map[string]Place),
	}
}

// Load implements [Store].
func (c *Cached) Load(ctx context.Context, at Place) (Room, error) {
	if room, ok := c.cached(at); ok {
		return room, nil
	}
	defer c.lock(at)()
	return c.load(ctx, at)
}

// load is the room of a place whose lock is held.
func (c *Cached) load(ctx context.Context, at Place) (Room, error) {
	if room, ok := c.cached(at); ok {
		return room, nil // somebody else was faster
	}
	room, err := c.Store.Load(ctx, at)
	if err == nil {
		c.put(room)
	}
	return room, err
}

// Commit implements [Store]. Where it is not known what is stored now, the room
// is read again.
func (c *Cached) Commit(ctx context.Context, change Change) error {
	defer c.lock(change.Place)()
	c.begin(change)
	err := c.Store.Commit(ctx, change)
	if !c.apply(change, err) {
		c.reload(ctx, change.Place)
	}
	return err
}

// begin notes that a change is on its way.
func (c *Cached) begin(change Change) {
	if change.Delivery == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.underWay[change.Delivery] = change.Place
}

// apply makes a change of a room as the store did, and reports whether the room,
// if it is kept, is as the store has it now.
func (c *Cached) apply(change Change, err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.underWay, change.Delivery)
	if err != nil && !refused(err) {
		c.open[change.Place] = struct{}{}
		c.shelves.drop(change.Place)
		return true
	}
	delete(c.open, change.Place)
	room, ok := c.shelves.room(change.Place)
	if !ok {
		return true
	}
	after, stale := room.after(change)
	switch {
	case errors.Is(err, ErrDuplicate):
		return true
	case err != nil:
		return stale != nil
	case stale != nil:
		return false
	}
	c.hold(after)
	return true
}

// Delivered implements [Store]. Whoever is told that something was made finds it
// in its room: what the store has, and the memory not yet, is waited for.
func (c *Cached) Delivered(ctx context.Context, delivery string, now time.Time) (Made, bool, error) {
	made, known, err := c.Store.Delivered(ctx, delivery, now)
	c.mu.Lock()
	at, underWay := c.underWay[delivery]
	c.mu.Unlock()
	if known && underWay {
		c.lock(at)()
	}
	return made, known, err
}

// Note implements [Store]. That a message is taken down, it stores with the next
// one that is shown: until then, nobody misses it.
func (c *Cached) Note(ctx context.Context, at Place, id ID, before *Messages, after Messages) error {
	defer c.lock(at)()
	room, err := c.load(ctx, at)
	if err != nil {
		return err
	}
	was := room.messages(id)
	if room, err = room.noted(id, before, after); err != nil {
		return err
	}
	kept := c.put(room)
	if kept && !slices.ContainsFunc(after.Shown, func(p Posted) bool { return !slices.Contains(was.Shown, p) }) {
		return nil
	}
	return c.Store.Note(ctx, at, id, nil, after)
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
		if !strings.HasPrefix(string(at), prefix) {
			continue
		}
		c.shelves.drop(at)
		if err != nil {
			c.open[at] = struct{}{}
		}
	}
	return err
}

// Clean implements [Store].
func (c *Cached) Clean(ctx context.Context, now time.Time) ([]Place, error) {
	places, err := c.Store.Clean(ctx, now)
	for _, at := range places {
		unlock := c.lock(at)
		c.reload(ctx, at)
		unlock()
	}
	return places, err
}

// reload reads a room again, if it is kept; the lock of its place is held. Of its
// messages nobody knows more than is kept.
func (c *Cached) reload(ctx context.Context, at Place) {
	kept, ok := c.cached(at)
	if !ok {
		return
	}
	room, err := c.Store.Load(ctx, at)
	if err != nil {
		c.drop(at) // and read it later
		return
	}
	room.shown, room.down = kept.shown, kept.down
	c.put(room.forgetPosted())
}

func (c *Cached) drop(at Place) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shelves.drop(at)
}

func (c *Cached) cached(at Place) (Room, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shelves.room(at)
}

// put keeps a room, and reports whether it does.
func (c *Cached) put(r Room) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, open := c.open[r.Place]; open {
		return false
	}
	c.hold(r)
	return true
}

// hold keeps a room, in the place of any other if there are too many.
func (c *Cached) hold(r Room) {
	if c.shelves.byPlace[r.Place] == nil && len(c.shelves.byPlace) >= c.most {
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
