package linear

import (
	"context"
	"errors"
	"regexp"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/people"
	"othellobot/store/memory"
)

// checkThenAct is a faulty store that saves a change even if the room has changed since its check.
type checkThenAct struct{ people.Store }

func (s checkThenAct) Save(ctx context.Context, c game.Change) error {
	room, err := s.Load(ctx, c.Room.Place, "")
	if err == nil && room.Version != c.Before {
		err = game.ErrStale
	}
	if err != nil {
		return err
	}
	for {
		runtime.Gosched()
		if err := s.Store.Save(ctx, c); !errors.Is(err, game.ErrStale) {
			return err
		}
		room, _ = s.Load(ctx, c.Room.Place, "") // memory does not fail
		c.Before, c.Room.Version = room.Version, room.Version+1
	}
}

// forgetful is a faulty store that records no deliveries.
type forgetful struct{ people.Store }

func (s forgetful) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	room, err := s.Store.Load(ctx, at, delivery)
	if room.Version == 0 || err != nil {
		return room, err
	}
	text, err := room.MarshalJSON()
	return game.ReadRoom(at, room.Version, deliveries.ReplaceAll(text, nil)), err
}

var deliveries = regexp.MustCompile(`,"deliveries":"[^"]*"`)

// remembering is a faulty store that caches rooms and notices only its own changes.
type remembering struct {
	people.Store
	mu    sync.Mutex
	rooms map[game.Place]game.Room
}

func remember(s people.Store) *remembering {
	return &remembering{Store: s, rooms: make(map[game.Place]game.Room)}
}

func (s *remembering) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	s.mu.Lock()
	kept, ok := s.rooms[at]
	s.mu.Unlock()
	if ok {
		return kept, nil
	}
	return s.Store.Load(ctx, at, delivery)
}

func (s *remembering) Save(ctx context.Context, c game.Change) error {
	err := s.Store.Save(ctx, c)
	room, _ := s.Store.Load(ctx, c.Room.Place, "") // memory does not fail
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rooms[c.Room.Place] = room
	return err
}

// TestMistakesAreSeen checks that the model detects faulty stores.
func TestMistakesAreSeen(t *testing.T) {
	for name, stores := range map[string]func() []people.Store{
		"a check before the change": func() []people.Store {
			s := checkThenAct{memory.New(timing)}
			return []people.Store{s, s}
		},
		"forgotten deliveries": func() []people.Store {
			s := forgetful{memory.New(timing)}
			return []people.Store{s, s}
		},
		"two memories of one store": func() []people.Store {
			s := memory.New(timing)
			return []people.Store{remember(s), remember(s)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			const attempts = 10
			for range attempts {
				if porcupine.CheckOperationsTimeout(specification, play(t, stores()...), 10*time.Second) == porcupine.Illegal {
					return
				}
			}
			t.Errorf("the model accepts %d histories of the faulty store", attempts)
		})
	}
}
