package app

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
	"othellobot/store"
)

// counting is a store that counts what is asked of it for somebody, by name. What
// falls due is looked for in other ways.
type counting struct {
	game.Store
	mu    sync.Mutex
	calls []string
}

func (c *counting) count(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, name)
}

// since gives the calls since the last time.
func (c *counting) since() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	calls := c.calls
	c.calls = nil
	return calls
}

func (c *counting) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	c.count("Load")
	return c.Store.Load(ctx, at, delivery)
}

func (c *counting) Commit(ctx context.Context, change game.Change) ([]game.Slot, error) {
	c.count("Commit")
	return c.Store.Commit(ctx, change)
}

func (c *counting) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	c.count("Note")
	return c.Store.Note(ctx, n)
}

func (c *counting) Duels(ctx context.Context, p game.Player, now time.Time) (game.Duels, error) {
	c.count("Duels")
	return c.Store.Duels(ctx, p, now)
}

func (c *counting) Finished(ctx context.Context, id game.ID) (game.Finished, error) {
	c.count("Finished")
	return c.Store.Finished(ctx, id)
}

func (c *counting) Records(ctx context.Context, p game.Player) ([]game.Record, error) {
	c.count("Records")
	return c.Store.Records(ctx, p)
}

func (c *counting) Vote(ctx context.Context, vote game.Cast) error {
	c.count("Vote")
	return c.Store.Vote(ctx, vote)
}

func (c *counting) Votes(ctx context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	c.count("Votes")
	return c.Store.Votes(ctx, id, from, to)
}

func (c *counting) Named(ctx context.Context, p game.Player) ([]game.Game, error) {
	c.count("Named")
	return c.Store.Named(ctx, p)
}

// A move asks three things of the store where nobody else acts: the room, the
// change, and the note of its message. What changes nothing asks one.
func TestCallsOfTheStore(t *testing.T) {
	changes, reads := []string{"Load", "Commit", "Note"}, []string{"Load"}
	for platform, meet := range bothPlatforms {
		t.Run(platform, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := &counting{Store: store.NewMemory(keeping)}
				m := meetOver(t, game.PortsOf(c, keeping), nil, meet)
				for _, line := range []struct {
					does  string
					calls []string
				}{
					{"ana: start", changes},
					{"ana: move square:d3", changes},
					{"bo: [c3]", changes},
					{"ana: move square:c4", changes},
					{"bo: move square:a1", reads},  // not legal
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
					if got := c.since(); !slices.Equal(got, line.calls) {
						t.Errorf("%q asks %q of the store, want %q", line.does, got, line.calls)
					}
				}
			})
		})
	}
}
