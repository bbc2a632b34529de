package game

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"othellobot/rules"
)

func TestRoom(t *testing.T) {
	running, last := duel(), result(t)(NewOpen(2, here, cy, noon).Stop(cy, false, noon))
	first, second := NewChallenge(3, here, cy, den, rules.Black, noon), NewChallenge(4, here, den, cy, rules.Black, noon)
	r := Room{
		Place: here, Active: &running, Last: &last, Challenges: []*Game{&first, &second},
		Slots: []Slot{{Game: 1, Name: "board", Post: 1}, {Game: 1, Name: "ping", Post: 2}, {Game: 3, Name: "board", Post: 3}},
	}
	for id := range ID(6) {
		g, ok := r.Find(id)
		if want := id >= 1 && id <= 4; ok != want || ok && g.ID != id || !ok && diff(Game{}, g) != "" {
			t.Errorf("game %d: %+v, %v", id, g, ok)
		}
	}
	for _, tt := range []struct {
		game ID
		name SlotName
		post uint32
	}{{1, "board", 1}, {1, "ping", 2}, {3, "board", 3}, {3, "ping", 0}, {2, "board", 0}, {9, "board", 0}} {
		if s, ok := r.Slot(tt.game, tt.name); s.Post != tt.post || ok != (tt.post != 0) {
			t.Errorf("%s of game %d: %+v, %v", tt.name, tt.game, s, ok)
		}
	}
	for leave := range 5 { // a caller may leave the loop at any game
		var seen []ID
		for g := range r.Games() {
			seen = append(seen, g.ID)
			if len(seen) == leave {
				break
			}
		}
		if want := []ID{1, 2, 3, 4}; diff(want[:max(leave, 1)], seen[:max(leave, 1)]) != "" || leave > 0 && len(seen) != leave {
			t.Errorf("left after %d: %v", leave, seen)
		}
	}
	for range (Room{Place: here}).Games() {
		t.Error("there is a game in an empty room")
	}
}

func TestChallengesInOrder(t *testing.T) {
	r := Room{Place: here}
	for i, who := range []Player{ana, bo, cy, den} {
		g := NewChallenge(ID(9-i), here, who, "erin", rules.Black, noon.Add(time.Duration(i/2)*time.Second))
		r = r.WithGame(&g)
	}
	for what, r := range map[string]Room{"followed": r, "read": readAgain(t, r)} {
		var ids []ID
		for _, g := range r.Challenges {
			ids = append(ids, g.ID)
		}
		if d := diff([]ID{8, 9, 6, 7}, ids); d != "" {
			t.Errorf("%s (-want +got):\n%s", what, d)
		}
	}
}

// A room knows at least its last 64 deliveries, and more from the last ten minutes.
func TestArrivals(t *testing.T) {
	for name, tt := range map[string]struct {
		many  int
		apart time.Duration
		known int
	}{
		"a few":        {5, time.Hour, 5},
		"slow ones":    {300, time.Hour, minArrivals},
		"one a minute": {300, time.Minute, minArrivals},
		"quick ones":   {300, 5 * time.Second, 121}, // both ends included
		"at once":      {300, 0, maxArrivals},
	} {
		delivery := func(i int) Delivery { return Delivery(fmt.Sprint("d", i)) }
		r := Room{Place: here}
		for i := range tt.many {
			r.Version++
			r.recordDelivery(delivery(i), noon.Add(time.Duration(i)*tt.apart))
		}
		for what, r := range map[string]Room{"": r, ", read again": readAgain(t, r)} {
			for i := range tt.many {
				version, want := r.deliveryVersion(delivery(i)), int64(0)
				if i >= tt.many-tt.known {
					want = int64(i + 1)
				}
				if version != want || r.Knows(delivery(i)) != (want > 0) {
					t.Fatalf("%s%s: of %d, number %d made version %d, want %d", name, what, tt.many, i, version, want)
				}
			}
		}
	}
	r := Room{Place: here, Version: 1}
	if r.recordDelivery("", noon); r.Knows("") || len(r.arrivals) > 0 {
		t.Error("an action without a delivery is known")
	}
}

// A delivery recorded in one copy of a room does not appear in another copy.
func TestArrivalsAreNotShared(t *testing.T) {
	before := Room{Place: here, Version: 1}
	before.recordDelivery("a", noon)
	one, other := before, before
	one.recordDelivery("b", noon)
	other.recordDelivery("c", noon)
	if before.Knows("b") || one.Knows("c") || !one.Knows("b") || !other.Knows("c") || !other.Knows("a") {
		t.Errorf("%v, %v of %v", one.arrivals, other.arrivals, before.arrivals)
	}
}

var someone = []Player{ana, bo, cy, den}

