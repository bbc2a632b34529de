package game

import (
	"context"
	"errors"
	"slices"
	"testing"

	"othellobot/rules"
)

func forget(t *testing.T, table *Table, p Player) error {
	kept := table.rooms.(Store)
	return table.Forget(t.Context(), kept, kept, p, noon)
}

func wantForgotten(t *testing.T, store *fakeStore, p Player) {
	t.Helper()
	for at, kept := range store.rooms {
		if Mentions(kept.text, p) {
			t.Errorf("%s: %s", at, kept.text)
		}
	}
	for id, past := range store.past {
		if text, err := past.MarshalJSON(); err != nil || Mentions(text, p) {
			t.Errorf("game %d: %s, %v", id, text, err)
		}
	}
	for n := range store.names {
		if n.Player == p {
			t.Errorf("named in game %d", n.Game)
		}
	}
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
	wantForgotten(t, store, ana)
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

// If another process changes a game while a player is being removed, the removal is repeated on the new state.
func TestForgetAgain(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, played(t, openGame(), "f5d6", ana, bo))
	others := 2
	store.onSave = func(context.Context, Change) error {
		if others--; others < 0 {
			return nil
		}
		return store.overtake(here)
	}
	if g := store.game(1); forget(t, table, ana) != nil || store.game(1).Version != 4 {
		t.Errorf("%+v", g)
	}
	wantForgotten(t, store, ana)
}

// After a removal has begun, any failure leaves the tombstone. A failure before that changes nothing.
func TestForgetFails(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, played(t, openGame(), "f5d6", ana, bo))
	want := func(what string, table *Table, cause error) {
		t.Helper()
		if err := forget(t, table, ana); !errors.Is(err, ErrForgetPending) || !errors.Is(err, cause) {
			t.Errorf("%s: %v", what, err)
		}
		if !slices.Contains(store.leaving, ana) {
			t.Errorf("%s: the tombstone is gone", what)
		}
		store.leaving = nil
	}
	store.onLoad = func(context.Context) error { return errDown }
	want("if the room cannot be read", table, errDown)
	store.onLoad = func(context.Context) error { return nil }
	store.onSave = func(context.Context, Change) error { return errDown }
	want("if nothing can be stored", table, errDown)
	want("if nobody can be found", NewTable(&failingRooms{store, errDown}, timing), errDown)
	want("if a newer version has the rest", NewTable(&failingRooms{store, ErrNewer}, timing), ErrNewer)
	store.onSave = func(context.Context, Change) error { return store.overtake(here) }
	want("if others are always faster", table, ErrStale)
	for cause, unknown := range map[error]bool{errDown: true, ErrNotStored: false} {
		store.onBury = cause
		unsaved := (*StoreError)(nil)
		if err := forget(t, table, ana); !errors.As(err, &unsaved) || unsaved.Unknown != unknown {
			t.Errorf("if nothing is begun: %v", err)
		}
	}
}

// Two players who are forgotten at the same time are both removed from a game that has left its room.
func TestForgetTwoAtOnce(t *testing.T) {
	store, table := newTable(t)
	old := result(t)(duel().Resign(bo, noon))
	store.past[1] = Past{Game: old}
	store.names[NameChange{Player: ana, Game: 1}], store.names[NameChange{Player: bo, Game: 1}] = true, true
	store.onSave = func(context.Context, Change) error {
		store.onSave = func(context.Context, Change) error { return nil }
		return forget(t, table, bo)
	}
	noError(t, forget(t, table, ana))
	wantForgotten(t, store, ana)
	wantForgotten(t, store, bo)
	if kept := store.rooms[here]; kept.due != noon.Add(2*timing.Retention).UnixMilli() {
		t.Errorf("the room is %+v", kept)
	}
}

type failingRooms struct {
	*fakeStore
	err error
}

func (s *failingRooms) Rooms(context.Context, RoomFilter, int) ([]Room, error) { return nil, s.err }

