package deadline_test

import (
	"context"
	"errors"
	"reflect"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
	"othellobot/internal/deadline"
)

// silent is a store whose calls never come back while it is silent, nor later if
// they were begun then. The calls are counted.
type silent struct {
	game.Store
	is    atomic.Bool
	calls atomic.Int64
}

func (s *silent) wait(ctx context.Context) error {
	s.calls.Add(1)
	if !s.is.Load() {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

func (s *silent) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	if err := s.wait(ctx); err != nil {
		return game.Room{}, game.Seen{}, err
	}
	return s.Store.Load(ctx, at, delivery)
}

func (s *silent) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	return s.Store.Commit(ctx, c)
}

func (s *silent) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	if err := s.wait(ctx); err != nil {
		return 0, err
	}
	return s.Store.Note(ctx, n)
}

func (s *silent) Duels(ctx context.Context, p game.Player, now time.Time) (game.Duels, error) {
	if err := s.wait(ctx); err != nil {
		return game.Duels{}, err
	}
	return s.Store.Duels(ctx, p, now)
}

func (s *silent) Unfinished(ctx context.Context, p game.Player, most int) ([]game.Unfinished, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	return s.Store.Unfinished(ctx, p, most)
}

func (s *silent) Finished(ctx context.Context, id game.ID) (game.Finished, error) {
	if err := s.wait(ctx); err != nil {
		return game.Finished{}, err
	}
	return s.Store.Finished(ctx, id)
}

func (s *silent) Records(ctx context.Context, p game.Player) ([]game.Record, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	return s.Store.Records(ctx, p)
}

func (s *silent) Strike(ctx context.Context, p game.Player, now time.Time) (bool, error) {
	if err := s.wait(ctx); err != nil {
		return false, err
	}
	return s.Store.Strike(ctx, p, now)
}

func (s *silent) Vote(ctx context.Context, c game.Cast) error {
	if err := s.wait(ctx); err != nil {
		return err
	}
	return s.Store.Vote(ctx, c)
}

func (s *silent) Votes(ctx context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	return s.Store.Votes(ctx, id, from, to)
}

func (s *silent) ForgetVotes(ctx context.Context, p game.Player) error {
	if err := s.wait(ctx); err != nil {
		return err
	}
	return s.Store.ForgetVotes(ctx, p)
}

func (s *silent) Named(ctx context.Context, p game.Player) ([]game.Game, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	return s.Store.Named(ctx, p)
}

func (s *silent) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	return s.Store.Due(ctx, now, until, most, prefixes)
}

func (s *silent) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	return s.Store.DueSlots(ctx, now, most, prefixes)
}

func (s *silent) Drawn(ctx context.Context, id game.ID) (game.Game, []game.Slot, error) {
	if err := s.wait(ctx); err != nil {
		return game.Game{}, nil, err
	}
	return s.Store.Drawn(ctx, id)
}

func (s *silent) Next(ctx context.Context, prefixes []string) (time.Time, bool, error) {
	if err := s.wait(ctx); err != nil {
		return time.Time{}, false, err
	}
	return s.Store.Next(ctx, prefixes)
}

func (s *silent) Bury(ctx context.Context, t game.Tombstone) error {
	if err := s.wait(ctx); err != nil {
		return err
	}
	return s.Store.Bury(ctx, t)
}

func (s *silent) Revive(ctx context.Context, name string) error {
	if err := s.wait(ctx); err != nil {
		return err
	}
	return s.Store.Revive(ctx, name)
}

func (s *silent) Doubtful(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Tombstone, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	return s.Store.Doubtful(ctx, now, until, most, prefixes)
}

func (s *silent) Purge(ctx context.Context, now time.Time) (bool, error) {
	if err := s.wait(ctx); err != nil {
		return false, err
	}
	return s.Store.Purge(ctx, now)
}

func (s *silent) Scrub(ctx context.Context) error {
	if err := s.wait(ctx); err != nil {
		return err
	}
	return s.Store.Scrub(ctx)
}

func (s *silent) Clean(ctx context.Context, now time.Time) error {
	if err := s.wait(ctx); err != nil {
		return err
	}
	return s.Store.Clean(ctx, now)
}

// No call of a store that is silent lasts longer than is written here.
func TestEveryCallEnds(t *testing.T) {
	const attempt, search, sweep = 2500 * time.Millisecond, 8 * time.Second, 30 * time.Second
	want := map[string]time.Duration{
		"Load": attempt, "Commit": attempt, "Note": attempt, "Duels": attempt, "Unfinished": attempt,
		"Finished": attempt, "Records": attempt, "Strike": search,
		"Drawn": attempt, "Due": search, "DueSlots": search, "Next": search, "Named": search, "Purge": search, "Clean": sweep,
		"Bury": attempt, "Revive": attempt, "Doubtful": search, "Scrub": attempt,
		"Vote": attempt, "Votes": attempt, "ForgetVotes": attempt,
		"Puzzler": attempt, "KeepPuzzler": attempt, "ForgetPuzzler": attempt, "Solvers": attempt, "DueDailies": search, "Posted": attempt,
	}
	kind := reflect.TypeFor[game.Store]()
	if kind.NumMethod() != len(want) {
		t.Errorf("a store has %d methods, of which %d are known here", kind.NumMethod(), len(want))
	}
	for i := range kind.NumMethod() {
		method := kind.Method(i)
		synctest.Test(t, func(t *testing.T) {
			s := new(silent)
			s.is.Store(true)
			arguments := []reflect.Value{reflect.ValueOf(t.Context())}
			for in := 1; in < method.Type.NumIn(); in++ {
				arguments = append(arguments, reflect.Zero(method.Type.In(in)))
			}
			began := time.Now()
			results := reflect.ValueOf(deadline.Store(s)).MethodByName(method.Name).Call(arguments)
			err, _ := results[len(results)-1].Interface().(error)
			if took := time.Since(began); took != want[method.Name] || !errors.Is(err, context.DeadlineExceeded) || s.calls.Load() != 1 {
				t.Errorf("%s ends after %v, %d calls: %v; want %v", method.Name, took, s.calls.Load(), err, want[method.Name])
			}
		})
	}
}

// keeper keeps installations for as long as its caller lets it.
type keeper struct{}

func (keeper) Load(ctx context.Context, _ string) ([]byte, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (keeper) Save(ctx context.Context, _ string, _ []byte) error {
	<-ctx.Done()
	return ctx.Err()
}

func (k keeper) Delete(ctx context.Context, name string) error { return k.Save(ctx, name, nil) }

func TestInstallationsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		i := deadline.Installs(keeper{})
		_, err := i.Load(t.Context(), "x")
		for n, err := range []error{err, i.Save(t.Context(), "x", nil), i.Delete(t.Context(), "x")} {
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("call %d: %v", n, err)
			}
		}
		if took := time.Since(began); took != 3*deadline.Attempt {
			t.Errorf("three calls end after %v", took)
		}
	})
}
