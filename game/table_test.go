package game

import (
	"context"
	"errors"
	"testing"
	"time"

	"othellobot/rules"
)

var errDown = errors.New("down for a moment")

func TestDo(t *testing.T) {
	store, table := newTable(t)
	g := duel()
	var rooms []Room // the room after each change
	wantDone := func(what string, p Proposal, want Outcome) {
		t.Helper()
		want.Before = room(t, table, here)
		out := mustDo(t, table, here, p)
		if d := diff(want, out); d != "" {
			t.Errorf("%s (-want +got):\n%s", what, d)
		}
		rooms = append(rooms, room(t, table, here))
	}
	first := g
	first.Version = 1
	wantDone("a game begins", Proposal{New: &g, Delivery: "d1"}, Outcome{Game: first})
	if g.Version != 0 {
		t.Error("the proposed game was changed")
	}
	second, events, err := first.Play(ana, squares(t, "f5")[0], noon)
	noError(t, err)
	second.Version = 2
	wantDone("a move", Proposal{Game: 1, By: ana, Delivery: "d2", Operation: Play(squares(t, "f5")[0])}, Outcome{Game: second, Events: events})
	settings := Settings{Theme: "moon", Pings: PingOff}
	wantDone("settings", Proposal{Settings: &settings}, Outcome{})
	third := second
	third.Version = 3
	wantDone("nothing but messages", Proposal{Game: 1, By: ana}, Outcome{Game: third})

	soon, late, stays := noon.Add(PingDelay).UnixMilli(), noon.Add(ClaimDelay).UnixMilli(), noon.Add(minDueAhead).UnixMilli()
	want := []Change{
		{Room: rooms[0], Due: soon, Steps: []Step{{After: &first}}, Names: []NameChange{{Player: ana, Game: 1}, {Player: bo, Game: 1}}},
		{Room: rooms[1], Due: soon, Steps: []Step{{Before: &first, After: &second}}},
		{Room: rooms[2], Due: late},
		{Room: rooms[3], Due: late, Steps: []Step{{Before: &second, After: &third}}},
	}
	for i := range want {
		want[i].KeepDueAfter, want[i].Now = stays, noon
		if i > 0 {
			want[i].Before = rooms[i-1].Version
		}
	}
	if d := diff(want, store.changes); d != "" {
		t.Errorf("what was stored (-want +got):\n%s", d)
	}
	if r := rooms[3]; r.Version <= rooms[2].Version || r.Settings != settings || r.Touched != noon.UnixMilli() || r.Posts.Asked != DayOf(noon) || diff(&third, r.Active) != "" {
		t.Errorf("it ends as %+v", r)
	}
}

// A proposal may open a game with its first move, and change settings together with a game. The
// new settings also apply to the reminder of another game in the place.
func TestDoTogether(t *testing.T) {
	store, table := newTable(t)
	g, settings := duel(), Settings{Pings: PingOff}
	out := mustDo(t, table, here, Proposal{New: &g, By: ana, Operation: Play(squares(t, "f5")[0]), Settings: &settings})
	if out.Game.Version != 1 || out.Game.Turn != 1 || len(out.Events) != 1 {
		t.Errorf("begun with %+v, %v", out.Game, out.Events)
	}
	if got := room(t, table, here).Settings; got != settings || !store.due(here).Equal(noon.Add(ClaimDelay)) {
		t.Errorf("settings %+v, due %v", got, store.due(here))
	}
	challenge := NewChallenge(2, here, cy, den, rules.Black, noon)
	settings = Settings{}
	out = mustDo(t, table, here, Proposal{New: &challenge, Settings: &settings})
	if out.Game.ID != 2 || !store.due(here).Equal(noon.Add(PingDelay)) {
		t.Errorf("made %+v, due %v", out.Game, store.due(here))
	}
}

// crowdedRoom returns a place with a running duel (1), a challenge from cy to den (2) and a
// finished game (3). Game 1 is in version 2 and has two messages.
func crowdedRoom(t testing.TB) (*fakeStore, *Table) { return crowdedBy(t, duel()) }

func crowdedBy(t testing.TB, running Game) (*fakeStore, *Table) {
	store, table := newTable(t)
	last := NewOpen(3, here, den, noon)
	begin(t, table, last)
	mustDo(t, table, here, Proposal{Game: 3, By: den, Operation: Stop(false)})
	begin(t, table, running)
	begin(t, table, NewChallenge(2, here, cy, den, rules.Black, noon))
	mustDo(t, table, here, Proposal{Game: 1, By: ana, Operation: Play(squares(t, "f5")[0]), Display: reserves("board", "ping")})
	note(t, table, Note{Place: here, Game: 1, Slot: "board", Post: 2, Shown: 2, Ref: "m2"})
	return store, table
}

