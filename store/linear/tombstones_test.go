package linear

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/people"
	"othellobot/store/memory"
	"othellobot/store/storetest"
)

// TestTombstones checks SQLite, memory, and two processes on a PostgreSQL that rolls transactions back.
func TestTombstones(t *testing.T) {
	for name, stores := range map[string]func(*testing.T) []people.Store{
		"postgres": func(t *testing.T) []people.Store {
			url := storetest.Postgres(t)
			open(t, url)
			url = storetest.Faulty(t, url, storetest.Faults{RolledBack: 10})
			return []people.Store{open(t, url), open(t, url)}
		},
		"sqlite": func(t *testing.T) []people.Store {
			return []people.Store{open(t, "sqlite:"+filepath.Join(t.TempDir(), "othello.db"))}
		},
		"memory": func(*testing.T) []people.Store { return []people.Store{memory.New(timing)} },
	} {
		t.Run(name, func(t *testing.T) {
			if name == "postgres" {
				storetest.NeedsPostgres(t) // skip here, not in each round
			}
			happened := make(map[string]int)
			lacking := func() (lacking []string) {
				for _, want := range []string{"save true", "save false", "delete true", "doubt true", "look condemned"} {
					if happened[want] == 0 {
						lacking = append(lacking, want)
					}
				}
				return lacking
			}
			for n := 0; n < tombstoneRounds() || n < mostRounds && len(lacking()) > 0; n++ {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					history := bury(t, stores(t)...)
					if result := porcupine.CheckOperationsTimeout(tombstones.ToModel(), history, time.Minute); result != porcupine.Ok {
						t.Fatalf("of %d answers the order is %s", len(history), result)
					}
					for _, op := range history {
						in, out := op.Input.(graveInput), op.Output.(graveOutput)
						if happened[fmt.Sprint(in.deed, " ", out.did || out.handed != [2]bool{})]++; out.condemned {
							happened["look condemned"]++
						}
					}
				})
			}
			t.Logf("%v", happened)
			if lacking := lacking(); len(lacking) > 0 {
				t.Errorf("%q did not happen, which proves little", lacking)
			}
		})
	}
}

func tombstoneRounds() int {
	if os.Getenv("OTHELLO_LONG") == "1" {
		return 100
	}
	return 1
}

// hasty is a faulty store that confirms the first tombstone at once.
type hasty struct{ people.Store }

func (s hasty) Bury(ctx context.Context, t game.Tombstone) error {
	return errors.Join(s.Store.Bury(ctx, t), s.Store.Bury(ctx, t))
}

// final is a faulty store that revives nothing.
type final struct{ people.Store }

func (final) Revive(context.Context, string) error { return nil }

// generous is a faulty store that hands out tombstones again and again.
type generous struct {
	people.Store
	mu   sync.Mutex
	seen []game.Tombstone
}

func (s *generous) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	due, err := s.Store.Due(ctx, now, until, most, prefixes)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, due.Tombstones...)
	due.Tombstones = slices.Clone(s.seen)
	return due, err
}

func TestMistakesWithTombstonesAreSeen(t *testing.T) {
	for name, with := range map[string]func(people.Store) people.Store{
		"confirmed at once": func(s people.Store) people.Store { return hasty{s} },
		"never revived":     func(s people.Store) people.Store { return final{s} },
		"handed out twice":  func(s people.Store) people.Store { return &generous{Store: s} },
	} {
		t.Run(name, func(t *testing.T) {
			const attempts = 10
			for range attempts {
				history := bury(t, with(memory.New(timing)))
				if porcupine.CheckOperationsTimeout(tombstones.ToModel(), history, 10*time.Second) == porcupine.Illegal {
					return
				}
			}
			t.Errorf("in %d histories nobody notices", attempts)
		})
	}
}

const (
	tenant = "p/gone/"
	grave  = tenant + "here/"
)

type graveInput struct {
	deed   string // save, delete, look, bury, revive, doubt or clean
	on     int    // bury and revive: the place or its tenant
	before int64  // save and delete: the version that the room must have
}

type graveOutput struct {
	did       bool  // save and delete: whether the change was stored
	version   int64 // look: version of the room
	buried    bool
	condemned bool
	handed    [2]bool // doubt: the tombstones handed out
}

type tomb uint8