// Unreadable games that may name the player are deleted. Other unreadable games stay the same.
func TestForgetUnreadable(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, played(t, NewOpen(1, here, cy, noon), "f5d6", cy, bo))
	store.edit(here, `"games":[`, `"games":[{"id":"7","moves":"f5","mode":"teams","starter":"ana"},{"id":"8","starter":"banana"},{"id":"?","moves":"f5","starter":"ana"},{"id":"9","starter":"ana"},`)
	store.names[NameChange{Player: ana, Game: 7}] = true
	store.rooms["broken"] = fakeRoom{version: 1, text: []byte(`{"format":1,"games":[{"id":"6","starter":"ana"}`)}
	store.rooms["other"] = fakeRoom{version: 1, text: []byte(`{"format":1,"games":[{"id":"6","starter":"bo"}`)}
	old := result(t)(duel().Resign(bo, noon))
	old.ID, old.Version = 4, 2
	left := Slot{Game: 4, Name: BoardSlot, Post: 1, Want: 2, Shown: 2, Ref: "m"}
	store.past[4] = Past{Game: old, Slots: []Slot{left}}
	store.past[5] = Past{Game: Game{ID: 5, Place: "there"}, Unread: []byte(`{"moves":"f5","starter":"ana"}`), Err: errUnreadable}
	for id := range ID(2) {
		store.names[NameChange{Player: ana, Game: 4 + id}] = true
	}
	noError(t, forget(t, table, ana))
	wantForgotten(t, store, ana)
	if r := room(t, table, here); !slices.Equal(r.Unreadable, []ID{8}) || r.Active == nil || r.Active.Version != 1 {
		t.Errorf("%+v", r)
	}
	if r := room(t, table, "other"); !slices.Equal(r.Unreadable, []ID{0}) {
		t.Errorf("%+v", r)
	}
	if _, kept := store.rooms["broken"]; kept {
		t.Error("an empty room is kept")
	}
	if g := store.past[4].Game; g.Version != 3 || g.Player(rules.White) != bo || diff([]Slot{left}, store.past[4].Slots) != "" {
		t.Errorf("a game that is over becomes %+v", store.past[4])
	}
	if len(store.past) != 1 {
		t.Errorf("kept are %+v", store.past)
	}
}

func TestForgetNewer(t *testing.T) {
	store, table := newTable(t)
	store.rooms[here] = fakeRoom{version: 1, text: []byte(`{"format":2,"starter":"ana"}`)}
	other := duel()
	other.Place = "there" // this room comes after the room that cannot be read
	begin(t, table, other)
	if err := forget(t, table, ana); !errors.Is(err, ErrForgetPending) || !errors.Is(err, ErrNewer) || !slices.Contains(store.leaving, ana) || room(t, table, "there").NamesPlayer(ana) {
		t.Errorf("of a room: %v", err)
	}
	store, table = newTable(t)
	store.past[5] = Past{Game: Game{ID: 5, Place: here}, Unread: []byte(`{"format":2}`), Err: ErrNewer}
	store.names[NameChange{Player: ana, Game: 5}] = true
	if err := forget(t, table, ana); !errors.Is(err, ErrForgetPending) || !errors.Is(err, ErrNewer) || store.past[5].Unread == nil {
		t.Errorf("of a game: %v", err)
	}
}

// Messages of unfinished games are redrawn, and messages of finished games stay the same.
func TestForgetDrawsAgain(t *testing.T) {
	_, table := newTable(t)
	g, last := duel(), NewOpen(2, here, ana, noon)
	mustDo(t, table, here, Proposal{New: &last, By: ana, Operation: Stop(false), Display: reserves("board")})
	note(t, table, Note{Place: here, Game: 2, Slot: BoardSlot, Post: 1, Shown: 1, Ref: "m2"})
	mustDo(t, table, here, Proposal{New: &g, Display: reserves("board", "ping")})
	note(t, table, Note{Place: here, Game: 1, Slot: BoardSlot, Post: 1, Shown: 1, Ref: "m1"})
	note(t, table, Note{Place: here, Game: 1, Slot: PingSlot, Post: 1, Shown: 1, Ref: "p1", Fate: FateGone})
	noError(t, forget(t, table, ana))
	redraw := noon.Add(RedrawAfter).UnixMilli()
	want := []Slot{{Game: 1, Name: BoardSlot, Post: 1, Want: 2, Shown: 1, Ref: "m1", State: Behind, Redraw: redraw}, {Game: 1, Name: PingSlot, Post: 1, Want: 1, State: Gone}}
	if d := diff(want, room(t, table, here).Slots); d != "" {
		t.Errorf("slots (-want +got):\n%s", d)
	}
}

