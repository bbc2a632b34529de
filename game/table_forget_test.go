package game

import (
	"context"
	"errors"
	"slices"
	"testing"

	"othellobot/rules"
)

func TestForgetEverywhere(t *testing.T) {
	store, table := newTable(t)
	add := func(g Game, at Place, id ID) {
		t.Helper()
		g.Place, g.ID = at, id
		begin(t, table, g)
	}
	add(duel(), "a", 1)
	add(NewChallenge(0, "", bo, ana, rules.Black, noon), "a", 2)
	add(NewChallenge(0, "", cy, bo, rules.Black, noon), "b", 3)
	add(played(t, openGame(), "f5d6", ana, bo), "b", 4)
	add(NewOpen(0, "", cy, noon), "c", 5)
	mustDo(t, table, "c", Proposal{Game: 5, By: cy, Operation: Stop(false)})

	if err := table.Forget(t.Context(), ana, noon); err != nil {
		t.Fatal(err)
	}
	for _, g := range store.games {
		if slices.Contains(g.Players(), ana) || g.LastMover() == ana {
			t.Errorf("game %v still names ana: %+v", g.ID, g)
		}
	}
	if g, _ := room(t, table, "a").Find(1); g.Phase != Over || g.Result.Winner != rules.White {
		t.Errorf("the duel: %+v", g.Result)
	}
	if g, _ := room(t, table, "b").Find(4); g.Phase != Playing || g.Version != 2 {
		t.Errorf("the open game: %+v", g)
	}
	if g, _ := room(t, table, "c").Find(5); g.Version != 2 {
		t.Errorf("a game that never named them has version %d", g.Version)
	}
}

// Others may change a game while somebody is taken out of it; then that is done on
// what stands.
func TestForgetAgain(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, played(t, openGame(), "f5d6", ana, bo))
	others := 2
	store.onCommit = func(context.Context, Change) error {
		if others--; others < 0 {
			return nil
		}
		_, err := store.store(step(t, store.games[1]))
		return err
	}
	if err := table.Forget(t.Context(), ana, noon); err != nil || store.games[1].Version != 4 || slices.Contains(store.games[1].Players(), ana) {
		t.Errorf("%v, %+v", err, store.games[1])
	}
}

func TestForgetFails(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, played(t, openGame(), "f5d6", ana, bo))
	unsaved := (*StoreError)(nil)
	want := func(what string, err error) {
		t.Helper()
		if !errors.As(err, &unsaved) || !errors.Is(err, errDown) {
			t.Errorf("%s: %v", what, err)
		}
	}
	store.onLoad = func(context.Context) error { return errDown }
	want("if the room cannot be read", table.Forget(t.Context(), ana, noon))
	store.onLoad = func(context.Context) error { return nil }
	store.onCommit = func(context.Context, Change) error { return errDown }
	want("if nothing can be stored", table.Forget(t.Context(), ana, noon))
	want("if nobody can be found", NewTable(&nobodyFound{store}, timing).Forget(t.Context(), ana, noon))
	store.onCommit = func(context.Context, Change) error {
		_, err := store.store(step(t, store.games[1]))
		return err
	}
	if err := table.Forget(t.Context(), ana, noon); err != ErrStale {
		t.Errorf("if others are always faster: %v", err)
	}
}

// nobodyFound is a store that cannot find who is named.
type nobodyFound struct{ *fakeStore }

func (*nobodyFound) Named(context.Context, Player) ([]Game, error) { return nil, errDown }