const (
	noTomb tomb = iota
	stands
	doubted // handed out
	confirmed
)

type graveState struct {
	tombs   [2]tomb // on the place and on its tenant
	version int64   // of the room
}

func (s graveState) step(in graveInput, out graveOutput) []any {
	switch in.deed {
	case "save", "delete":
		if out.did != (s.version == in.before) {
			return nil
		}
		if out.did {
			s.version++
		}
		if out.did && in.deed == "delete" {
			s.version = 0
		}
	case "look":
		if out.version != s.version || out.buried != (s.tombs != [2]tomb{}) || out.condemned != s.condemned() {
			return nil
		}
	case "bury":
		above := in.on == 0 && s.tombs[1] != noTomb
		switch t := &s.tombs[in.on]; {
		case *t == noTomb:
			*t = stands
		case !above:
			*t = confirmed
		}
	case "revive":
		for i := in.on; i < len(s.tombs); i++ {
			if s.tombs[i] != confirmed {
				s.tombs[i] = noTomb
			}
		}
	case "doubt":
		for i, handed := range out.handed {
			if handed && s.tombs[i] != stands {
				return nil
			}
			if handed {
				s.tombs[i] = doubted
			}
		}
	case "clean":
		return s.cleaned()
	}
	return []any{s}
}

func (s graveState) condemned() bool { return slices.Contains(s.tombs[:], confirmed) }

// cleaned returns the states that a clean-up may leave. It deletes the room before the tombstone.
func (s graveState) cleaned() []any {
	after, all := []any{s}, s
	for i, t := range s.tombs {
		if t != confirmed {
			continue
		}
		all.version, all.tombs[i] = 0, noTomb
		one := s
		one.version = 0
		after = append(after, one)
		one.tombs[i] = noTomb
		after = append(after, one)
	}
	return append(after, all)
}

var tombstones = porcupine.NondeterministicModel{
	Init: func() []any { return []any{graveState{}} },
	Step: func(state, in, out any) []any { return state.(graveState).step(in.(graveInput), out.(graveOutput)) },
}

type gravediggers struct {
	version   atomic.Int64 // last version seen
	cleanings atomic.Int64
}

func bury(t *testing.T, stores ...people.Store) []porcupine.Operation {
	var g gravediggers
	return historyOf(8, 60, func(int, int) answer {
		in, out, err := g.act(t.Context(), stores[rand.IntN(len(stores))])
		if err != nil {
			t.Errorf("%+v: %v", in, err)
		}
		return answer{in: in, out: out}
	})
}

func (g *gravediggers) act(ctx context.Context, s people.Store) (in graveInput, out graveOutput, err error) {
	in.on = rand.IntN(2)
	prefix := [2]string{grave, tenant}[in.on]
	switch n := rand.IntN(100); {
	case n < 25:
		in.deed = "look"
		var room game.Room
		room, err = s.Load(ctx, grave, "")
		g.version.Store(room.Version)
		out = graveOutput{version: room.Version, buried: room.HasTombstone, condemned: room.Condemned}
	case n < 55:
		in.deed, in.before = "save", g.version.Load()
		c := game.Change{Before: in.before, Room: game.Room{Place: grave, Version: in.before + 1, Touched: 1}, Due: noon.UnixMilli() * 2, Now: noon}
		if n > 50 && in.before > 0 {
			in.deed, c.Due = "delete", game.Never
		}
		err = s.Save(ctx, c)
		if out.did = err == nil; errors.Is(err, game.ErrStale) {
			err = nil
		}
	case n < 75:
		in.deed = "bury"
		since := noon.Add(-game.PurgeGrace)
		err = s.Bury(ctx, game.Tombstone{Prefix: prefix, Loss: game.LossOfPlace, Since: since, Confirm: since})
	case n < 80:
		in.deed = "revive"
		err = s.Revive(ctx, prefix)
	case n < 88:
		in.deed = "doubt"
		var due game.Due
		due, err = s.Due(ctx, noon, noon.Add(time.Hour), 9, []string{"p/"})
		for _, t := range due.Tombstones {
			out.handed[slices.Index([]string{grave, tenant}, t.Prefix)] = true
		}
	default:
		in.deed = "clean"
		_, err = s.Clean(ctx, noon.Add(time.Duration(g.cleanings.Add(1))*2*game.PurgePause))
	}
	return in, out, err
}
