package game

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"othellobot/rules"
)

// witnessStore fails the test if a game's versions do not come one after
// another, or if two games run in a place. Now and then it breaks down, before a
// change or after it.
type witnessStore struct {
	Store
	t *testing.T

	mu       sync.Mutex
	random   *rand.Rand
	versions map[ID]uint32
	running  map[Place]ID
	failed   map[string]bool // deliveries that it broke down with
}

var errDown = errors.New("down for a moment")

func (s *witnessStore) Commit(ctx context.Context, c Change) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.random.IntN(10) == 0 {
		s.failed[c.Delivery] = true
		return errDown
	}
	if err := s.Store.Commit(ctx, c); err != nil {
		return err
	}
	for _, step := range c.Steps {
		s.note(c.Place, step.After)
	}
	if s.random.IntN(10) == 0 {
		s.failed[c.Delivery] = true
		return errDown
	}
	return nil
}

func (s *witnessStore) note(at Place, g *Game) {
	if g.Version != s.versions[g.ID]+1 {
		s.t.Errorf("game %v goes from version %d to %d", g.ID, s.versions[g.ID], g.Version)
	}
	s.versions[g.ID] = g.Version
	switch running := s.running[at]; {
	case g.Phase == Playing && running != 0 && running != g.ID:
		s.t.Errorf("games %v and %v run in %s", running, g.ID, at)
	case g.Phase == Playing:
		s.running[at] = g.ID
	case running == g.ID:
		delete(s.running, at)
	}
}

// person is somebody who acts at random, and remembers what they were told.
type person struct {
	random *rand.Rand
	table  *Table
	ids    *atomic.Uint64
	told   []told
}

// told is a change that a person was told of.
type told struct {
	delivery string
	game     Game
	turns    int // moves and undos in it
}

// act begins a game if none runs, else does anything at all to the one there
// is, and now and then something else.
func (p *person) act(t *testing.T, at Place, delivery string) {
	ctx, now := t.Context(), noon.Add(Silence*2)
	seed := fnv.New64()
	_, _ = seed.Write([]byte(delivery)) // who gets the same delivery does the same
	random := rand.New(rand.NewPCG(seed.Sum64(), 0))
	r, err := p.table.Room(ctx, at)
	if err != nil {
		t.Error(err)
	}
	var g Game
	var events []Event
	switch {
	case r.Active == nil:
		kinds := beginnings(t)
		g = kinds[random.IntN(len(kinds))]
		g.ID, g.Place = ID(p.ids.Add(1)), at
		g, err = addTo(ctx, p.table, g, delivery, now)
	default:
		g, events, err = updateIn(ctx, p.table, at, r.Active.ID, delivery, now, func(g Game) (Game, []Event, error) {
			return operations(random, g, now)()
		})
	}
	if err == nil {
		n := told{delivery: delivery, game: g}
		for _, e := range events {
			switch e.(type) {
			case Moved, Undone:
				n.turns++
			}
		}
		p.told = append(p.told, n)
	}
	switch p.random.IntN(8) {
	case 0:
		_, _, err = p.table.Sent(ctx, at, Posted{g.ID, "board", g.Version, "m"})
	case 1:
		_, _, err = p.table.Take(ctx, at, g.ID, "board")
	case 2:
		_, err = p.table.Due(ctx, now, 3, everywhere)
	case 3:
		_, err = p.table.Duels(ctx, ana, now)
	default:
		return
	}
	if err != nil && !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}

