package game

import (
	"context"
	"errors"
	"slices"
	"testing"

	"othellobot/rules"
)

// forget has a table forget somebody who is kept where its rooms are.
func forget(t *testing.T, table *Table, p Player) error {
	kept := table.rooms.(Store)
	return table.Forget(t.Context(), kept, kept, p, noon)
}

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

	noError(t, forget(t, table, ana))
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
	if err := forget(t, table, ana); err != nil || store.games[1].Version != 4 || slices.Contains(store.games[1].Players(), ana) {
		t.Errorf("%v, %+v", err, store.games[1])
	}
}

// Whatever fails once somebody is being forgotten is kept in mind, and only what fails
// before that has changed nothing.
func TestForgetFails(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, played(t, openGame(), "f5d6", ana, bo))
	want := func(what string, table *Table, cause error) {
		t.Helper()
		if err := forget(t, table, ana); !errors.Is(err, ErrUnforgotten) || !errors.Is(err, cause) {
			t.Errorf("%s: %v", what, err)
		}
		if !slices.Contains(store.leaving, ana) {
			t.Errorf("%s nobody knows any more who is leaving", what)
		}
		store.leaving = nil
	}
	store.onLoad = func(context.Context) error { return errDown }
	want("if the room cannot be read", table, errDown)
	store.onLoad = func(context.Context) error { return nil }
	store.onCommit = func(context.Context, Change) error { return errDown }
	want("if nothing can be stored", table, errDown)
	want("if nobody can be found", NewTable(&nobodyFound{store, errDown}, timing), errDown)
	want("if a newer version has the rest", NewTable(&nobodyFound{store, ErrNewer}, timing), ErrNewer)
	store.onCommit = func(context.Context, Change) error {
		_, err := store.store(step(t, store.games[1]))
		return err
	}
	want("if others are always faster", table, ErrStale)
	for cause, unknown := range map[error]bool{errDown: true, ErrNotStored: false} {
		store.onBury = cause
		unsaved := (*StoreError)(nil)
		if err := forget(t, table, ana); !errors.As(err, &unsaved) || unsaved.Unknown != unknown {
			t.Errorf("if nothing is begun: %v", err)
		}
	}
}

// nobodyFound is a store that cannot find who is named.
type nobodyFound struct {
	*fakeStore
	err error
}

func (s *nobodyFound) Named(context.Context, Player) ([]Game, error) { return nil, s.err }
