package game

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The places of two tenants, who have the same people.
var (
	placesOfA = []Place{"a/1", "a/2", "a/3"}
	placesOfB = []Place{"b/1", "b/2", "b/3"}
)

func ofA(at Place) bool { return strings.HasPrefix(string(at), "a/") }

// busyTable is a table on which anything at all has happened to two tenants.
func busyTable(t *testing.T, store Store, random *rand.Rand) (*Table, time.Time) {
	t.Helper()
	table, places, now := NewTable(store, timing), slices.Concat(placesOfA, placesOfB), noon
	for i := range 120 {
		now = now.Add(time.Duration(random.IntN(1200)) * time.Second)
		at := places[random.IntN(len(places))]
		g := beginnings(t)[random.IntN(6)]
		g.ID, g.Place, g.At = ID(i+1), at, now.UnixMilli()
		_, _ = addTo(t.Context(), table, g, "", now) // may be refused
		for g := range room(t, table, at).games() {
			_, _, _ = updateIn(t.Context(), table, at, g.ID, "", now, func(g Game) (Game, []Event, error) { return operations(random, g, now)() })
			_, _, _ = table.Sent(t.Context(), at, Posted{g.ID, "board", g.Version, "m"})
		}
		if i%5 == 0 {
			_ = configure(t.Context(), table, at, Settings{Theme: "moon", Pings: Pings(random.IntN(3))}, "", now)
		}
		if i%9 == 0 {
			_, _ = table.Due(t.Context(), now, 3, everywhere)
		}
	}
	return table, now
}

// audit counts by hand what the rooms hold, and compares it with every index of
// the table. Nobody uses the table meanwhile.
func audit(t *testing.T, table *Table) {
	t.Helper()
	running, challenges, games, waiting := map[uint64]int32{}, map[Player][]ID{}, map[ID]bool{}, map[Place]bool{}
	for at, e := range memory(table).shelves.byPlace {
		waiting[at] = true
		if e.place != at || memory(table).shelves.peek(e).empty() {
			t.Errorf("%s is kept, for %s: %+v", at, e.place, memory(table).shelves.peek(e))
		}
		for g := range memory(table).shelves.peek(e).games() {
			games[g.ID] = true
			for p := range g.duellists() {
				switch {
				case g.Phase == Playing:
					running[memory(table).duels.hash(p)]++
				case g.Phase == Challenged || g.Result.Reason == Declined:
					challenges[p] = append(challenges[p], g.ID)
				}
			}
		}
	}
	queued := map[Place]bool{}
	for i, e := range memory(table).queue {
		if queued[e.place] = true; int(e.position) != i+1 || memory(table).shelves.byPlace[e.place] != e {
			t.Errorf("%s is in the queue as a place of its own", e.place)
		}
	}
	indexed := map[Player][]ID{}
	for p, list := range memory(table).duels.challenges {
		for _, g := range list {
			indexed[p] = append(indexed[p], g.ID)
		}
		slices.Sort(indexed[p])
		slices.Sort(challenges[p])
	}
	for what, d := range map[string]string{
		"queue": diff(waiting, queued), "running duels": diff(running, memory(table).duels.running), "challenges": diff(challenges, indexed),
	} {
		if d != "" {
			t.Errorf("the %s (-by hand +table):\n%s", what, d)
		}
	}
	for id := range memory(table).leases {
		if !games[id] {
			t.Errorf("a lease for game %v, which is nowhere", id)
		}
	}
}

// wantNothing fails the test if anything is left of the places.
func wantNothing(t *testing.T, table *Table, places []Place) {
	t.Helper()
	for _, at := range places {
		if d := diff(Room{Place: at}, room(t, table, at)); d != "" || memory(table).shelves.byPlace[at] != nil {
			t.Errorf("left of %s (-want +got):\n%s", at, d)
		}
	}
}

