package store

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/game"
)

const maxRooms = 16_000 // in memory at a time; one takes some 3 KB

// cache is a database that keeps rooms in memory, each from the first time it is asked for. A
// room may be kept as it was: then a change of it fails, for stores compare versions, and it is
// read again.
type cache struct {
	*database
	most    int
	visited func() // called when another process has changed the database

	version atomic.Int64 // of the data, as far as others have changed it

	mu    sync.Mutex // never held while anything waits
	rooms map[game.Place]game.Room
	drops int // grows whenever rooms change or are dropped: what was read before is not kept then
	// changing are the prefixes under which something is being changed: what is read meanwhile is not kept.
	changing []string
}

func newCache(d *database, most int, visited func()) *cache {
	c := &cache{database: d, most: most, visited: visited, rooms: make(map[game.Place]game.Room)}
	d.changing = func(prefix string) func() {
		c.begin(prefix)
		return func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.end(prefix)
			c.dropAll(prefix)
		}
	}
	return c
}

// Load implements [game.Store].
func (c *cache) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	c.mu.Lock()
	room, ok := c.rooms[at]
	drops := c.drops
	c.mu.Unlock()
	if ok {
		return room, nil
	}
	room, err := c.database.Load(ctx, at, delivery)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil || drops != c.drops || !c.settled(at) {
		return room, err
	}
	for other := range c.rooms {
		if len(c.rooms) < c.most {
			break
		}
		delete(c.rooms, other)
	}
	c.rooms[at] = room
	return room, nil
}

func (c *cache) begin(prefix string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changing = append(c.changing, prefix)
}

// end notes that a change under a prefix has ended. The mutex is held.
func (c *cache) end(prefix string) {
	i := slices.Index(c.changing, prefix)
	c.changing = slices.Delete(c.changing, i, i+1)
	c.drops++
}

// settled reports whether nothing is being changed in a place. The mutex is held.
func (c *cache) settled(at game.Place) bool {
	return !slices.ContainsFunc(c.changing, func(prefix string) bool { return strings.HasPrefix(string(at), prefix) })
}

// Save implements [game.Store].
func (c *cache) Save(ctx context.Context, change game.Change) error {
	room, at := change.Room, change.Room.Place
	c.begin(string(at))
	err := c.database.Save(ctx, change)
	whenEnded(err, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.end(string(at))
		before, ok := c.rooms[at]
		if channel, threaded := at.Channel(); threaded && (!ok || (before.Active == nil) != (room.Active == nil)) {
			delete(c.rooms, channel)
		}
		if err != nil || !ok || before.Version != change.Before || change.Due == game.Never || !c.settled(at) {
			delete(c.rooms, at)
			return
		}
		room.Threads, room.Buried, room.Condemned = before.Threads, before.Buried, before.Condemned
		c.rooms[at] = room
	})
	return err
}

// dropAll has all rooms read again whose names begin with a prefix. The mutex is held.
func (c *cache) dropAll(prefix string) {
	c.drops++
	for at := range c.rooms {
		if strings.HasPrefix(string(at), prefix) {
			delete(c.rooms, at)
		}
	}
}

// Vote implements [game.Store]. It changes no room.
func (c *cache) Vote(ctx context.Context, v game.Cast) error {
	err := c.database.Vote(ctx, v)
	if errors.Is(err, game.ErrStale) {
		c.database.changing(string(v.Place))()
	}
	return err
}

// Due implements [game.Store]. It drops all rooms if another process has changed the database:
// https://www.sqlite.org/pragma.html#pragma_data_version.
func (c *cache) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	defer limited(&ctx, c.limits.Search)()
	versions, err := transacted(ctx, c.write, true, func(ctx context.Context, s session) ([]int64, error) {
		return column[int64](ctx, s, `PRAGMA data_version`)
	})
	if err != nil {
		return game.Due{}, err
	}
	if before := c.version.Swap(versions[0]); before != versions[0] {
		c.database.changing("")()
		c.visited()
	}
	return c.database.Due(ctx, now, until, most, prefixes)
}
