package linear

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
)

// checkThenAct is a store that looks whether a change fits, and then makes it
// whatever has happened in between.
type checkThenAct struct{ game.Store }

func (s checkThenAct) Commit(ctx context.Context, c game.Change) error {
	room, err := s.Load(ctx, c.Place)
	if err != nil {
		return err
	}
	for _, step := range c.Steps {
		stored, known := room.Find(step.After.ID)
		if known != (step.Before != nil) || known && stored.Version != step.Before.Version {
			return game.ErrStale
		}
	}
	runtime.Gosched()
	for range 100 { // then it cannot be made to fit: the game is gone, say
		if err = s.Store.Commit(ctx, s.anyhow(ctx, c)); !errors.Is(err, game.ErrStale) {
			break
		}
	}
	return err
}

// anyhow is the change, made to fit what is stored.
func (s checkThenAct) anyhow(ctx context.Context, c game.Change) game.Change {
	room, _ := s.Load(ctx, c.Place) // memory does not fail
	if stored, known := room.Find(c.Steps[0].After.ID); known && c.Steps[0].Before != nil {
		c.Steps = []game.Step{{Before: &stored, After: c.Steps[0].After, Due: c.Steps[0].Due}}
	}
	return c
}

// forgetful is a store that does not note what was delivered.
type forgetful struct{ game.Store }

func (s forgetful) Commit(ctx context.Context, c game.Change) error {
	c.Delivery = ""
	return s.Store.Commit(ctx, c)
}

// hasty is a store that tells what was delivered before everybody can see it.
type hasty struct {
	game.Store
	below game.Store
}

func (s hasty) Delivered(ctx context.Context, delivery string, now time.Time) (game.Made, bool, error) {
	return s.below.Delivered(ctx, delivery, now)
}

// slow is a store that others can see into before it returns.
type slow struct{ game.Store }

func (s slow) Commit(ctx context.Context, c game.Change) error {
	err := s.Store.Commit(ctx, c)
	time.Sleep(time.Millisecond)
	return err
}

// Each mistake that a store could make is seen in what people are told. A process
// that remembers what others change is one of them.
func TestMistakesAreSeen(t *testing.T) {
	for name, stores := range map[string]func() []game.Store{
		"a check before the change": func() []game.Store {
			s := checkThenAct{game.NewMemory(timing)}
			return []game.Store{s, s}
		},
		"forgotten deliveries": func() []game.Store {
			s := forgetful{game.NewMemory(timing)}
			return []game.Store{s, s}
		},
		"two memories of one store": func() []game.Store {
			s := game.NewMemory(timing)
			return []game.Store{game.NewCached(s), game.NewCached(s)}
		},
		"deliveries known too early": func() []game.Store {
			below := slow{game.NewMemory(timing)}
			s := hasty{game.NewCached(below), below}
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
