package linear

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/store"
)

// checkThenAct is a store that looks whether a change fits, and then makes it
// whatever has happened in between.
type checkThenAct struct{ game.Store }

func (s checkThenAct) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	room, _, err := s.Load(ctx, c.Place, "")
	if err != nil {
		return nil, err
	}
	for _, step := range c.Steps {
		stored, known := room.Find(step.After.ID)
		if known != (step.Before != nil) || known && stored.Version != step.Before.Version {
			return nil, game.ErrStale
		}
	}
	runtime.Gosched()
	for range 100 { // then it cannot be made to fit: the game is gone, say
		if _, err = s.Store.Commit(ctx, s.anyhow(ctx, c)); !errors.Is(err, game.ErrStale) {
			break
		}
	}
	return nil, err
}

// anyhow is the change, made to fit what is stored.
func (s checkThenAct) anyhow(ctx context.Context, c game.Change) game.Change {
	room, _, _ := s.Load(ctx, c.Place, "") // memory does not fail
	if stored, known := room.Find(c.Steps[0].After.ID); known && c.Steps[0].Before != nil {
		c.Steps = []game.Step{{Before: &stored, After: c.Steps[0].After, Due: c.Steps[0].Due}}
	}
	return c
}

// forgetful is a store that does not note what was delivered.
type forgetful struct{ game.Store }

func (s forgetful) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	c.Delivery = ""
	return s.Store.Commit(ctx, c)
}

// remembering is a store that keeps in memory what rooms it has seen, and hears of
// no change but its own.
type remembering struct {
	game.Store
	mu    sync.Mutex
	rooms map[game.Place]game.Room
}

func remember(s game.Store) *remembering {
	return &remembering{Store: s, rooms: make(map[game.Place]game.Room)}
}

func (s *remembering) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	s.mu.Lock()
	kept, ok := s.rooms[at]
	s.mu.Unlock()
	room, seen, err := s.Store.Load(ctx, at, delivery)
	if ok {
		room = kept
	}
	return room, seen, err
}

func (s *remembering) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	held, err := s.Store.Commit(ctx, c)
	room, _, _ := s.Store.Load(ctx, c.Place, "") // memory does not fail
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rooms[c.Place] = room
	return held, err
}

// slow is a store that others can see into before it returns.
type slow struct{ game.Store }

func (s slow) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	held, err := s.Store.Commit(ctx, c)
	time.Sleep(time.Millisecond)
	return held, err
}

// Each mistake that a store could make is seen in what people are told. A process
// that remembers what others change is one of them.
func TestMistakesAreSeen(t *testing.T) {
	for name, stores := range map[string]func() []game.Store{
		"a check before the change": func() []game.Store {
			s := checkThenAct{store.NewMemory(timing)}
			return []game.Store{s, s}
		},
		"forgotten deliveries": func() []game.Store {
			s := forgetful{store.NewMemory(timing)}
			return []game.Store{s, s}
		},
		"two memories of one store": func() []game.Store {
			s := store.NewMemory(timing)
			return []game.Store{remember(s), remember(s)}
		},
		"deliveries known too early": func() []game.Store {
			s := remember(slow{store.NewMemory(timing)})
			return []game.Store{s, s}
		},
	} {
		t.Run(name, func(t *testing.T) {
			const attempts = 10
			for range attempts {
				if porcupine.CheckOperationsTimeout(specification, play(t, stores()...), 10*time.Second) == porcupine.Illegal {
					return
				}
			}
			t.Errorf("in %d histories nobody notices", attempts)
		})
	}
}
