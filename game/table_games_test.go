package game

import (
	"context"
	"errors"
	"testing"
	"time"

	"othellobot/rules"
)

func TestNoteRetries(t *testing.T) {
	store, table := newTable(t)
	g := duel()
	mustDo(t, table, here, Proposal{New: &g, Display: reserves("board")})
	sent := Note{Place: here, Game: 1, Slot: BoardSlot, Post: 1, Shown: 1, Ref: "m"}
	store.once(func(Change) error {
		mustDo(t, table, here, Proposal{Game: 1, By: ana, Operation: Play(squares(t, "f5")[0]), Display: revises("board")})
		return nil
	})
	if result := note(t, table, sent); result != NotedBehind {
		t.Errorf("noted during a move: %d", result)
	}
	if r := room(t, table, here); r.Active.Turn != 1 || r.Slots[0].Ref != "m" || r.Slots[0].Shown != 1 || r.Slots[0].Want != 2 {
		t.Errorf("%+v", r)
	}
	if last := store.changes[len(store.changes)-1]; !last.Async || len(last.Steps) > 0 {
		t.Errorf("a note is stored as %+v", last)
	}
	again := sent
	again.Shown = 2
	store.onSave = func(context.Context, Change) error { return store.overtake(here) }
	if _, err := table.Note(t.Context(), again); !errors.Is(err, ErrStale) {
		t.Errorf("if others are always faster: %v", err)
	}
	store.onSave = func(context.Context, Change) error { return errDown }
	if _, err := table.Note(t.Context(), again); !errors.Is(err, errDown) {
		t.Errorf("if it cannot be stored: %v", err)
	}
	store.onLoad = func(context.Context) error { return errDown }
	if _, err := table.Note(t.Context(), again); !errors.Is(err, errDown) {
		t.Errorf("if the room cannot be read: %v", err)
	}
}

func TestNoteOfNothing(t *testing.T) {
	store, table := newTable(t)
	g := duel()
	mustDo(t, table, here, Proposal{New: &g, Display: reserves("board")})
	sent := Note{Place: here, Game: 1, Slot: BoardSlot, Post: 1, Shown: 1, Ref: "m"}
	note(t, table, sent)
	stored := len(store.changes)
	note(t, table, sent)
	for want, n := range map[error]Note{
		ErrUnknown: {Place: here, Game: 7, Slot: BoardSlot, Post: 1, Shown: 1, Ref: "m", Now: noon},
		ErrNewer:   {Place: "newer", Game: 7, Slot: BoardSlot, Post: 1, Shown: 1, Ref: "m", Now: noon},
	} {
		store.rooms["newer"] = fakeRoom{version: 1, text: []byte(`{"format":2}`)}
		if _, err := table.Note(t.Context(), n); !errors.Is(err, want) {
			t.Errorf("of game %d in %s: %v", n.Game, n.Place, err)
		}
	}
	if len(store.changes) != stored {
		t.Errorf("stored is %+v", store.changes[stored:])
	}
}

// A finished game stays in its room until its messages show the end. Then it is stored apart with
// its slots, and later notes still get the right result.
func TestLeaving(t *testing.T) {
	store, table := newTable(t)
	g := duel()
	mustDo(t, table, here, Proposal{New: &g, Display: reserves("board")})
	mustDo(t, table, here, Proposal{Game: 1, By: ana, Operation: Game.Resign, Display: revises("board")})
	if past := store.past[1]; past.Game.Version != 2 || len(past.Slots) > 0 {
		t.Errorf("when it ends, it is kept as %+v", past)
	}
	next := NewOpen(2, here, cy, noon)
	mustDo(t, table, here, Proposal{New: &next, By: cy, Operation: Stop(false)})
	r := room(t, table, here)
	if len(r.Leaving) != 1 || r.Leaving[0].ID != 1 || r.Last.ID != 2 || r.Due(timing) != noon.Add(RedrawAfter).UnixMilli() {
		t.Errorf("%+v", r)
	}
	if _, ok := r.Find(1); ok {
		t.Error("people can still ask for it")
	}
	sent := Note{Place: here, Game: 1, Slot: BoardSlot, Post: 1, Shown: 2, Ref: "m"}
	board := Slot{Game: 1, Name: BoardSlot, Post: 1, Want: 2, Shown: 2, Ref: "m"}
	if result := note(t, table, sent); result != NotedCurrent {
		t.Errorf("noted: %d", result)
	}
	if r := room(t, table, here); len(r.Leaving)+len(r.Slots) > 0 {
		t.Errorf("it has not left: %+v", r)
	}
	if past := store.past[1]; past.Game.Version != 2 || diff([]Slot{board}, past.Slots) != "" {
		t.Errorf("when it has left, it is kept as %+v", past)
	}
	got, slots, err := table.FindGame(t.Context(), here, 1)
	if err != nil || got.Version != 2 || diff([]Slot{board}, slots) != "" {
		t.Errorf("drawn as %+v with %+v, %v", got, slots, err)
	}
	_, _, err = table.FindGame(t.Context(), "there", 1)
	wantError(t, err, ErrUnknown)
	stored := len(store.changes)
	for want, n := range map[NoteResult]Note{
		NotedCurrent: sent,
		NotedBehind:  {Place: here, Game: 1, Slot: BoardSlot, Post: 1, Shown: 1, Ref: "m"},
		NotedRetired: {Place: here, Game: 1, Slot: BoardSlot, Post: 1, Shown: 2, Ref: "other"},
	} {
		if result := note(t, table, n); result != want {
			t.Errorf("afterwards %+v is %d, want %d", n, result, want)
		}
	}
	if len(store.changes) != stored {
		t.Errorf("that is stored as %+v", store.changes[stored:])
	}
}

