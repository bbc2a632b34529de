package game

import (
	"context"
	"testing"
	"time"

	"othellobot/rules"
)

func due(t testing.TB, table *Table, now time.Time, most int) map[ID]TaskKind {
	t.Helper()
	tasks, err := table.Due(t.Context(), table.rooms.(Agenda), now, most, everywhere)
	noError(t, err)
	found := map[ID]TaskKind{}
	for _, task := range tasks {
		found[task.Game.ID] = task.Kind
	}
	return found
}

func wantNext(t testing.TB, table *Table, after time.Duration) {
	t.Helper()
	if next, ok, err := table.Next(t.Context(), table.rooms.(Agenda), everywhere); !ok || err != nil || !next.Equal(noon.Add(after)) {
		t.Errorf("the next task is due at %v, %v; want %v", next, ok, noon.Add(after))
	}
}

func TestDue(t *testing.T) {
	_, table := newTable(t)
	if _, ok, _ := table.Next(t.Context(), table.rooms.(Agenda), everywhere); ok || len(due(t, table, noon, 9)) != 0 {
		t.Error("something is due on an empty table")
	}
	add := func(g Game, at Place, id ID) {
		t.Helper()
		g.Place, g.ID = at, id
		begin(t, table, g)
	}
	add(duel(), "a", 1)
	add(NewChallenge(0, "", cy, den, rules.Black, noon), "a", 2)
	add(openGame(), "b", 3)
	wantNext(t, table, PingDelay)
	add(played(t, engineDuel(), "f5", ana), "c", 4)
	wantNext(t, table, 0)

	steps := []struct {
		after time.Duration
		want  map[ID]TaskKind
		do    map[ID]Operation
	}{
		{0, map[ID]TaskKind{4: TaskEngine}, map[ID]Operation{4: Play(squares(t, "d6")[0])}},
		{PingDelay - time.Millisecond, nil, nil},
		{PingDelay, map[ID]TaskKind{1: TaskPing}, map[ID]Operation{1: Game.Ping}},
		{time.Hour, nil, nil},
		{ChallengeLife, map[ID]TaskKind{1: TaskRemind, 2: TaskLapse}, map[ID]Operation{1: Game.Remind, 2: Game.Lapse}},
		{ClaimDelay, map[ID]TaskKind{1: TaskOfferClaim}, map[ID]Operation{1: Game.OfferClaim}},
		{timing.IdleExpiry - time.Millisecond, nil, nil},
		{timing.IdleExpiry, map[ID]TaskKind{1: TaskExpire, 3: TaskExpire, 4: TaskExpire}, nil},
	}
	for _, step := range steps {
		now := noon.Add(step.after)
		got := due(t, table, now, 9)
		if d := diff(step.want, got); d != "" {
			t.Errorf("due after %v (-want +got):\n%s", step.after, d)
		}
		for id := range got {
			if operation := step.do[id]; operation != nil {
				at := map[ID]Place{1: "a", 2: "a", 3: "b", 4: "c"}[id]
				mustDo(t, table, at, Proposal{Game: id, By: Engine, Now: now, Operation: operation})
			}
		}
		if again := due(t, table, now, 9); len(again) != 0 {
			t.Errorf("due after %v once more: %v", step.after, again)
		}
	}
}

func TestWake(t *testing.T) {
	_, table := newTable(t)
	woken := func(want bool) {
		t.Helper()
		select {
		case <-table.Wake():
			if !want {
				t.Error("woken for nothing")
			}
		default:
			if want {
				t.Error("not woken")
			}
		}
	}
	woken(false)
	ids := ID(0)
	add := func(g Game, at Place) {
		t.Helper()
		ids++
		g.ID, g.Place = ids, at
		begin(t, table, g)
	}
	add(openGame(), "a")
	woken(true)
	add(duel(), "b") // due earlier
	add(NewDuel(1, "", cy, den, rules.Black, noon.Add(-time.Second)), "c")
	woken(true)
	woken(false)          // one signal is enough
	add(duel(), "d")      // due later
	add(openGame(), here) // due much later
	woken(false)
	mustDo(t, table, "c", Proposal{Game: 3, Operation: Game.Ping}) // the first task moves to a later time
	woken(false)
}

