package app

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"

	"othellobot/game"
	"othellobot/people"
	"othellobot/store"
)

// callRecorder records the names of the store calls that serve a user. It ignores calls that look for
// due tasks.
type callRecorder struct {
	people.Store
	calls chan string
}

func (c callRecorder) record(name string) { c.calls <- name }

func (c callRecorder) take() (calls []string) {
	for len(c.calls) > 0 {
		calls = append(calls, <-c.calls)
	}
	return calls
}

func (c callRecorder) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	c.record("Load")
	return c.Store.Load(ctx, at, delivery)
}

func (c callRecorder) Save(ctx context.Context, change game.Change) error {
	if change.Async {
		c.record("Note")
	} else {
		c.record("Save")
	}
	return c.Store.Save(ctx, change)
}

func (c callRecorder) Versions(ctx context.Context, at []game.Place) (map[game.Place]int64, error) {
	c.record("Versions")
	return c.Store.Versions(ctx, at)
}

func (c callRecorder) Rooms(ctx context.Context, which game.RoomFilter, most int) ([]game.Room, error) {
	c.record("Rooms")
	return c.Store.Rooms(ctx, which, most)
}

func (c callRecorder) Past(ctx context.Context, which game.PastFilter, most int) ([]game.Past, error) {
	c.record("Past")
	return c.Store.Past(ctx, which, most)
}

func (c callRecorder) Records(ctx context.Context, p game.Player) ([]game.Record, error) {
	c.record("Records")
	return c.Store.Records(ctx, p)
}

func (c callRecorder) Vote(ctx context.Context, vote game.VoteChange) error {
	c.record("Vote")
	return c.Store.Vote(ctx, vote)
}

func (c callRecorder) Votes(ctx context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	c.record("Votes")
	return c.Store.Votes(ctx, id, from, to)
}

// Without concurrent actions, a move takes four calls: load the room, save the move, load the room
// again, and save the message's ID asynchronously ("Note"). An action that changes nothing takes one.
func TestCallsOfTheStore(t *testing.T) {
	changes, reads := []string{"Load", "Save", "Load", "Note"}, []string{"Load"}
	for platform, mode := range soloModes {
		t.Run(platform, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var c callRecorder
				m := newBubble(t, mode, func(s *bubble) {
					s.wrapStore = func(db people.Store) people.Store {
						c = callRecorder{db, make(chan string, 100)}
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
					m.act(t, line.does)
					if got := c.take(); !slices.Equal(got, line.calls) {
						t.Errorf("%q asks %q of the store, want %q", line.does, got, line.calls)
					}
				}
			})
		})
	}
}

// After a user's forget, the database contains no trace of the user, not even in the platform's IDs of
// deliveries, places and messages.
func TestForgottenOnBothPlatforms(t *testing.T) {
	for platform, mode := range soloModes {
		t.Run(platform, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				url := "sqlite:" + filepath.Join(t.TempDir(), "othello.db")
				m := newBubble(t, mode, func(s *bubble) { s.database = url }).channel(platform, 0)
				for _, line := range []string{
					"mo: settings theme:vivid pings:now",
					"ana: start opponent:@bo color:black", "bo: [Accept]", "ana: move square:e6", "bo: [f4]", "bo: resign", "bo: [Yes, resign]",
					"bo: start opponent:@ana color:white", "ana: [Decline]",
					"ana: start", "ana: move square:d3", "bo: [c3]", "ana: undo", "ana: board", "ana: check square:a1",
				} {
					m.act(t, line)
				}
				ana, bo := []byte(m.User("ana").ID), []byte(m.User("bo").ID)
				if now := contents(t, url); !bytes.Contains(now, ana) || !bytes.Contains(now, bo) {
					t.Error("those who play are not in the database")
				}
				m.act(t, "ana: help topic:forget")
				m.act(t, "ana: [Forget me]")
				now := contents(t, url)
				if bytes.Contains(now, ana) {
					t.Errorf("the id of somebody forgotten is in the database:\n%+v", m.Seen("ana"))
				}
				if !bytes.Contains(now, bo) {
					t.Error("somebody else is forgotten too")
				}
			})
		})
	}
}

// contents returns the bytes of a copy of the database. A copy contains no deleted data.
func contents(t *testing.T, url string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "copy.db")
	must(t, store.Backup(t.Context(), url, file))
	data, err := os.ReadFile(file)
	must(t, err)
	return data
}