func sharedTable(t testing.TB) (*fakeStore, *Table) {
	store, shared := newFakeStore(t), timing
	shared.MultiProcess = true
	return store, NewTable(store, shared)
}

// If several processes draw, a final board is redrawn once before the room drops the game.
func TestLeavingShared(t *testing.T) {
	_, table := sharedTable(t)
	g := duel()
	mustDo(t, table, here, Proposal{New: &g, Display: reserves("board")})
	mustDo(t, table, here, Proposal{Game: 1, By: ana, Operation: Game.Resign, Display: revises("board")})
	next := NewOpen(2, here, cy, noon)
	mustDo(t, table, here, Proposal{New: &next, By: cy, Operation: Stop(false)})
	sent := Note{Place: here, Game: 1, Slot: BoardSlot, Post: 1, Shown: 2, Ref: "m"}
	note(t, table, sent)
	tasks := tasksOf(t, table, noon.Add(RedrawAfter))
	if len(tasks) != 1 || tasks[0].Kind != TaskRedraw || tasks[0].Game.ID != 1 {
		t.Errorf("due is %+v", tasks)
	}
	sent.Now = noon.Add(RedrawAfter)
	note(t, table, sent)
	if r := room(t, table, here); len(r.Leaving) > 0 {
		t.Errorf("%+v", r)
	}
}

func TestRecordDelivery(t *testing.T) {
	store, table := newTable(t)
	seen := room(t, table, here)
	noError(t, table.RecordDelivery(t.Context(), seen, "d", noon))
	for what, r := range map[string]Room{"before": seen, "after": room(t, table, here)} {
		if err := table.RecordDelivery(t.Context(), r, "d", noon); err != ErrDuplicate {
			t.Errorf("once more, in the room as it was %s: %v", what, err)
		}
	}
	noError(t, table.RecordDelivery(t.Context(), seen, "e", noon.Add(time.Second)))
	noError(t, table.RecordDelivery(t.Context(), seen, "", noon))
	if r := room(t, table, here); !r.Knows("d") || !r.Knows("e") || len(store.changes) != 2 {
		t.Errorf("%+v", r)
	}
}

func TestOperatorStopsAGame(t *testing.T) {
	_, table := newTable(t)
	begin(t, table, played(t, duel(), tenMoves, ana, bo))
	mustDo(t, table, here, Proposal{Game: 1, Display: reserves("board")})
	g, err := table.Stop(t.Context(), here, 1, quarter)
	if want := (Result{Reason: Stopped, By: Engine}); err != nil || g.Phase != Over || *g.Result != want {
		t.Fatalf("%+v, %v", g, err)
	}
	if players := g.Players(); len(players) != 2 {
		t.Errorf("the game names %v", players)
	}
	if board, _ := room(t, table, here).Slot(1, "board"); board.Want != 3 || board.Redraw != quarter.Add(RedrawAfter).UnixMilli() {
		t.Errorf("the board is not drawn again: %+v", board)
	}
}

func TestOperatorStopsWhatIsPlayed(t *testing.T) {
	_, table := newTable(t)
	begin(t, table, NewChallenge(1, here, ana, bo, rules.Black, noon))
	begin(t, table, NewOpen(2, "b", ana, noon))
	mustDo(t, table, "b", Proposal{Game: 2, By: ana, Operation: Stop(false)})
	for id, want := range map[ID]error{1: ErrNotStarted, 2: ErrOver, 3: ErrUnknown} {
		_, err := table.Stop(t.Context(), map[ID]Place{1: here, 2: "b", 3: here}[id], id, quarter)
		wantError(t, err, want)
	}
}
