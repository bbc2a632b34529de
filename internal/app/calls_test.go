package app

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"othellobot/game"
	"othellobot/people"
)

// counting records the names of the store calls that serve a user. It ignores calls that look for due
// tasks.
type counting struct {
	people.Store
	mu    sync.Mutex
	calls []string
}

func (c *counting) count(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, name)
}

func (c *counting) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	calls := c.calls
	c.calls = nil
	return calls
}

func (c *counting) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	c.count("Load")
	return c.Store.Load(ctx, at, delivery)
}

func (c *counting) Save(ctx context.Context, change game.Change) error {
	if change.Async {
		c.count("Note")
	} else {
		c.count("Save")
	}
	return c.Store.Save(ctx, change)
}

func (c *counting) Rooms(ctx context.Context, which game.RoomFilter, most int) ([]game.Room, error) {
	c.count("Rooms")
	return c.Store.Rooms(ctx, which, most)
}

func (c *counting) Past(ctx context.Context, which game.PastFilter, most int) ([]game.Past, error) {
	c.count("Past")
	return c.Store.Past(ctx, which, most)
}

func (c *counting) Records(ctx context.Context, p game.Player) ([]game.Record, error) {
	c.count("Records")
	return c.Store.Records(ctx, p)
}

func (c *counting) Vote(ctx context.Context, vote game.VoteChange) error {
	c.count("Vote")
	return c.Store.Vote(ctx, vote)
}

func (c *counting) Votes(ctx context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	c.count("Votes")
	return c.Store.Votes(ctx, id, from, to)
}

// Without concurrent actions, a move takes four calls: load the room, save the change, then load again
// and note the message. An action that changes nothing takes one.
func TestCallsOfTheStore(t *testing.T) {
	changes, reads := []string{"Load", "Save", "Load", "Note"}, []string{"Load"}
	for platform, mode := range onEach {
		t.Run(platform, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var c *counting
				m := newBubble(t, mode, func(s *bubble) {
					s.wrapStore = func(db people.Store) people.Store {
						c = &counting{Store: db}
						return c
					}
				}).channel(platform, 0)
				c.take()
				for _, line := range []struct {
					does  string
					calls []string
				}{
					{"ana: start", changes},
					{"ana: move square:d3", changes},
					{"bo: [c3]", changes},
					{"ana: move square:c4", changes},
					{"bo: move square:a1", reads},  // illegal
					{"ana: move square:e3", reads}, // not her turn
					{"bo: move square:zz", reads},  // not a square
					{"cy: check square:e3", reads},
					{"cy: board format:words", reads},
					{"cy: history", reads},
					{"cy: settings", reads},
					{"ana: [e3]", reads}, // not her turn
					{"bo: [e3]", changes},
				} {
					m.says(t, line.does)
					if got := c.take(); !slices.Equal(got, line.calls) {
						t.Errorf("%q asks %q of the store, want %q", line.does, got, line.calls)
					}
				}
			})
		})
	}
}
