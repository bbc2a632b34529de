package store

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/game"
)

const (
	maxRooms = 16_000 // in memory at a time; one takes some 1.5 KB
	stripes  = 4096
)

// cache is a database that keeps rooms in memory, each from the first time it is
// asked for. The database makes changes in the order in which it is given them. Nobody
// else may change it but a visitor, after whom [cache.Due] forgets all rooms; until then
// they may be read as they were, but nothing is made of them: commits compare versions.
type cache struct {
	*database
	turns [stripes]chan struct{} // each holds something while a room of its places is read or changed below

	mu       sync.Mutex // never held while anything waits
	rooms    rooms
	resets   int // how often rooms were dropped without taking their turns
	changing int // how many change rooms below without taking their turns

	visited func()       // called when somebody else has changed the database, if not nil
	version atomic.Int64 // of the data, as far as others have changed it
}

func newCache(d *database, most int) *cache {
	c := &cache{database: d, rooms: newRooms(most)}
	for i := range c.turns {
		c.turns[i] = make(chan struct{}, 1)
	}
	return c
}

// Load implements [game.Store]. The room comes first: whoever is told of a room
// that an action has not changed is not told that it has, nor the reverse.
func (c *cache) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	defer limited(&ctx, c.limits.Attempt)()
	room, ok := c.find(at)
	if !ok {
		return c.load(ctx, at, delivery)
	}
	if delivery == "" {
		return room, game.Seen{}, nil
	}
	seen, err := c.seen(ctx, delivery)
	if err == nil && seen.Known { // perhaps since the room was read
		room, _, err = c.load(ctx, at, "")
	}
	return room, seen, err
}

// load is Load in turn with changes of the room.
func (c *cache) load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	done, err := c.turn(ctx, at)
	if err != nil {
		return game.Room{}, game.Seen{}, err
	}
	defer done()
	if room, ok := c.find(at); ok && delivery == "" {
		return room, game.Seen{}, nil
	}
	resets := c.countResets()
	room, seen, err := c.database.Load(ctx, at, delivery)
	if err == nil {
		c.put(room, resets)
	}
	return room, seen, err
}

// Commit implements [game.Store].
func (c *cache) Commit(ctx context.Context, change game.Change) ([]game.Slot, error) {
	defer limited(&ctx, c.limits.Attempt)()
	done, err := c.turn(ctx, change.Place)
	if err != nil {
		return nil, err
	}
	held, err := c.database.Commit(ctx, change)
	whenEnded(err, func() {
		defer done()
		if err == nil {
			c.change(change.Place, func(r game.Room) game.Room { return changed(r, change) })
		} else if !errors.Is(err, game.ErrDuplicate) {
			c.drop(change.Place) // which is not as somebody thought, or nobody knows how it is
		}
		if channel, ok := change.Place.Channel(); ok && mayRun(change) {
			c.forget([]game.Place{channel}, nil)
		}
	})
	return held, err
}

// mayRun reports whether other games may run in a place after a change than before.
func mayRun(c game.Change) bool {
	return len(c.Discard) > 0 || slices.ContainsFunc(c.Steps, func(s game.Step) bool { return !goesOn(s) })
}

// Note implements [game.Store].
func (c *cache) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	defer limited(&ctx, c.limits.Attempt)()
	done, err := c.turn(ctx, n.Place)
	if err != nil {
		return 0, err
	}
	standing, err := c.database.Note(ctx, n)
	whenEnded(err, func() {
		defer done()
		if err != nil {
			c.drop(n.Place)
			return
		}
		c.change(n.Place, func(r game.Room) game.Room {
			r.Slots, _ = game.NoteAmong(r.Slots, n)
			return r
		})
	})
	return standing, err
}

// Due implements [game.Store].
func (c *cache) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	defer limited(&ctx, c.limits.Search)()
	if err := c.notice(ctx); err != nil {
		return nil, err
	}
	return c.database.Due(ctx, now, until, most, prefixes)
}

