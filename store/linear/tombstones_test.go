package linear

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// What becomes of a place that seems to be gone, in the order in which a store says
// that it happened: two processes over PostgreSQL that takes transactions back, one over
// SQLite with what it keeps in memory, and memory.
func TestTombstones(t *testing.T) {
	for name, stores := range map[string]func(*testing.T) []game.Store{
		"postgres": func(t *testing.T) []game.Store {
			url := storetest.Postgres(t)
			open(t, url)
			url = storetest.Faulty(t, url, storetest.Faults{TakenBack: 10})
			return []game.Store{open(t, url), open(t, url)}
		},
		"sqlite": func(t *testing.T) []game.Store {
			return []game.Store{open(t, "sqlite:"+filepath.Join(t.TempDir(), "othello.db"))}
		},
		"memory": func(*testing.T) []game.Store { return []game.Store{store.NewMemory(timing)} },
	} {
		t.Run(name, func(t *testing.T) {
			if name == "postgres" {
				storetest.NeedsPostgres(t) // before its rounds are counted
			}
			happened := make(map[string]int)
			lacking := func() (lacking []string) {
				for _, want := range []string{"begin true", "begin false", "end true", "doubt true", "purge true"} {
					if happened[want] == 0 && (name != "memory" || want != "purge true") { // which tells of nothing
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
						happened[fmt.Sprint(in.deed, " ", out.did || out.handed != [2]bool{})]++
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

// hasty is a store where what is told once is confirmed.
type hasty struct{ game.Store }

func (s hasty) Bury(ctx context.Context, t game.Tombstone) error {
	return errors.Join(s.Store.Bury(ctx, t), s.Store.Bury(ctx, t))
}

// final is a store where nothing comes back.
type final struct{ game.Store }

func (final) Revive(context.Context, string) error { return nil }

// generous is a store that hands out what is in doubt to whoever asks.
type generous struct{ game.Store }

func (s generous) Doubtful(ctx context.Context, now, _ time.Time, most int, prefixes []string) ([]game.Tombstone, error) {
	return s.Store.Doubtful(ctx, now, now, most, prefixes)
}

// Each mistake with tombstones is seen in what a place looks like.
func TestMistakesWithTombstonesAreSeen(t *testing.T) {
	for name, with := range map[string]func(game.Store) game.Store{
		"confirmed at once": func(s game.Store) game.Store { return hasty{s} },
		"never revived":     func(s game.Store) game.Store { return final{s} },
		"handed out twice":  func(s game.Store) game.Store { return generous{s} },
	} {
		t.Run(name, func(t *testing.T) {
			const attempts = 10
			for range attempts {
				history := bury(t, with(store.NewMemory(timing)))
				if porcupine.CheckOperationsTimeout(tombstones.ToModel(), history, 10*time.Second) == porcupine.Illegal {
					return
				}
			}
			t.Errorf("in %d histories nobody notices", attempts)
		})
	}
}

// A place of the histories, and its tenant.
const (
	tenant = "p/gone/"
	grave  = tenant + "here/"
)

// graveInput is something that is done with the place.
type graveInput struct {
	deed  string // begin, end, look, bury, revive, doubt or purge
	on    int    // bury and revive: the place or its tenant
	id    game.ID
	whole bool // a purge deletes all at once, and tells of nothing
}

// graveOutput is what comes of it.
type graveOutput struct {
	did       bool    // begin and end: the game; purge: something
	id        game.ID // look: of the game that runs, zero for none
	buried    bool
	condemned bool
	handed    [2]bool // doubt: the tombstones
}

// tomb is how far a tombstone is.
type tomb uint8

const (
	noTomb tomb = iota
	stands
	doubted // and handed out
	confirmed
)

// graveState is how the place is.
type graveState struct {
	tombs  [2]tomb // on the place and on its tenant
	active game.ID
	games  int // with those that are over
}

// purged is how many games one step of a purge deletes.
const purged = 10

func (s graveState) step(in graveInput, out graveOutput) []any {
	switch in.deed {
	case "begin":
		if out.did != (s.active == 0 && !s.condemned()) {
			return nil
		}
		if out.did {
			s.active, s.games = in.id, s.games+1
		}
	case "end":
		if out.did != (s.active == in.id && !s.condemned()) {
			return nil
		}
		if out.did {
			s.active = 0
		}
	case "look":
		if out.id != s.active || out.buried != (s.tombs != [2]tomb{}) || out.condemned != s.condemned() {
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
	case "purge":
		return s.purge(in.whole, out.did)
	}
	return []any{s}
}

func (s graveState) condemned() bool { return slices.Contains(s.tombs[:], confirmed) }

// purge is what may come of a purge.
func (s graveState) purge(whole, did bool) (after []any) {
	if !did && !whole {
		return []any{s} // nothing was due when it looked
	}
	for i, t := range s.tombs {
		switch {
		case t != confirmed:
		case whole:
			s.tombs[i], s.games, s.active = noTomb, 0, 0
		case s.games > purged:
			left := s
			left.games -= purged
			after = append(after, left)
			left.active = 0
			after = append(after, left)
		case s.games > 0:
			left := s
			left.games, left.active = 0, 0
			after = append(after, left)
		default:
			left := s
			left.tombs[i] = noTomb
			after = append(after, left)
		}
	}
	if whole {
		return []any{s}
	}
	return after
}

// tombstones is the model as Porcupine wants it.
var tombstones = porcupine.NondeterministicModel{
	Init: func() []any { return []any{graveState{}} },
	Step: func(state, in, out any) []any { return state.(graveState).step(in.(graveInput), out.(graveOutput)) },
}

// gravediggers do all that can be done with the place.
type gravediggers struct {
	whole  bool
	ids    atomic.Uint64
	purges atomic.Int64

	mu   sync.Mutex
	last *game.Game // that somebody saw
}

// bury makes one history.
func bury(t *testing.T, stores ...game.Store) []porcupine.Operation {
	people, each := 8, 60
	if len(stores) > 1 { // a purge and the end of a game can wait for each other, until the server ends that
		people, each = 3, 80
	}
	_, database := stores[0].(*store.Store)
	g := &gravediggers{whole: !database}
	return historyOf(people, each, func(int, int) answer {
		in, out, err := g.act(t.Context(), stores[rand.IntN(len(stores))])
		switch {
		case lockTimeout(err):
			t.Logf("%+v is given up: %v", in, err)
			return answer{empty: true}
		case err != nil:
			t.Errorf("%+v: %v", in, err)
		}
		return answer{in: in, out: out}
	})
}

// lockTimeout reports whether the server ended a wait, for a purge and the end of a game may
// wait for each other's rows: then all of the transaction is undone, as if nobody had begun it.
func lockTimeout(err error) bool {
	return err != nil && strings.Contains(err.Error(), "SQLSTATE 55P03")
}

// act does anything.
func (g *gravediggers) act(ctx context.Context, s game.Store) (in graveInput, out graveOutput, err error) {
	on := rand.IntN(2)
	switch n := rand.IntN(100); {
	case n < 25:
		in.deed = "look"
		out, err = g.look(ctx, s)
	case n < 45:
		in.deed = "begin"
		in.id, out, err = g.begin(ctx, s)
	case n < 55:
		in.deed = "end"
		in.id, out, err = g.end(ctx, s)
	case n < 75:
		in.deed, in.on = "bury", on
		told := noon.Add(-game.PurgeRest)
		err = s.Bury(ctx, game.Tombstone{Prefix: [2]string{grave, tenant}[on], Loss: game.LossOfPlace, Since: told, Confirm: told})
	case n < 80:
		in.deed, in.on = "revive", on
		err = s.Revive(ctx, [2]string{grave, tenant}[on])
	case n < 88:
		in.deed = "doubt"
		var found []game.Tombstone
		found, err = s.Doubtful(ctx, noon, noon.Add(time.Hour), 9, []string{"p/"})
		for _, t := range found {
			out.handed[slices.Index([]string{grave, tenant}, t.Prefix)] = true
		}
	default:
		in.deed, in.whole = "purge", g.whole
		out.did, err = s.Purge(ctx, noon.Add(time.Duration(g.purges.Add(1))*2*game.PurgePause))
	}
	return in, out, err
}

func (g *gravediggers) look(ctx context.Context, s game.Store) (graveOutput, error) {
	room, _, err := s.Load(ctx, grave, "")
	if room.Active == nil || err != nil {
		return graveOutput{buried: room.Buried, condemned: room.Condemned}, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last = room.Active
	return graveOutput{id: room.Active.ID, buried: room.Buried, condemned: room.Condemned}, nil
}

func (g *gravediggers) begin(ctx context.Context, s game.Store) (game.ID, graveOutput, error) {
	begun := game.NewOpen(game.ID(g.ids.Add(1)), grave, "p//ana", noon)
	begun.Version = 1
	did, err := g.commit(ctx, s, game.Step{After: &begun})
	return begun.ID, graveOutput{did: did}, err
}

// end ends the game that somebody saw last.
func (g *gravediggers) end(ctx context.Context, s game.Store) (game.ID, graveOutput, error) {
	g.mu.Lock()
	last := g.last
	g.mu.Unlock()
	if last == nil {
		return 1 << 62, graveOutput{}, nil // which there never is
	}
	after, _, err := last.Stop("p//ana", true, noon)
	if err != nil {
		return 0, graveOutput{}, err
	}
	after.Version++
	did, err := g.commit(ctx, s, game.Step{Before: last, After: &after})
	return last.ID, graveOutput{did: did}, err
}

// commit reports whether the store has made a step.
func (g *gravediggers) commit(ctx context.Context, s game.Store, step game.Step) (bool, error) {
	step.Due = noon.Add(1000 * time.Hour).UnixMilli()
	_, err := s.Commit(ctx, game.Change{Place: grave, Now: noon, Steps: []game.Step{step}})
	if errors.Is(err, game.ErrStale) {
		return false, nil
	}
	return err == nil, err
}