// Finished games and failed changes send no signal.
func TestWakeForNothing(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, openGame())
	table = NewTable(store, timing) // a table that has signalled nothing yet
	mustDo(t, table, here, Proposal{Game: 1, By: ana, Operation: Stop(false)})
	store.onSave = func(context.Context, Change) error { return errDown }
	next := duel()
	next.ID = 2
	if _, err := do(t, table, here, Proposal{New: &next}); err == nil {
		t.Error("the store is not down")
	}
	select {
	case <-table.Wake():
		t.Error("woken")
	default:
	}
}

var timing = Timing{IdleExpiry: 7 * 24 * time.Hour, Retention: 90 * 24 * time.Hour, Zones: time.LoadLocation}

func TestNextOfGame(t *testing.T) {
	engineFirst := NewDuel(1, here, ana, Engine, rules.White, noon)
	pinged := result(t)(duel().Ping(Nobody, noon))
	reminded := result(t)(pinged.Remind(Nobody, noon.Add(ReminderDelay)))
	offered := result(t)(reminded.OfferClaim(Nobody, noon.Add(ClaimDelay)))
	challenge := NewChallenge(1, here, ana, bo, rules.Black, noon)
	for _, tt := range []struct {
		name  string
		game  Game
		pings Pings
		kind  TaskKind
		after time.Duration
	}{
		{"a challenge", challenge, PingLate, TaskLapse, ChallengeLife},
		{"a declined challenge", result(t)(challenge.Decline(bo, noon)), PingLate, taskRemove, RechallengeDelay},
		{"a finished game", result(t)(duel().Resign(ana, noon)), PingLate, taskRemove, timing.Retention},
		{"an open game", openGame(), PingLate, TaskExpire, timing.IdleExpiry},
		{"a duel", duel(), PingLate, TaskPing, PingDelay},
		{"a duel, pinged at once", duel(), PingNow, TaskRemind, ReminderDelay},
		{"a duel, never pinged", duel(), PingOff, TaskOfferClaim, ClaimDelay},
		{"a duel, pinged", pinged, PingLate, TaskRemind, ReminderDelay},
		{"a duel, reminded", reminded, PingLate, TaskOfferClaim, ClaimDelay},
		{"a duel that may be claimed", offered, PingLate, TaskExpire, timing.IdleExpiry},
		{"a duel, pinged in the last turn", played(t, pinged, "f5", ana), PingLate, TaskPing, PingDelay},
		{"a duel without an opponent", NewDuel(1, here, ana, Nobody, rules.Black, noon), PingLate, TaskExpire, timing.IdleExpiry},
		{"a duel whose opponent came", result(t)(NewDuel(1, here, ana, Nobody, rules.Black, noon).Join(bo, noon)), PingLate, TaskPing, PingDelay},
		{"the person's turn", engineDuel(), PingLate, TaskExpire, timing.IdleExpiry},
		{"the engine's turn", engineFirst, PingLate, TaskEngine, 0},
		{"the engine's turn, pings off", played(t, engineDuel(), "f5", ana), PingOff, TaskEngine, 0},
	} {
		if kind, after := tt.game.next(timing, tt.pings); kind != tt.kind || after != tt.after {
			t.Errorf("%s: task %d after %v, want %d after %v", tt.name, kind, after, tt.kind, tt.after)
		}
	}
	game := duel()
	if kind, _ := game.next(Timing{IdleExpiry: PingDelay}, PingLate); kind != TaskExpire {
		t.Error("a player is reminded of a game that has expired")
	}
}

func TestPing(t *testing.T) {
	g := result(t)(duel().Ping(Nobody, noon))
	refused(t, ErrNotDue)(g.Ping(Nobody, noon))
	if g.Reminder != Pinged || g.Turn != 0 || !g.Since().Equal(noon) || played(t, g, "f5", ana).Reminder != NoReminder {
		t.Errorf("%+v", g)
	}
	refused(t, ErrNotDue)(openGame().Ping(Nobody, noon))
}

func TestExpire(t *testing.T) {
	refused(t, ErrNotDue)(Expire(time.Hour)(duel(), Nobody, noon.Add(time.Hour-time.Millisecond)))
	g := result(t)(Expire(time.Hour)(duel(), Nobody, noon.Add(time.Hour)))
	if *g.Result != (Result{Reason: Expired}) {
		t.Errorf("%+v", g.Result)
	}
	refused(t, ErrOver)(Expire(time.Hour)(g, Nobody, noon.Add(2*time.Hour)))
	refused(t, ErrNotStarted)(Expire(time.Hour)(NewChallenge(1, here, ana, bo, rules.Black, noon), Nobody, noon.Add(2*time.Hour)))
}
