package game

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/rules"
)

// unsureStore breaks down when it is told to, and makes those changes later.
type unsureStore struct {
	Store
	loads atomic.Int32
	down  bool
	late  []func() error
}

func (s *unsureStore) Load(ctx context.Context, at Place) (Room, error) {
	s.loads.Add(1)
	return s.Store.Load(ctx, at)
}

func (s *unsureStore) Commit(ctx context.Context, c Change) error {
	return s.do(func() error { return s.Store.Commit(context.WithoutCancel(ctx), c) })
}

func (s *unsureStore) Purge(ctx context.Context, prefix string) error {
	return s.do(func() error { return s.Store.Purge(context.WithoutCancel(ctx), prefix) })
}

func (s *unsureStore) do(change func() error) error {
	if s.down {
		s.late = append(s.late, change)
		return errDown
	}
	return change()
}

// settle makes what was left undone.
func (s *unsureStore) settle(t *testing.T) {
	t.Helper()
	s.down = false
	for _, change := range s.late {
		if err := change(); err != nil {
			t.Error(err)
		}
	}
	s.late = nil
}

func newCachedTable() (*unsureStore, *Cached, *Table) {
	store := &unsureStore{Store: NewMemory(timing)}
	cached := NewCached(store)
	return store, cached, NewTable(cached, timing)
}

// wantVersion fails the test unless the running game of a place has it.
func wantVersion(t *testing.T, table *Table, at Place, version uint32) {
	t.Helper()
	if g := room(t, table, at).Active; g == nil || g.Version != version {
		t.Errorf("in %s runs %+v, want version %d", at, g, version)
	}
}

func TestCachedReadsOnce(t *testing.T) {
	store, _, table := newCachedTable()
	if _, err := addTo(t.Context(), table, duel(), "", noon); err != nil {
		t.Fatal(err)
	}
	before := store.loads.Load()
	for _, square := range []string{"f5", "f6", "e6"} {
		by := room(t, table, here).Active
		update(t, table, here, 1, playing(t, by.Player(by.Position().ToMove), square))
	}
	wantVersion(t, table, here, 4)
	if n := store.loads.Load() - before; n > 1 {
		t.Errorf("the room was read %d times", n)
	}
}