// After a purge nothing is left of one tenant, and all of the other.
func TestPurge(t *testing.T) {
	rounds, purged := uint64(60), map[string]int{}
	if testing.Short() {
		rounds = 20
	}
	for seed := range rounds {
		table, now := busyTable(t, nil, rand.New(rand.NewPCG(seed, 9)))
		others := map[Place]Room{}
		for _, at := range placesOfB {
			others[at] = room(t, table, at)
		}
		before := counts(table)
		for range 2 { // the second time it finds nothing
			if err := table.Purge(t.Context(), "a/"); err != nil {
				t.Fatal(err)
			}
			wantNothing(t, table, placesOfA)
			audit(t, table)
			for at, before := range others {
				if d := diff(before, room(t, table, at)); d != "" {
					t.Errorf("seed %d: %s (-before +after):\n%s", seed, at, d)
				}
			}
		}
		for what, n := range counts(table) {
			purged[what] += before[what] - n
		}
		tasks, err := table.Due(t.Context(), now.Add(2*timing.Retention), 99, everywhere)
		if err != nil || slices.ContainsFunc(tasks, func(task Task) bool { return ofA(task.Game.Place) }) {
			t.Errorf("seed %d: due after the purge: %+v, %v", seed, tasks, err)
		}
		if t.Failed() {
			t.Fatalf("with seed %d", seed)
		}
	}
	for what, n := range purged {
		if n < int(rounds)/4 {
			t.Errorf("%d %s purged prove little", n, what)
		}
	}
}

// counts is how much there is of what a table keeps.
func counts(t *Table) map[string]int {
	n := map[string]int{"places": len(memory(t).shelves.byPlace), "leases": len(memory(t).leases), "places in the queue": len(memory(t).queue)}
	for _, running := range memory(t).duels.running {
		n["running duels"] += int(running)
	}
	for _, list := range memory(t).duels.challenges {
		n["challenges"] += len(list)
	}
	return n
}

// A purge that cannot be stored takes nothing away, and can be done again.
func TestPurgeNotStored(t *testing.T) {
	store := newFakeStore()
	table, _ := busyTable(t, store, rand.New(rand.NewPCG(1, 9)))
	before := room(t, table, placesOfA[0])
	store.err = errDown
	if err := table.Purge(t.Context(), "a/"); !errors.Is(err, errDown) {
		t.Errorf("with the store down: %v", err)
	}
	if d := diff(before, room(t, table, placesOfA[0])); d != "" {
		t.Errorf("%s (-before +after):\n%s", placesOfA[0], d)
	}
	store.err = nil
	if err := table.Purge(t.Context(), "a/"); err != nil {
		t.Fatal(err)
	}
	if d := diff(Room{Place: placesOfA[0]}, room(t, table, placesOfA[0])); d != "" {
		t.Errorf("left (-want +got):\n%s", d)
	}
}

// Two tenants play while one of them is purged again and again.
func TestConcurrentPurge(t *testing.T) {
	const actions = 300
	places := slices.Concat(placesOfA, placesOfB)
	table := NewTable(nil, timing)
	var ids atomic.Uint64
	var people [8]person
	var playing, purging sync.WaitGroup
	var stopped atomic.Bool
	for i := range people {
		p := &people[i]
		*p = person{random: rand.New(rand.NewPCG(uint64(i), 3)), table: table, ids: &ids}
		playing.Go(func() {
			for n := range actions {
				at := places[(i+n)%len(places)]
				p.act(t, at, fmt.Sprint(i, "-", n))
				if n%20 == 0 {
					_ = configure(t.Context(), table, at, Settings{Theme: "moon"}, "", noon)
				}
			}
		})
	}
	purges := 0
	purging.Go(func() {
		for !stopped.Load() {
			purges++
			if err := table.Purge(t.Context(), "a/"); err != nil {
				t.Error(err)
			}
		}
	})
	playing.Wait()
	stopped.Store(true)
	purging.Wait()
	audit(t, table)

	newest := map[ID]Game{}
	for _, p := range people {
		for _, n := range p.told {
			if n.game.Version > newest[n.game.ID].Version {
				newest[n.game.ID] = n.game
			}
		}
	}
	var a, b int
	for id, told := range newest {
		if ofA(told.Place) {
			a++
			continue
		}
		b++
		g, ok := room(t, table, told.Place).Find(id)
		if told.Phase == Playing && (!ok || g.Version != told.Version) {
			t.Errorf("%s was told of game %v in version %d, and the table has %v in version %d", told.Place, id, told.Version, ok, g.Version)
		}
	}
	if err := table.Purge(t.Context(), "a/"); err != nil {
		t.Fatal(err)
	}
	wantNothing(t, table, placesOfA)
	audit(t, table)
	if a < 20 || b < 5 || purges < 5 {
		t.Errorf("%d and %d games and %d purges prove little", a, b, purges)
	}
}