func wantSound(t *testing.T, store *fakeStore, seed uint64, now time.Time) {
	t.Helper()
	games := map[ID]Game{}
	for id, p := range store.past {
		if !p.Game.isPast() {
			t.Fatalf("seed %d: past is %+v", seed, p.Game)
		}
		games[id] = p.Game
	}
	for at, kept := range store.rooms {
		r := ReadRoom(at, kept.version, kept.text)
		if text, err := r.MarshalJSON(); err != nil || string(text) != string(kept.text) {
			t.Fatalf("seed %d: %s is written as %s, %v", seed, kept.text, text, err)
		}
		if len(r.Unreadable) > 0 || kept.due == Never || max(r.Due(timing), now.Add(lease).UnixMilli()) < kept.due {
			t.Fatalf("seed %d: %s is due at %d, stored is %d", seed, kept.text, r.Due(timing), kept.due)
		}
		for g := range r.stored() {
			if past, ok := games[g.ID]; ok != g.isPast() || ok && diff(past, *g) != "" {
				t.Fatalf("seed %d: apart from its room, a game is kept as\n%+v, want\n%+v", seed, past, *g)
			}
			games[g.ID] = *g
		}
		for _, g := range r.Leaving {
			if !slices.ContainsFunc(r.slotsOf(g.ID), Slot.Pending) {
				t.Fatalf("seed %d: %+v stays for no message", seed, g)
			}
		}
		for _, s := range r.Slots {
			if _, ok := r.FindStored(s.Game); !ok {
				t.Fatalf("seed %d: of no game in the room is %+v", seed, s)
			}
		}
	}
	named := map[NameChange]bool{}
	for id, g := range games {
		for _, p := range g.Players() {
			named[NameChange{Player: p, Game: id}] = true
		}
	}
	if !maps.Equal(named, store.names) {
		t.Fatalf("seed %d: named are %v, want %v", seed, store.names, named)
	}
}

// After random actions in a place, its room is written and read unchanged. Finished games are
// stored apart from it, all names are stored, and no task is due too late.
func TestAnyRoom(t *testing.T) {
	rooms, reached := uint64(40), map[string]int{}
	if testing.Short() {
		rooms = 20
	}
	for seed := range rooms {
		random := rand.New(rand.NewPCG(seed, 6))
		store, table := newTable(t)
		now := noon
		for i := range 120 {
			now = now.Add(time.Duration(1+random.IntN(1<<(2*min(random.IntN(10), random.IntN(10))))) * time.Second)
			randomAction(t, random, store, table, ID(i+1), now)
			r := room(t, table, here)
			if n := len(store.changes); n > 0 && store.changes[n-1].Due != Never {
				if d := diff(store.changes[n-1].Room, r); d != "" {
					t.Fatalf("seed %d: stored and read (-want +got):\n%s", seed, d)
				}
			}
			for what, is := range map[string]bool{
				"several challenges": len(r.Challenges) > 1,
				"a declined one":     slices.ContainsFunc(r.Challenges, func(c *Game) bool { return c.Phase == Over }),
				"both games":         r.Last != nil && r.Active != nil,
				"one that leaves":    len(r.Leaving) > 0,
				"one that left":      slices.ContainsFunc(slices.Collect(maps.Values(store.past)), func(p Past) bool { return len(p.Slots) > 0 }),
				"an empty place":     r.Version == 0 && i > 0,
			} {
				if is {
					reached[what]++
				}
			}
			wantSound(t, store, seed, now)
		}
		for _, p := range someone {
			if err := forget(t, table, p); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			wantForgotten(t, store, p)
			wantSound(t, store, seed, now)
		}
	}
	for _, what := range []string{"several challenges", "a declined one", "both games", "one that leaves", "one that left", "an empty place"} {
		if reached[what] < 10 {
			t.Errorf("%d times %s proves little", reached[what], what)
		}
	}
}

func randomAction(t *testing.T, random *rand.Rand, store *fakeStore, table *Table, id ID, now time.Time) {
	t.Helper()
	displays := []Display{{}, reserves("board"), reserves("board", "ping"), revises("board", "question"), retires("board"), {Game: true, By: Trigger{ByPerson: true}}}
	p := Proposal{Now: now, By: cy, Delivery: Delivery(fmt.Sprint(id)), Display: displays[random.IntN(len(displays))]}
	r := room(t, table, here)
	games := slices.Collect(r.stored())
	switch n := random.IntN(20); {
	case n < 5:
		kinds := beginnings(t)
		people := random.Perm(4)
		kinds = append(kinds, NewChallenge(id, here, someone[people[0]], someone[people[1]], rules.Black, now), NewChallenge(id, here, someone[people[1]], someone[people[2]], rules.Black, now))
		g := kinds[random.IntN(len(kinds))]
		g.ID, g.At = id, now.UnixMilli()
		p.New, p.ReplaceIdle = &g, true
		_, _ = table.Do(t.Context(), r, p)
	case n < 13 && len(games) > 0:
		g := games[random.IntN(len(games))]
		p.Game, p.Operation = g.ID, func(g Game, _ Player, now time.Time) (Game, []Event, error) { return randomOperation(random, g, now)() }
		_, _ = table.Do(t.Context(), r, p)
	case n < 17 && len(r.Slots) > 0:
		s := r.Slots[random.IntN(len(r.Slots))]
		note(t, table, Note{
			Place: here, Game: s.Game, Slot: s.Name, Post: s.Post, Shown: s.Want, Ref: Ref(fmt.Sprint("m", s.Post, s.Name)),
			Fate: SendResult(max(0, random.IntN(8)-5)), Now: now,
		})
	case n == 17 && random.IntN(4) == 0:
		p.Settings = &Settings{Theme: "moon", Pings: Pings(random.IntN(3))}
		_, _ = table.Do(t.Context(), r, p)
	default:
		_, err := table.Due(t.Context(), store, now, 9, everywhere)
		noError(t, err)
	}
}
