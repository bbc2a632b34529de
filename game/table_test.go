package game

import (
	"context"
	"errors"
	"testing"

	"othellobot/rules"
)

// update makes a change that must succeed.
func update(t testing.TB, table *Table, at Place, id ID, operation func(Game) (Game, []Event, error)) Game {
	t.Helper()
	g, _, err := updateIn(t.Context(), table, at, id, "", noon, operation)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func room(t testing.TB, table *Table, at Place) Room {
	t.Helper()
	r, err := table.Room(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func duels(t testing.TB, table *Table, p Player) Duels {
	t.Helper()
	d, err := table.Duels(t.Context(), p, noon)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// playing is an operation that makes a move.
func playing(t testing.TB, by Player, square string) func(Game) (Game, []Event, error) {
	s := squares(t, square)[0]
	return func(g Game) (Game, []Event, error) { return g.Play(by, s, noon) }
}

func TestOneGameRuns(t *testing.T) {
	table := NewTable(nil, timing)
	challenge := NewChallenge(3, here, cy, den, rules.Black, noon)
	for _, g := range []Game{openGame(), challenge} {
		if added, err := addTo(t.Context(), table, g, "", noon); err != nil || added.Version != 1 {
			t.Fatalf("game %d: version %d, %v", g.ID, added.Version, err)
		}
	}
	var busy *BusyError
	if _, err := addTo(t.Context(), table, NewOpen(2, here, bo, noon), "", noon); !errors.As(err, &busy) || busy.Game.ID != 1 {
		t.Errorf("a second game: %v", err)
	}
	accept := func(g Game) (Game, []Event, error) { return g.Accept(den, noon) }
	if g, _, err := updateIn(t.Context(), table, here, 3, "", noon, accept); !errors.As(err, &busy) || g.Phase != Challenged || g.Version != 1 {
		t.Errorf("a challenge accepted while a game runs: %v, %+v", err, g)
	}
	if _, err := addTo(t.Context(), table, NewOpen(2, "there", bo, noon), "", noon); err != nil {
		t.Errorf("a game elsewhere: %v", err)
	}
	stopped := update(t, table, here, 1, func(g Game) (Game, []Event, error) { return g.Stop(ana, false, noon) })
	accepted := update(t, table, here, 3, accept)
	want := Room{Place: here, Active: &accepted, Last: &stopped, touched: noon.UnixMilli()}
	if d := diff(want, room(t, table, here)); d != "" {
		t.Errorf("the room (-want +got):\n%s", d)
	}
}

func TestUpdate(t *testing.T) {
	table := NewTable(nil, timing)
	if _, _, err := updateIn(t.Context(), table, here, 1, "", noon, playing(t, ana, "f5")); err != ErrUnknown {
		t.Errorf("a game nobody started: %v", err)
	}
	if len(memory(table).shelves.byPlace) != 0 {
		t.Error("the table keeps a place without a game")
	}
	if _, err := addTo(t.Context(), table, duel(), "", noon); err != nil {
		t.Fatal(err)
	}
	if _, err := addTo(t.Context(), table, openGame(), "", noon); err != ErrStale {
		t.Errorf("a game with the id of another: %v", err)
	}
	if _, _, err := updateIn(t.Context(), table, "there", 1, "", noon, playing(t, ana, "f5")); err != ErrUnknown {
		t.Errorf("a game of another place: %v", err)
	}
	if g := update(t, table, here, 1, playing(t, ana, "f5")); g.Version != 2 || g.Turn != 1 {
		t.Errorf("after a move: version %d, turn %d", g.Version, g.Turn)
	}
	g, events, err := updateIn(t.Context(), table, here, 1, "", noon, playing(t, bo, "a1"))
	if illegal := (*rules.IllegalMoveError)(nil); !errors.As(err, &illegal) || g.Version != 2 || events != nil {
		t.Errorf("an illegal move: %v, version %d, events %v", err, g.Version, events)
	}
	nothing := errors.New("no")
	g, _, err = updateIn(t.Context(), table, here, 1, "", noon, func(Game) (Game, []Event, error) { return Game{}, nil, nothing })
	if err != nothing || g.Version != 2 {
		t.Errorf("what stands after a failure: version %d, %v", g.Version, err)
	}
}

func TestSameDelivery(t *testing.T) {
	table := NewTable(nil, timing)
	if _, err := addTo(t.Context(), table, openGame(), "d1", noon); err != nil {
		t.Fatal(err)
	}
	if _, err := addTo(t.Context(), table, NewOpen(2, here, ana, noon), "d1", noon); err != ErrDuplicate {
		t.Errorf("started again: %v", err)
	}
	play := playing(t, ana, "f5")
	if _, _, err := updateIn(t.Context(), table, here, 1, "d2", noon, playing(t, ana, "a1")); err == nil {
		t.Error("a1 is legal")
	}
	if _, _, err := updateIn(t.Context(), table, here, 1, "d2", noon, play); err != nil {
		t.Errorf("a delivery that changed nothing counts: %v", err)
	}
	again := map[string]func(Game) (Game, []Event, error){
		"once more":             func(g Game) (Game, []Event, error) { return g, nil, nil },
		"where it is not legal": play,
	}
	for name, operation := range again {
		g, _, err := updateIn(t.Context(), table, here, 1, "d2", noon.Add(DeliveryMemory-1), operation)
		if err != ErrDuplicate || g.Version != 2 {
			t.Errorf("played %s: %v, version %d", name, err, g.Version)
		}
	}
	if _, _, err := updateIn(t.Context(), table, here, 1, "d2", noon.Add(DeliveryMemory), playing(t, ana, "d6")); err != nil {
		t.Errorf("a day later: %v", err)
	}
}

// fakeStore notes what it is to commit, or fails with err.
type fakeStore struct {
	Store
	err     error
	changes []Change
}

func newFakeStore() *fakeStore { return &fakeStore{Store: NewMemory(timing)} }

func (s *fakeStore) Commit(ctx context.Context, c Change) error {
	if s.err != nil {
		return s.err
	}
	s.changes = append(s.changes, c)
	return s.Store.Commit(ctx, c)
}

func (s *fakeStore) Purge(ctx context.Context, prefix string) error {
	if s.err != nil {
		return s.err
	}
	return s.Store.Purge(ctx, prefix)
}

func TestStoreIsToldFirst(t *testing.T) {
	store := newFakeStore()
	table := NewTable(store, timing)
	if _, err := addTo(t.Context(), table, duel(), "d1", noon); err != nil {
		t.Fatal(err)
	}
	added := room(t, table, here)

	down := errors.New("disk full")
	store.err = down
	failures := map[string]func() error{
		"a game": func() error {
			_, err := addTo(t.Context(), table, NewChallenge(2, here, cy, den, rules.Black, noon), "d2", noon)
			return err
		},
		"a move": func() error {
			g, events, err := updateIn(t.Context(), table, here, 1, "d3", noon, playing(t, ana, "f5"))
			if g.Version != 1 || events != nil {
				t.Errorf("version %d, events %v of a move that was not stored", g.Version, events)
			}
			return err
		},
		"settings":    func() error { return configure(t.Context(), table, here, Settings{Pings: PingOff}, "", noon) },
		"a new place": func() error { return configure(t.Context(), table, "there", Settings{Pings: PingOff}, "", noon) },
	}
	for name, change := range failures {
		var unsaved *StoreError
		if err := change(); !errors.As(err, &unsaved) || !errors.Is(err, down) {
			t.Errorf("%s that cannot be stored: %v", name, err)
		}
	}
	if d := diff(added, room(t, table, here)); d != "" {
		t.Errorf("what could not be stored is seen:\n%s", d)
	}
	if due, _, _ := table.Next(t.Context(), everywhere); !due.Equal(noon.Add(PingDelay)) {
		t.Errorf("the next task is due at %v", due)
	}

	store.err = ErrDuplicate // as after a restart
	if _, _, err := updateIn(t.Context(), table, here, 1, "d3", noon, playing(t, ana, "f5")); err != ErrDuplicate {
		t.Errorf("a delivery that only the store knows: %v", err)
	}

	store.err = nil
	if _, _, err := updateIn(t.Context(), table, here, 1, "d3", noon, playing(t, ana, "f5")); err != nil {
		t.Fatal(err)
	}
	if err := configure(t.Context(), table, here, Settings{Theme: "moon", Pings: PingOff}, "", noon); err != nil {
		t.Fatal(err)
	}
	first, second := duel(), played(t, duel(), "f5", ana)
	first.Version, second.Version = 1, 2
	late := noon.Add(PingDelay).UnixMilli()
	want := []Change{
		{Place: here, Steps: []Step{{After: &first, Due: late}}, Delivery: "d1", Now: noon},
		{Place: here, Steps: []Step{{Before: &first, After: &second, Due: late}}, Delivery: "d3", Now: noon},
		{
			Place: here, Steps: []Step{{Before: &second, After: &second, Due: noon.Add(ClaimDelay).UnixMilli()}},
			Settings: &Settings{Theme: "moon", Pings: PingOff}, Now: noon,
		},
	}
	if d := diff(want, store.changes); d != "" {
		t.Errorf("the store was told (-want +got):\n%s", d)
	}
}

// hookStore does something in the middle of every commit.
type hookStore struct {
	Store
	hook func()
}

func (s *hookStore) Commit(ctx context.Context, c Change) error {
	s.hook()
	return s.Store.Commit(ctx, c)
}

// While a change is being stored, others see what was before it, and what is
// said of messages meanwhile is not lost.
func TestMeanwhile(t *testing.T) {
	store := &hookStore{NewMemory(timing), func() {}}
	table := NewTable(store, timing)
	g, err := addTo(t.Context(), table, duel(), "", noon)
	if err != nil {
		t.Fatal(err)
	}
	message := Posted{Game: g.ID, Slot: "board", Version: 1, Ref: "m"}
	store.hook = func() {
		if seen := room(t, table, here).Active; seen == nil || seen.Version != 1 || len(seen.Moves) != 0 {
			t.Errorf("seen too early: %+v", seen)
		}
		if _, _, err := table.Sent(t.Context(), here, message); err != nil {
			t.Error(err)
		}
	}
	update(t, table, here, g.ID, playing(t, ana, "f5"))
	if got, ok := room(t, table, here).Posted(g.ID, "board"); !ok || got != message {
		t.Errorf("the message: %+v, %v", got, ok)
	}
}

func TestConfigure(t *testing.T) {
	table := NewTable(nil, timing)
	set := Settings{Theme: "moon", Pings: PingOff}
	if err := configure(t.Context(), table, here, set, "", noon); err != nil {
		t.Fatal(err)
	}
	if _, err := addTo(t.Context(), table, duel(), "", noon); err != nil {
		t.Fatal(err)
	}
	wantNext(t, table, ClaimDelay)
	if err := configure(t.Context(), table, here, Settings{Theme: "moon"}, "", noon); err != nil {
		t.Fatal(err)
	}
	wantNext(t, table, PingDelay) // pinged after all
	if err := configure(t.Context(), table, here, set, "", noon); err != nil {
		t.Fatal(err)
	}
	update(t, table, here, 1, func(g Game) (Game, []Event, error) { return g.Resign(ana, noon) })
	if got := room(t, table, here).Settings; got != set {
		t.Errorf("settings %+v after a game", got)
	}
	if err := configure(t.Context(), table, here, Settings{}, "", noon); err != nil || room(t, table, here).Last == nil {
		t.Errorf("back to what they were: %v, %+v", err, room(t, table, here))
	}
	if err := configure(t.Context(), table, here, set, "d1", noon); err != nil {
		t.Fatal(err)
	}
	if err := configure(t.Context(), table, here, Settings{}, "d1", noon); err != ErrDuplicate || room(t, table, here).Settings != set {
		t.Errorf("set again by the same delivery: %v, %+v", err, room(t, table, here).Settings)
	}
	if known, err := table.Delivered(t.Context(), "d1", noon); err != nil || !known {
		t.Errorf("the delivery is known: %v, %v", known, err)
	}
	if err := configure(t.Context(), table, "there", set, "", noon); err != nil {
		t.Fatal(err)
	}
	if err := configure(t.Context(), table, "there", Settings{}, "", noon); err != nil || len(memory(table).shelves.byPlace) != 1 {
		t.Errorf("%d places, %v", len(memory(table).shelves.byPlace), err)
	}
}

func TestPosted(t *testing.T) {
	ctx := t.Context()
	table := NewTable(nil, timing)
	board := Posted{Game: 1, Slot: "board", Version: 1, Ref: "m1"}
	if _, _, err := table.Sent(ctx, here, board); err != ErrUnknown || len(memory(table).shelves.byPlace) != 0 {
		t.Errorf("a message of no game: %v", err)
	}
	if _, err := addTo(ctx, table, duel(), "", noon); err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		sent, before, after Posted
	}{
		{board, Posted{}, board},
		{Posted{1, "ping", 1, "m2"}, Posted{}, board},
		{Posted{1, "board", 3, "m3"}, board, Posted{1, "board", 3, "m3"}},
		{Posted{1, "board", 2, "m4"}, Posted{1, "board", 3, "m3"}, Posted{1, "board", 3, "m3"}},
		{Posted{1, "board", 3, "m5"}, Posted{1, "board", 3, "m3"}, Posted{1, "board", 3, "m3"}},
		{Posted{1, "board", 5, "m5"}, Posted{1, "board", 3, "m3"}, Posted{1, "board", 3, "m3"}}, // it was overtaken before
		{Posted{1, "board", 2, "m3"}, Posted{1, "board", 3, "m3"}, Posted{1, "board", 3, "m3"}},
		{Posted{1, "board", 4, "m3"}, Posted{1, "board", 3, "m3"}, Posted{1, "board", 4, "m3"}},
	}
	for _, step := range steps {
		earlier := room(t, table, here)
		before, now, err := table.Sent(ctx, here, step.sent)
		if was, _ := earlier.Posted(1, step.sent.Slot); was != step.before {
			t.Errorf("%+v changes a room that was read before: %+v", step.sent, was)
		}
		after, _ := room(t, table, here).Posted(1, "board")
		if err != nil || now.Active.ID != 1 || before != step.before || after != step.after {
			t.Errorf("%+v: before %+v, after %+v, %v", step.sent, before, after, err)
		}
	}
	if g := update(t, table, here, 1, playing(t, ana, "f5")); g.Version != 2 {
		t.Errorf("messages made version %d", g.Version)
	}
	for _, want := range []bool{true, false} {
		if p, ok, err := table.Take(ctx, here, 1, "board"); ok != want || err != nil || ok && p.Ref != "m3" {
			t.Errorf("taken: %+v, %v, %v", p, ok, err)
		}
	}
	if _, ok, _ := table.Take(ctx, "there", 1, "ping"); ok {
		t.Error("a message of another place")
	}
	// The last game keeps its messages until another one ends.
	update(t, table, here, 1, func(g Game) (Game, []Event, error) { return g.Resign(ana, noon) })
	if _, err := addTo(ctx, table, NewOpen(2, here, ana, noon), "", noon); err != nil {
		t.Fatal(err)
	}
	if p, ok := room(t, table, here).Posted(1, "ping"); !ok || p.Ref != "m2" {
		t.Errorf("the last game's message: %+v, %v", p, ok)
	}
	update(t, table, here, 2, func(g Game) (Game, []Event, error) { return g.Stop(ana, false, noon) })
	if _, ok := room(t, table, here).Posted(1, "ping"); ok {
		t.Error("a message of a game that is forgotten")
	}
}

// BenchmarkMove measures a move through the table: the place looked up, the
// move made, and its message noted.
func BenchmarkMove(b *testing.B) {
	ctx := b.Context()
	table := NewTable(nil, timing)
	g := openGame()
	b.ReportAllocs()
	for b.Loop() {
		if g.Phase == Over || g.Version == 0 {
			g = NewOpen(g.ID+1, here, ana, noon)
			if _, err := addTo(ctx, table, g, "", noon); err != nil {
				b.Fatal(err)
			}
		}
		r, err := table.Room(ctx, here)
		if err != nil {
			b.Fatal(err)
		}
		square := r.Active.Position().Legal().First()
		g, _, err = updateIn(ctx, table, here, g.ID, "", noon, func(g Game) (Game, []Event, error) { return g.Play(ana, square, noon) })
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := table.Sent(ctx, here, Posted{g.ID, "board", g.Version, "m"}); err != nil {
			b.Fatal(err)
		}
	}
}
