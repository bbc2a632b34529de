package store

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/game"
)

const maxRooms = 16_000 // rooms in memory at a time, each about 3 KB

// maxAge limits how long rooms come from the cache after the last check for changes by other processes.
// Actions that miss a new tombstone must end within [game.PurgeGrace].
const maxAge = game.PurgeGrace / 4

// cache keeps rooms in memory after their first use. A cached room may be stale. Then the next change of the
// room fails and removes it from the cache. A room under a tombstone is never cached, so that the end of a
// tombstone changes no cached room.
type cache struct {
	*database
	most int

	version atomic.Int64 // SQLite's data_version, which changes when other processes change the database

	mu      sync.Mutex // not held during queries
	rooms   map[game.Place]game.Room
	checked time.Time // when the database was last checked for another version
	drops   int       // grows when rooms change or are dropped; a room read before that must not be cached
}

func newCache(d *database, most int) *cache {
	return &cache{database: d, most: most, rooms: make(map[game.Place]game.Room), checked: time.Now()}
}

func (c *cache) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	c.mu.Lock()
	room, ok := c.rooms[at]
	ok = ok && time.Since(c.checked) < maxAge
	drops := c.drops
	c.mu.Unlock()
	if ok {
		return room, nil
	}
	room, err := c.database.Load(ctx, at, delivery)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil || drops != c.drops || room.HasTombstone {
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

// Versions also drops the rooms that other processes have changed. So the next Load returns these
// versions or newer ones.
func (c *cache) Versions(ctx context.Context, at []game.Place) (map[game.Place]int64, error) {
	versions, err := c.database.Versions(ctx, at)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, place := range at {
		if err == nil && c.rooms[place].Version != versions[place] {
			c.drops++
			delete(c.rooms, place)
		}
	}
	return versions, err
}

func (c *cache) Save(ctx context.Context, change game.Change) error {
	room, at := change.Room, change.Room.Place
	err := c.database.Save(ctx, change)
	whenEnded(err, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.drops++
		before, ok := c.rooms[at]
		if channel, threaded := at.Channel(); threaded && (!ok || (before.Active == nil) != (room.Active == nil)) {
			delete(c.rooms, channel)
		}
		if err != nil || !ok || before.Version != change.Before || change.Due == game.Never {
			delete(c.rooms, at)
			return
		}
		room.Threads, room.HasTombstone, room.Condemned = before.Threads, before.HasTombstone, before.Condemned
		c.rooms[at] = room
	})
	return err
}

func (c *cache) drop(prefix string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drops++
	for at := range c.rooms {
		if strings.HasPrefix(string(at), prefix) {
			delete(c.rooms, at)
		}
	}
}

func (c *cache) Bury(ctx context.Context, t game.Tombstone) error {
	err := c.database.Bury(ctx, t)
	whenEnded(err, func() { c.drop(t.Prefix) })
	return err
}

func (c *cache) Vote(ctx context.Context, v game.VoteChange) error {
	err := c.database.Vote(ctx, v)
	if errors.Is(err, game.ErrStale) {
		c.drop(string(v.Place))
	}
	return err
}

// Due also drops all rooms if another process has changed the database
// (https://www.sqlite.org/pragma.html#pragma_data_version).
func (c *cache) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	defer limitTime(&ctx, c.limits.Search)()
	asked := time.Now()
	version, err := inTransaction(ctx, c.write, true, func(ctx context.Context, s session) (int64, error) {
		return one[int64](ctx, s, `PRAGMA data_version`)
	})
	if err != nil {
		return game.Due{}, err
	}
	if c.version.Swap(version) != version {
		c.drop("")
	}
	c.mu.Lock()
	c.checked = asked
	c.mu.Unlock()
	return c.database.Due(ctx, now, until, most, prefixes)
}