// A refusal changes nothing, does not use the store, and returns the current room.
func TestDoRefuses(t *testing.T) {
	store, table := crowdedRoom(t)
	before := room(t, table, here)
	next := NewOpen(9, here, bo, noon)
	known, second := NewOpen(2, here, bo, noon), NewChallenge(9, here, cy, ana, rules.Black, noon)
	nothing := errors.New("no")
	settings := &Settings{Theme: "moon"}
	for name, tt := range map[string]struct {
		proposal Proposal
		want     error
	}{
		"no such game":             {Proposal{Game: 9, Operation: Stop(true)}, ErrUnknown},
		"no such game, no change":  {Proposal{Game: 9}, ErrUnknown},
		"no game":                  {Proposal{Operation: Stop(true)}, ErrUnknown},
		"the id of another game":   {Proposal{New: &known}, ErrStale},
		"a game is running":        {Proposal{New: &next}, &BusyError{*before.Active}},
		"it does not give way":     {Proposal{New: &next, ReplaceIdle: true}, &BusyError{*before.Active}},
		"to be accepted, but busy": {Proposal{Game: 2, By: den, Operation: Accept(false)}, &BusyError{*before.Active}},
		"a challenge is open":      {Proposal{New: &second}, &ChallengeError{*before.Challenges[0]}},
		"not their turn":           {Proposal{Game: 1, By: ana, Operation: Play(19)}, &TurnError{rules.White, bo}},
		"an illegal move":          {Proposal{Game: 1, By: bo, Operation: Play(0)}, &rules.IllegalMoveError{Color: rules.White, Square: 0}},
		"a move of another turn":   {Proposal{Game: 1, By: bo, Operation: PlayIn(Moment{}, 19)}, ErrStale},
		"the same move again":      {Proposal{Game: 1, By: ana, Operation: PlayIn(Moment{}, squares(t, "f5")[0])}, ErrDuplicate},
		"over":                     {Proposal{Game: 3, By: den, Operation: Stop(true)}, ErrOver},
		"not asked":                {Proposal{Game: 2, By: bo, Operation: Game.Decline}, ErrNotAsked},
		"not due":                  {Proposal{Game: 2, Operation: Game.Lapse}, ErrNotDue},
		"with settings":            {Proposal{Game: 1, By: cy, Operation: Stop(false), Settings: settings}, ErrNotAllowed},
		"a new game, refused":      {Proposal{New: &next, Operation: Play(0)}, &rules.IllegalMoveError{Color: rules.Black, Square: 0}},
		"an operation of its own": {
			Proposal{Game: 1, Operation: func(Game, Player, time.Time) (Game, []Event, error) { return Game{}, nil, nothing }}, nothing,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := tt.proposal
			p.Now, p.Delivery = noon, "d"
			p.Display = reserves("board")
			commits, loads := len(store.changes), store.loads
			out, err := table.Do(t.Context(), before, p)
			if errors.Is(tt.want, ErrStale) || errors.Is(tt.want, ErrDuplicate) { // not wrapped
				if err != tt.want {
					t.Errorf("error %v", err)
				}
			}
			wantError(t, err, tt.want)
			if d := diff(Outcome{Before: before}, out); d != "" {
				t.Errorf("the outcome (-want +got):\n%s", d)
			}
			if len(store.changes) != commits || store.loads != loads {
				t.Errorf("%d commits and %d loads", len(store.changes)-commits, store.loads-loads)
			}
			if d := diff(before, room(t, table, here)); d != "" {
				t.Errorf("the room (-before +after):\n%s", d)
			}
		})
	}
}