// Who is refused learns nothing new, and changes nothing that is kept.
func TestCachedAfterRefusals(t *testing.T) {
	store, cached, table := newCachedTable()
	g, err := addTo(t.Context(), table, duel(), "d1", noon)
	if err != nil {
		t.Fatal(err)
	}
	g = update(t, table, here, 1, playing(t, ana, "f5"))
	if _, _, err := table.Sent(t.Context(), here, Posted{g.ID, "board", 2, "m"}); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := table.Take(t.Context(), here, g.ID, "board"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	before := store.loads.Load()
	first := duel()
	first.Version = 1
	for want, c := range map[error]Change{
		ErrStale:     {Place: here, Steps: []Step{{Before: &first, After: &g}}, Now: noon},
		ErrDuplicate: {Place: here, Settings: &Settings{Theme: "moon"}, Delivery: "d1", Now: noon},
	} {
		if err := cached.Commit(t.Context(), c); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	wantVersion(t, table, here, 2)
	r := room(t, table, here)
	if _, ok := r.Posted(g.ID, "board"); ok || r.Settings != (Settings{}) {
		t.Errorf("the room is %+v", r)
	}
	if n := store.loads.Load() - before; n > 0 {
		t.Errorf("the room was read %d times", n)
	}
}

// As long as it is open whether a change is stored, the store is asked.
func TestCachedWhileUnknown(t *testing.T) {
	store, cached, table := newCachedTable()
	if _, err := addTo(t.Context(), table, duel(), "", noon); err != nil {
		t.Fatal(err)
	}
	store.down = true
	second := result(t)(playing(t, ana, "f5")(*room(t, table, here).Active))
	second.Version = 2
	c := Change{Place: here, Steps: []Step{{Before: room(t, table, here).Active, After: &second}}, Now: noon}
	if err := cached.Commit(t.Context(), c); !errors.Is(err, errDown) {
		t.Fatal(err)
	}
	wantVersion(t, table, here, 1)
	if _, _, err := table.Sent(t.Context(), here, Posted{1, "board", 1, "m"}); err != nil {
		t.Error(err)
	}
	store.settle(t)
	wantVersion(t, table, here, 2)
	if _, ok := room(t, table, here).Posted(1, "board"); !ok {
		t.Error("a message that was noted meanwhile is lost")
	}
	update(t, table, here, 1, playing(t, bo, "f6"))
	before := store.loads.Load()
	wantVersion(t, table, here, 3)
	wantVersion(t, table, here, 3)
	if n := store.loads.Load() - before; n > 1 {
		t.Errorf("afterwards the room was read %d times", n)
	}
}

func TestCachedPurge(t *testing.T) {
	store, cached, table := newCachedTable()
	for i, at := range []Place{"a/1", "a/2", "b/1"} {
		if _, err := addTo(t.Context(), table, NewOpen(ID(i+1), at, ana, noon), "", noon); err != nil {
			t.Fatal(err)
		}
		wantVersion(t, table, at, 1)
	}
	store.down = true
	if err := cached.Purge(t.Context(), "a/1"); !errors.Is(err, errDown) {
		t.Fatal(err)
	}
	wantVersion(t, table, "a/1", 1)
	store.settle(t)
	if err := cached.Purge(t.Context(), "a/2"); err != nil {
		t.Fatal(err)
	}
	for _, at := range []Place{"a/1", "a/2"} {
		if g := room(t, table, at).Active; g != nil {
			t.Errorf("in %s runs %+v", at, g)
		}
	}
	before := store.loads.Load()
	wantVersion(t, table, "b/1", 1)
	if store.loads.Load() != before {
		t.Error("another place was purged from memory too")
	}
}

// What the store forgets is forgotten here, and messages are as they were.
func TestCachedClean(t *testing.T) {
	store, cached, table := newCachedTable()
	declined := NewChallenge(2, here, cy, den, rules.Black, noon)
	for _, g := range []Game{duel(), declined} {
		if _, err := addTo(t.Context(), table, g, "", noon); err != nil {
			t.Fatal(err)
		}
	}
	update(t, table, here, 2, func(g Game) (Game, []Event, error) { return g.Decline(den, noon) })
	for _, slot := range []string{"board", "ping"} {
		if _, _, err := table.Sent(t.Context(), here, Posted{1, slot, 1, slot}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := table.Take(t.Context(), here, 1, "ping"); err != nil {
		t.Fatal(err)
	}
	forgetting := &forgettingStore{Store: store, place: here}
	cached.Store = forgetting
	if places, err := cached.Clean(t.Context(), noon); len(places) != 1 || err != nil {
		t.Fatal(places, err)
	}
	r := room(t, table, here)
	_, board := r.Posted(1, "board")
	_, ping := r.Posted(1, "ping")
	if r.Active == nil || len(r.Challenges) > 0 || !board || ping {
		t.Errorf("the room is %+v", r)
	}
}

// forgettingStore has one place without its challenges.
type forgettingStore struct {
	Store
	place Place
}

func (s *forgettingStore) Clean(context.Context, time.Time) ([]Place, error) {
	return []Place{s.place}, nil
}

func (s *forgettingStore) Load(ctx context.Context, at Place) (Room, error) {
	r, err := s.Store.Load(ctx, at)
	r.Challenges = nil
	return r, err
}

// A store that another one has changed all the same is read again.
func TestCachedHeals(t *testing.T) {
	store, _, table := newCachedTable()
	if _, err := addTo(t.Context(), table, duel(), "", noon); err != nil {
		t.Fatal(err)
	}
	wantVersion(t, table, here, 1)
	anything := func(g Game) (Game, []Event, error) {
		g.Level++
		return g, nil, nil
	}
	update(t, NewTable(store, timing), here, 1, anything)
	update(t, table, here, 1, anything)
	wantVersion(t, table, here, 3)
}

// lingeringStore takes its time before and after whatever it does.
type lingeringStore struct{ Store }

func linger() {
	for range rand.IntN(4) {
		runtime.Gosched()
	}
}

func (s lingeringStore) Load(ctx context.Context, at Place) (Room, error) {
	linger()
	r, err := s.Store.Load(ctx, at)
	linger()
	return r, err
}

func (s lingeringStore) Commit(ctx context.Context, c Change) error {
	linger()
	err := s.Store.Commit(ctx, c)
	linger()
	if rand.IntN(8) == 0 {
		return errors.Join(err, errDown) // and nobody knows
	}
	return err
}

// Nobody reads what is older than a change that was acknowledged, though rooms
// come and go all the time.
func TestCachedIsNeverOld(t *testing.T) {
	cached := NewCached(lingeringStore{NewMemory(timing)})
	table := NewTable(cached, timing)
	if _, err := addTo(t.Context(), table, engineDuel(), "", noon); err != nil {
		t.Fatal(err)
	}
	var told atomic.Uint32
	var writing, reading sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	for range 4 {
		reading.Go(func() {
			for ctx.Err() == nil {
				least := told.Load()
				if g := room(t, table, here).Active; g == nil || g.Version < least {
					t.Errorf("read %+v, and version %d was told", g, least)
					return
				}
				cached.drop([]Place{here, "elsewhere"}[rand.IntN(2)])
			}
		})
	}
	for range 2 {
		writing.Go(func() {
			for range 400 {
				g, _, err := updateIn(t.Context(), table, here, 1, "", noon, func(g Game) (Game, []Event, error) {
					g.Turn++ // anything
					return g, nil, nil
				})
				if err != nil {
					continue // it may have been made
				}
				for seen := told.Load(); seen < g.Version && !told.CompareAndSwap(seen, g.Version); seen = told.Load() {
				}
			}
		})
	}
	writing.Wait()
	cancel()
	reading.Wait()
	if told.Load() < 400 {
		t.Errorf("%d changes prove little", told.Load())
	}
}

// There are never more rooms than fit; which one makes way is left open.
func TestCachedIsBounded(t *testing.T) {
	const most, extra = 3 * maxInUse, 100
	cached := NewCached(themedStore{})
	cached.most = most
	for i := range most + extra {
		cached.hold(Room{Place: Place(fmt.Sprint(i)), Settings: Settings{Theme: "moon"}})
		if n := len(cached.shelves.byPlace); n != min(i+1, most) {
			t.Fatalf("%d rooms are kept", n)
		}
		cached.hold(Room{Place: Place(fmt.Sprint(i)), Settings: Settings{Theme: "moon"}})
	}
	if n := len(cached.shelves.byPlace); n != most {
		t.Errorf("%d rooms are kept", n)
	}
	read := 0
	for i := range most + extra {
		at := Place(fmt.Sprint(i))
		if r, _ := cached.cached(at); r.Settings.Theme == "moon" {
			continue
		}
		read++
		if r, err := cached.Load(t.Context(), at); r.Settings.Theme != "tiles" || err != nil {
			t.Fatalf("read %+v, %v", r, err)
		}
	}
	if read < extra {
		t.Errorf("%d rooms made way, want %d at least", read, extra)
	}
}

// themedStore has settings in every place.
type themedStore struct{ Store }

func (themedStore) Load(_ context.Context, at Place) (Room, error) {
	return Room{Place: at, Settings: Settings{Theme: "tiles"}}, nil
}
