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
	"time"

	"othellobot/rules"
)

// shakyStore wraps a store: now and then it breaks down, before a change or after it,
// and remembers by which deliveries. The fake store fails the test if the versions of
// a game do not come one after the other.
type shakyStore struct {
	*fakeStore
	random func(n int) int
	failed sync.Map // deliveries
}

func (s *shakyStore) Commit(ctx context.Context, c Change) ([]Slot, error) {
	if s.random(10) == 0 {
		s.failed.Store(c.Delivery, true)
		return nil, errDown
	}
	slots, err := s.fakeStore.Commit(ctx, c)
	if err == nil && s.random(10) == 0 {
		s.failed.Store(c.Delivery, true)
		return nil, errDown
	}
	return slots, err
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
	delivery Delivery
	game     Game
	turns    int // moves and undos in it
}

// act begins a game if none runs, else does anything at all to the one there
// is, and now and then something else.
func (p *person) act(t *testing.T, at Place, delivery Delivery) {
	ctx, now := t.Context(), noon.Add(Silence*2)
	seed := fnv.New64()
	_, _ = seed.Write([]byte(delivery)) // who gets the same delivery does the same
	random := rand.New(rand.NewPCG(seed.Sum64(), 0))
	r, known, err := p.table.Load(ctx, at, delivery)
	if err != nil {
		t.Error(err)
	}
	if known {
		return
	}
	proposal := Proposal{Now: now, Delivery: delivery, Display: acts(SlotAct(random.IntN(3)), []SlotName{"board"})}
	if r.Active == nil {
		kinds := beginnings(t)
		g := kinds[random.IntN(len(kinds))]
		g.ID = ID(p.ids.Add(1))
		proposal.New = &g
	} else {
		proposal.Game = r.Active.ID
		proposal.Operation = func(g Game, _ Player, now time.Time) (Game, []Event, error) { return operations(random, g, now)() }
	}
	out, err := p.table.Do(ctx, r, proposal)
	g, events := out.Game, out.Events
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
	for _, slot := range out.Slots {
		if _, err := p.table.rooms.Note(ctx, Note{Place: at, Game: g.ID, Slot: slot.Name, Post: slot.Post, Shown: g.Version, Ref: "m"}); err != nil {
			t.Error(err)
		}
	}
	if p.random.IntN(8) == 0 {
		if _, err := p.table.Due(ctx, p.table.rooms.(Agenda), now, 3, everywhere); err != nil {
			t.Error(err)
		}
	}
}

// TestConcurrentPlay has many people act at once, in few places, always two with
// the same delivery. Whatever happened was told to exactly one of them, or to
// both if the store broke down and both wanted the same.
func TestConcurrentPlay(t *testing.T) {
	const actions = 500
	places := []Place{"a", "b", "c", "d"}
	var mu sync.Mutex
	dice := rand.New(rand.NewPCG(1, 1))
	store := &shakyStore{fakeStore: newFakeStore(t), random: func(n int) int {
		mu.Lock()
		defer mu.Unlock()
		return dice.IntN(n)
	}}
	table := NewTable(store, timing)
	var ids atomic.Uint64
	var people [16]person
	var group sync.WaitGroup
	for i := range people {
		p := &people[i]
		*p = person{random: rand.New(rand.NewPCG(uint64(i), 2)), table: table, ids: &ids}
		group.Go(func() {
			for n := range actions {
				p.act(t, places[(i/2+n)%len(places)], Delivery(fmt.Sprint(i/2, "-", n)))
			}
		})
	}
	group.Wait()

	deliveries := map[Delivery]bool{}
	games := map[ID]map[uint32]told{}
	for _, p := range people {
		for _, n := range p.told {
			_, failed := store.failed.Load(n.delivery)
			if same := games[n.game.ID][n.game.Version]; failed && same.delivery == n.delivery && same.game.equal(&n.game) {
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
		if stored := store.games[id].Version; int(stored) != len(versions) {
			t.Errorf("game %v: %d versions stored, %d told", id, stored, len(versions))
		}
		turns += turn
	}
	if turns < 1000 || len(games) < 20 {
		t.Errorf("%d games with %d turns prove little", len(games), turns)
	}
}

// Of many who start a game at once, one does.
func TestConcurrentStarts(t *testing.T) {
	for round := range 50 {
		store, table := newTable(t)
		var group sync.WaitGroup
		var started atomic.Int32
		for i := range 8 {
			group.Go(func() {
				g := NewDuel(ID(round*8+i+1), here, ana, bo, rules.Black, noon)
				_, err := do(t, table, here, Proposal{New: &g})
				if busy := (*BusyError)(nil); err != nil && !errors.As(err, &busy) {
					t.Error(err)
				}
				if err == nil {
					started.Add(1)
				}
			})
		}
		group.Wait()
		if started.Load() != 1 || len(store.games) != 1 {
			t.Fatalf("round %d: %d started, %d are stored", round, started.Load(), len(store.games))
		}
	}
}