// The running game makes way for a new game or an accepted challenge, if it has been idle long enough and
// the proposal allows that. Its messages are retired. A change of the running game before the commit is respected.
func TestReplaceIdle(t *testing.T) {
	later := noon.Add(OpenIdleLimit)
	next := NewOpen(4, here, cy, later)
	begins := map[string]Proposal{
		"a new game":  {New: &next, By: cy},
		"a challenge": {Game: 2, By: den, Operation: Accept(false)},
	}
	for name, p := range begins {
		for when, tt := range map[string]struct {
			makeWay bool
			now     time.Time
			race    Operation // a change of the running game before the commit
			aside   bool      // the running game makes way
			busy    bool
		}{
			"it was left alone":      {makeWay: true, now: later, aside: true},
			"not long enough":        {makeWay: true, now: later.Add(-1), busy: true},
			"it must not be touched": {now: later, busy: true},
			"it is stopped":          {makeWay: true, now: later, race: Stop(true)},
			"it may be stopped":      {now: later, race: Stop(true)},
			"somebody plays":         {makeWay: true, now: later, race: Play(squares(t, "d6")[0]), busy: true},
		} {
			t.Run(name+", "+when, func(t *testing.T) {
				store, table := crowdedBy(t, openGame())
				seen := room(t, table, here)
				if tt.race != nil && !tt.makeWay { // a proposal on the stale room would fail before the race
					mustDo(t, table, here, Proposal{Game: 1, By: bo, Now: tt.now, Operation: tt.race})
					seen = room(t, table, here)
				} else if tt.race != nil {
					store.once(func(Change) error {
						mustDo(t, table, here, Proposal{Game: 1, By: bo, Now: tt.now, Operation: tt.race})
						return nil
					})
				}
				p.Now, p.ReplaceIdle, p.Display = tt.now, tt.makeWay, reserves("board")
				out, err := table.Do(t.Context(), seen, p)
				after := room(t, table, here)
				var busy *BusyError
				if errors.As(err, &busy) != tt.busy || !tt.busy && err != nil {
					t.Fatalf("it begins with %v", err)
				}
				if tt.busy {
					if busy.Game.ID != 1 || after.Active.ID != 1 || diff(Outcome{Before: after}, out) != "" {
						t.Errorf("%+v is in the way of %+v, and %+v comes of it", busy.Game, after.Active, out)
					}
					return
				}
				if d := diff(&out.Game, after.Active); d != "" {
					t.Errorf("the running game (-outcome +stored):\n%s", d)
				}
				if (out.Replaced != nil) != tt.aside {
					t.Fatalf("what made way is %+v", out.Replaced)
				}
				if !tt.aside {
					return
				}
				if out.Replaced.Result.Reason != SetAside || out.Replaced.Version != 3 || diff(out.Replaced, after.Last) != "" {
					t.Errorf("what made way is %+v, stored %+v", out.Replaced, after.Last)
				}
				retired := []Slot{{Game: 1, Name: "board", Post: 2, Want: 2, Shown: 2, Ref: "m2"}}
				if d := diff(retired, out.Retired); d != "" {
					t.Errorf("retired (-want +got):\n%s", d)
				}
				if len(after.Slots) != 1 || after.Slots[0].Game != out.Game.ID || len(out.Slots) != 1 {
					t.Errorf("slots left: %+v; in the outcome: %+v", after.Slots, out.Slots)
				}
			})
		}
	}
}

// Unreadable games are dropped when another game begins, and not before.
func TestDropUnreadable(t *testing.T) {
	accept := Proposal{Game: 2, By: den, Operation: Accept(false)}
	next, challenge := NewOpen(4, here, ana, noon), NewChallenge(4, here, ana, bo, rules.Black, noon)
	over := Proposal{New: &next, By: ana, Operation: Stop(false)}
	for name, tt := range map[string]struct {
		proposal Proposal
		gone     bool
	}{
		"a new game":              {Proposal{New: &next}, true},
		"a new challenge":         {Proposal{New: &challenge}, true},
		"an accepted challenge":   {accept, true},
		"a declined challenge":    {Proposal{Game: 2, By: den, Operation: Game.Decline}, false},
		"messages of a challenge": {Proposal{Game: 2}, false},
		"a game over at once":     {over, false},
		"settings":                {Proposal{Settings: &Settings{Theme: "moon"}}, false},
	} {
		store, table := newTable(t)
		begin(t, table, NewChallenge(2, here, cy, den, rules.Black, noon))
		store.edit(here, `"games":[`, `"games":[{"id":"7"},{"id":"8"},`)
		mustDo(t, table, here, tt.proposal)
		if left := len(room(t, table, here).Unreadable); (left == 0) != tt.gone {
			t.Errorf("%s: %d unreadable games are left", name, left)
		}
	}
	// A move in a running game drops none, either.
	store, table := newTable(t)
	begin(t, table, duel())
	store.edit(here, `"games":[`, `"games":[{"id":"7"},`)
	move(t, table, here, 1, ana, "f5")
	if len(room(t, table, here).Unreadable) != 1 {
		t.Error("a move discards a game that cannot be read")
	}
}