// notice forgets all that is kept if somebody else has changed the database.
func (c *cache) notice(ctx context.Context) error {
	version, err := transacted(ctx, c.write, func(ctx context.Context, s session) (version int64, err error) {
		err = s.query(ctx, dataVersion, nil, func(scan scan) error { return scan(&version) })
		return version, err
	})
	if err != nil {
		return err
	}
	if before := c.version.Swap(version); before == version {
		return nil
	}
	c.reset(func(game.Place) bool { return true })
	if c.visited != nil {
		c.visited()
	}
	return nil
}

// DueSlots implements [game.Store].
func (c *cache) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	taken, found, err := c.takeSlots(ctx, now, most, prefixes)
	if len(found) > 0 {
		whenEnded(err, func() {
			c.reset(func(at game.Place) bool {
				return slices.ContainsFunc(found, func(d game.DueSlot) bool { return d.Place == at })
			})
		})
	}
	return taken, err
}

// whenEnded calls do when that has ended which the error came from: later, if
// somebody did not wait for it.
func whenEnded(err error, do func()) {
	var unfinished *unfinishedError
	if !errors.As(err, &unfinished) {
		do()
		return
	}
	go func() {
		unfinished.wait()
		do()
	}()
}

// turn waits until nobody else reads or changes the room of a place below, and
// returns what ends the turn.
func (c *cache) turn(ctx context.Context, at game.Place) (done func(), err error) {
	turn := c.turns[stripe(at)]
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// stripe is the FNV-1a hash of a place.
func stripe(at game.Place) uint32 {
	hash := uint32(2166136261)
	for i := range len(at) {
		hash = (hash ^ uint32(at[i])) * 16777619
	}
	return hash % stripes
}

// begin has all rooms read below until end: others may see there what is changed before
// it is known here.
func (c *cache) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changing++
}

// end drops the rooms that were changed.
func (c *cache) end(changed func(game.Place) bool) {
	c.reset(changed)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changing--
}

func (c *cache) find(at game.Place) (game.Room, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.changing > 0 {
		return game.Room{}, false
	}
	return c.rooms.find(at)
}

func (c *cache) countResets() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.resets
}

// put keeps a room, unless rooms were dropped since it was read.
func (c *cache) put(r game.Room, resets int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.resets == resets && c.changing == 0 {
		c.rooms.put(r)
	}
}

// change changes a room, if it is kept: if it was dropped meanwhile, it is read
// again.
func (c *cache) change(at game.Place, do func(game.Room) game.Room) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if room, ok := c.rooms.find(at); ok {
		c.rooms.put(do(room))
	}
}

func (c *cache) drop(at game.Place) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rooms.drop(at)
}

// reset drops the rooms of some places, also those that are being read, and takes
// no turns: it comes after what was changed below.
func (c *cache) reset(of func(game.Place) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.resets++
	for at := range c.rooms.byPlace {
		if of(at) {
			c.rooms.drop(at)
		}
	}
}

// forget drops the rooms of places of which something was deleted, and all rooms if
// that failed, for it may not name all of them.
func (c *cache) forget(places []game.Place, failed error) {
	if failed != nil {
		c.reset(func(game.Place) bool { return true })
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.resets++
	for _, at := range places {
		c.rooms.drop(at)
	}
}

// changed is a room after a change that was stored.
func changed(r game.Room, c game.Change) game.Room {
	for _, s := range c.Steps {
		if s.Before == nil || has(r, s.After.ID) { // else it was no more in the room
			r = r.With(s.After)
		}
	}
	r.Slots = slices.Clone(r.Slots)
	for _, change := range c.Slots {
		r.Slots, _ = changeSlot(r.Slots, change, c)
	}
	r.Slots = slices.DeleteFunc(r.Slots, func(s game.Slot) bool { return !has(r, s.Game) })
	r.Unreadable = slices.DeleteFunc(slices.Clone(r.Unreadable), func(id game.ID) bool { return slices.Contains(c.Discard, id) })
	if c.Settings != nil {
		r.Settings = *c.Settings
	}
	return r
}

func has(r game.Room, id game.ID) bool {
	for g := range r.Games() {
		if g.ID == id {
			return true
		}
	}
	return false
}