// If an unreadable game has no ID, dropping it removes all names of the place. The names of the
// other games are added again.
func TestNamesWithUnreadable(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, duel())
	store.edit(here, `"games":[`, `"games":[{"starter":"cy"},`)
	challenge := NewChallenge(9, here, cy, den, rules.Black, noon)
	mustDo(t, table, here, Proposal{New: &challenge})
	names := store.changes[len(store.changes)-1].Names
	stray := slices.Index(names, NameChange{Removed: true})
	if stray < 0 {
		t.Fatalf("the names change by %+v", names)
	}
	for _, n := range []NameChange{{Player: ana, Game: 1}, {Player: bo, Game: 1}, {Player: cy, Game: 9}, {Player: den, Game: 9}} {
		if !slices.Contains(names[stray:], n) {
			t.Errorf("%+v is not kept by %+v", n, names)
		}
	}
}

func TestForgetInGame(t *testing.T) {
	challenge := NewChallenge(1, here, ana, bo, rules.Black, noon)
	open := played(t, openGame(), "f5d6", ana, bo)
	for _, tt := range []struct {
		name   string
		game   Game
		by     Player
		reason Reason
		over   bool
	}{
		{"a running duel is resigned", duel(), bo, Resigned, true},
		{"so is one against the engine", engineDuel(), ana, Resigned, true},
		{"one without an opponent is stopped", NewDuel(1, here, ana, Nobody, rules.Black, noon), ana, Stopped, true},
		{"so it is after ten moves", from(t, NewDuel(1, here, ana, Nobody, rules.Black, noon), passBoard), ana, Stopped, true},
		{"their challenge is taken back", challenge, ana, Withdrawn, true},
		{"one to them is declined", challenge, bo, Declined, true},
		{"an open game goes on", open, ana, 0, false},
		{"also without its starter", open, ana, 0, false},
		{"also without who has asked", result(t)(open.Undo(ana, quarter)), ana, 0, false},
		{"a finished game stays", result(t)(duel().Resign(ana, noon)), ana, Resigned, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !slices.Contains(tt.game.Players(), tt.by) {
				t.Fatal("the game does not name them")
			}
			before := clone(tt.game)
			g, _, err := tt.game.Forget(tt.by, quarter)
			if err != nil || slices.Contains(g.Players(), tt.by) || g.LastMover() == tt.by || g.Ask != nil {
				t.Errorf("still there: %+v, %v", g, err)
			}
			if (g.Phase == Over) != tt.over || tt.over && g.Result.Reason != tt.reason {
				t.Errorf("phase %v, result %+v", g.Phase, g.Result)
			}
			if d := diff(before.Moves, g.Moves); d != "" {
				t.Errorf("moves (-want +got):\n%s", d)
			}
			if d := diff(before, tt.game); d != "" {
				t.Errorf("the original game changed:\n%s", d)
			}
		})
	}
}

// The side of a forgotten player passes to another player who moved for it, or becomes free.
func TestForgottenSide(t *testing.T) {
	g := played(t, openGame(), "f5d6", ana, bo)
	crowd := playedAt(t, g, quarter, "c3", cy)
	left := result(t)(playedAt(t, crowd, quarter, "d3", bo).Forget(cy, quarter))
	wantError(t, left.MayPlay(den, quarter), &SideError{Color: rules.Black, Holder: ana, Until: quarter.Add(OpenTurnTime)})
	g = result(t)(g.Forget(ana, noon))
	if err := g.MayPlay(den, noon); err != nil || g.Player(rules.Black) != Nobody {
		t.Errorf("%q has Black, and den may not: %v", g.Player(rules.Black), err)
	}
	crowd = result(t)(crowd.Forget(ana, quarter))
	crowd = playedAt(t, crowd, quarter, "d3", bo)
	wantError(t, crowd.MayPlay(den, quarter), &SideError{Color: rules.Black, Holder: cy, Until: quarter.Add(OpenTurnTime)})
	if crowd.Player(rules.Black) != cy {
		t.Errorf("%q has Black", crowd.Player(rules.Black))
	}
}