// After a conflict, the proposal is planned again on the new state, with new slots.
func TestDoRetries(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, openGame())
	others := 3
	store.onSave = func(context.Context, Change) error {
		if others--; others >= 0 {
			return store.overtake(here)
		}
		return nil
	}
	var asked []uint32
	seen := room(t, table, here)
	out, err := table.Do(t.Context(), seen, Proposal{Game: 1, Now: noon, Display: reserves("board"), Operation: func(g Game, _ Player, _ time.Time) (Game, []Event, error) {
		asked = append(asked, g.Version)
		return g, nil, nil
	}})
	if err != nil || out.Game.Version != 5 || diff([]uint32{1, 2, 3, 4}, asked) != "" {
		t.Errorf("version %d after %v, %v", out.Game.Version, asked, err)
	}
	if board, _ := out.Slot("board"); len(out.Slots) != 1 || board.Post != 5 {
		t.Errorf("the slots are %+v", out.Slots)
	}
	if out.Before.Active.Version != 4 {
		t.Errorf("it was made of version %d", out.Before.Active.Version)
	}
}

func TestDoGivesUp(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, openGame())
	store.onSave = func(context.Context, Change) error { return store.overtake(here) }
	out, err := do(t, table, here, Proposal{Game: 1})
	if err != ErrStale || store.game(1).Version != 1+maxAttempts || out.Before.Active.Version != 1+maxAttempts {
		t.Errorf("%v in version %d, seen %d", err, store.game(1).Version, out.Before.Active.Version)
	}
}

func TestDoCannotReadAgain(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, openGame())
	seen := room(t, table, here)
	move(t, table, here, 1, ana, "f5")
	store.onLoad = func(context.Context) error { return errDown }
	out, err := table.Do(t.Context(), seen, Proposal{Game: 1, Now: noon})
	unsaved := (*StoreError)(nil)
	if !errors.As(err, &unsaved) || unsaved.Unknown || !errors.Is(err, errDown) || out.Before.Active.Version != 1 {
		t.Errorf("%v, %+v", err, out)
	}
	if _, _, err := table.Load(t.Context(), here, ""); !errors.Is(err, errDown) {
		t.Errorf("loaded with %v", err)
	}
}

// A delivery counts once. A late repetition returns the current room.
func TestSameDelivery(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, openGame())
	seen := room(t, table, here)
	p := Proposal{Game: 1, By: ana, Now: noon, Delivery: "d", Operation: Play(squares(t, "f5")[0])}
	if _, known, err := table.Load(t.Context(), here, "d"); known || err != nil {
		t.Errorf("known before it came: %v, %v", known, err)
	}
	mustDo(t, table, here, p)
	if _, known, err := table.Load(t.Context(), here, "d"); !known || err != nil {
		t.Errorf("known afterwards: %v, %v", known, err)
	}
	now := room(t, table, here)
	for name, again := range map[string]Proposal{
		"the same":       p,
		"something else": {Settings: &Settings{Theme: "moon"}, Now: noon, Delivery: "d"},
	} {
		out, err := table.Do(t.Context(), seen, again)
		if d := diff(Outcome{Before: now}, out); err != ErrDuplicate || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, d)
		}
	}

	// Do notices that another process has committed the same delivery.
	q := p
	q.Delivery, q.Operation = "e", Play(squares(t, "d6")[0])
	store.once(func(Change) error {
		mustDo(t, table, here, q)
		return nil
	})
	out, err := table.Do(t.Context(), now, q)
	if err != ErrDuplicate || out.Before.Active.Version != 3 {
		t.Errorf("%v, %+v", err, out.Before.Active)
	}
}

func TestRefusedDeliveryIsNotKnown(t *testing.T) {
	_, table := newTable(t)
	begin(t, table, openGame())
	if _, err := do(t, table, here, Proposal{Game: 1, By: ana, Delivery: "d", Operation: Play(0)}); err == nil {
		t.Error("a1 is legal")
	}
	mustDo(t, table, here, Proposal{Game: 1, By: ana, Delivery: "d", Operation: Play(squares(t, "f5")[0])})
}

func TestPlanAllocations(t *testing.T) {
	const most = 13
	_, table := newTable(t)
	begin(t, table, duel())
	move(t, table, here, 1, ana, "f5")
	r := room(t, table, here)
	p := Proposal{Game: 1, By: bo, Now: noon, Delivery: "d", Operation: Play(squares(t, "d6")[0]), Display: reserves("board")}
	if n := testing.AllocsPerRun(100, func() {
		_, _, err := table.plan(r, p)
		noError(t, err)
	}); n > most {
		t.Errorf("%v allocations, want at most %d", n, most)
	}
}