// TestConcurrentPlay has many people act at once, in few places, always two with
// the same delivery. Whatever happened was told to exactly one of them, or to
// both if the store broke down and both wanted the same.
func TestConcurrentPlay(t *testing.T) {
	const actions = 500
	places := []Place{"a", "b", "c", "d"}
	store := &witnessStore{
		Store: NewMemory(timing), t: t, random: rand.New(rand.NewPCG(1, 1)),
		versions: make(map[ID]uint32), running: make(map[Place]ID), failed: make(map[string]bool),
	}
	table := NewTable(store, timing)
	var ids atomic.Uint64
	var people [16]person
	var group sync.WaitGroup
	for i := range people {
		p := &people[i]
		*p = person{random: rand.New(rand.NewPCG(uint64(i), 2)), table: table, ids: &ids}
		group.Go(func() {
			for n := range actions {
				p.act(t, places[(i/2+n)%len(places)], fmt.Sprint(i/2, "-", n))
			}
		})
	}
	group.Wait()

	deliveries := map[string]bool{}
	games := map[ID]map[uint32]told{}
	for _, p := range people {
		for _, n := range p.told {
			if same := games[n.game.ID][n.game.Version]; store.failed[n.delivery] && same.delivery == n.delivery && same.game.equal(&n.game) {
				continue
			}
			if deliveries[n.delivery] {
				t.Errorf("delivery %s did something twice", n.delivery)
			}
			deliveries[n.delivery] = true
			if games[n.game.ID] == nil {
				games[n.game.ID] = map[uint32]told{}
			}
			if other, ok := games[n.game.ID][n.game.Version]; ok {
				t.Errorf("game %v: version %d was told twice, as turn %d and %d", n.game.ID, n.game.Version, other.game.Turn, n.game.Turn)
			}
			games[n.game.ID][n.game.Version] = n
		}
	}
	turns := uint32(0)
	for id, versions := range games {
		turn := uint32(0)
		for v := range uint32(len(versions)) {
			n, ok := versions[v+1]
			if turn += uint32(n.turns); !ok || n.game.Turn != turn {
				t.Fatalf("game %v: version %d of %d is known %v, in turn %d, want %d", id, v+1, len(versions), ok, n.game.Turn, turn)
			}
		}
		if stored := store.versions[id]; int(stored) != len(versions) {
			t.Errorf("game %v: %d versions stored, %d told", id, stored, len(versions))
		}
		turns += turn
	}
	for _, at := range places {
		if active := room(t, table, at).Active; active != nil && (store.running[at] != active.ID || store.versions[active.ID] != active.Version) {
			t.Errorf("%s: game %v runs in version %d; the store has %v in version %d", at, active.ID, active.Version, store.running[at], store.versions[active.ID])
		}
	}
	if turns < 1000 || len(games) < 20 {
		t.Errorf("%d games with %d turns prove little", len(games), turns)
	}
}

// Of many who start a game at once, in a place that comes and goes, one does.
func TestConcurrentStarts(t *testing.T) {
	table := NewTable(nil, timing)
	for round := range 200 {
		var group sync.WaitGroup
		var started, stopped atomic.Int32
		for i := range 8 {
			group.Go(func() {
				g := NewDuel(ID(round*8+i+1), here, ana, bo, rules.Black, noon)
				_, err := addTo(t.Context(), table, g, "", noon)
				if busy := (*BusyError)(nil); err != nil && !errors.As(err, &busy) {
					t.Error(err)
				}
				if err != nil {
					return
				}
				started.Add(1)
				_, _, err = updateIn(t.Context(), table, here, g.ID, "", noon, func(g Game) (Game, []Event, error) { return g.Resign(ana, noon) })
				if err == nil {
					stopped.Add(1)
				}
				if _, err := table.Due(t.Context(), noon.Add(timing.Retention), 9, everywhere); err != nil { // forgets it
					t.Error(err)
				}
			})
		}
		group.Wait()
		if started.Load() == 0 || started.Load() != stopped.Load() || len(memory(table).shelves.byPlace) != 0 || len(memory(table).queue) != 0 {
			t.Fatalf("round %d: %d started, %d stopped, %d places, %d due", round, started.Load(), stopped.Load(), len(memory(table).shelves.byPlace), len(memory(table).queue))
		}
	}
}
