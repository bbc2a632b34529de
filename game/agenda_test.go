package game

import (
	"context"
	"errors"
	"testing"
	"time"

	"othellobot/rules"
)

func TestRoomDue(t *testing.T) {
	running, voted, closed := duel(), votedGame(), result(t)(CloseVotes(true)(votedGame(), Nobody, noon))
	last := result(t)(NewOpen(2, here, cy, noon).Stop(cy, false, noon))
	challenge := NewChallenge(3, here, cy, den, rules.Black, noon.Add(-ChallengeLife))
	declined := result(t)(challenge.Decline(den, noon))
	visited := Room{}
	visited.recordDelivery("a", noon.Add(-time.Hour))
	visited.recordDelivery("b", noon)
	slot := Slot{Game: 2, State: Behind, Redraw: noon.Add(time.Second).UnixMilli()}
	dormant := Slot{Game: 2, State: Dormant}
	const never, stored = 1<<62 - 1, -1 << 62
	for name, tt := range map[string]struct {
		room Room
		want time.Duration // after noon
	}{
		"nothing":                      {Room{}, never},
		"deliveries":                   {visited, deliveryMemory},
		"settings":                     {Room{Touched: noon.UnixMilli(), arrivals: visited.arrivals}, 2 * timing.Retention},
		"a daily puzzle":               {Room{Touched: noon.UnixMilli(), Posts: Posts{Next: quarter.UnixMilli()}}, quarter.Sub(noon)},
		"a running game":               {Room{Active: &running}, PingDelay},
		"and no pings":                 {Room{Active: &running, Settings: Settings{Pings: PingOff}}, ClaimDelay},
		"a challenge":                  {Room{Active: &running, Challenges: []*Game{&challenge}}, 0},
		"a declined one":               {Room{Challenges: []*Game{&declined}}, RechallengeDelay},
		"a last game":                  {Room{Last: &last, Touched: noon.UnixMilli()}, timing.Retention},
		"a message":                    {Room{Last: &last, Slots: []Slot{dormant, slot}}, time.Second},
		"a dormant one":                {Room{Last: &last, Slots: []Slot{dormant}}, timing.Retention},
		"a message of one that leaves": {Room{Leaving: []*Game{&last}, Slots: []Slot{slot}}, time.Second},
		"votes":                        {Room{Active: &voted}, stored},
		"votes that are closed":        {Room{Active: &closed}, 0},
		"an unreadable game":           {Room{Active: &running, Unreadable: []ID{7}}, stored},
		"a newer program":              {Room{Newer: true}, stored},
	} {
		want := noon.Add(tt.want).UnixMilli()
		switch tt.want {
		case never:
			want = Never
		case stored:
			want = 0
		}
		if got := tt.room.Due(timing); got != want {
			t.Errorf("%s is due at %v, want %v", name, time.UnixMilli(got), time.UnixMilli(want))
		}
	}
}

// A stored due time that is too early stays, unless it is only seconds away.
func TestStoredDue(t *testing.T) {
	for name, tt := range map[string]struct {
		stays, due, before, want int64
	}{
		"later":      {stays: 10, due: 50, before: 60, want: 50},
		"the same":   {stays: 10, due: 50, before: 50, want: 50},
		"earlier":    {stays: 10, due: 50, before: 11, want: 11},
		"near":       {stays: 10, due: 50, before: 10, want: 50},
		"of votes":   {stays: 0, due: 50, before: 5, want: 5},
		"unreadable": {stays: 50, due: 50, before: 40, want: 50},
	} {
		if got := (Change{Due: tt.due, KeepDueAfter: tt.stays}).StoredDue(tt.before); got != tt.want {
			t.Errorf("%s: %d, want %d", name, got, tt.want)
		}
	}
}

func tasksOf(t testing.TB, table *Table, now time.Time) []Task {
	t.Helper()
	tasks, err := table.Due(t.Context(), table.rooms.(Agenda), now, 99, everywhere)
	noError(t, err)
	return tasks
}

// Only one process redraws a message, at growing intervals. After the last attempt no process tries again.
func TestDueRedraws(t *testing.T) {
	store, table := newTable(t)
	other := NewTable(store, timing)
	g := NewOpen(1, here, ana, noon)
	mustDo(t, table, here, Proposal{New: &g, Display: reserves("board")})
	found := room(t, table, here)
	now := noon.Add(RedrawAfter)
	for i := range len(redrawPauses) {
		if tasks := tasksOf(t, table, now.Add(-time.Millisecond)); len(tasks) > 0 {
			t.Fatalf("before time %d: %+v", i, tasks)
		}
		var tasks []Task
		if i == 0 { // both processes have read the room
			for _, table := range []*Table{table, other} {
				taken, err := table.claimTasks(t.Context(), found, now, 0)
				noError(t, err)
				tasks = append(tasks, taken...)
			}
		} else {
			tasks = append(tasksOf(t, table, now), tasksOf(t, other, now)...)
		}
		if want := (Task{Kind: TaskRedraw, Game: Game{ID: 1, Place: here}, Slot: BoardSlot}); len(tasks) != 1 || diff(want, tasks[0]) != "" {
			t.Fatalf("time %d: %+v", i, tasks)
		}
		now = now.Add(redrawPauses[i])
	}
	if tasks := tasksOf(t, table, now); len(tasks) > 0 {
		t.Errorf("in the end: %+v", tasks)
	}
	if board, _ := room(t, table, here).Slot(1, BoardSlot); board.State != Dormant {
		t.Errorf("the board is %+v", board)
	}
}

// An unreadable game has a TaskUnreadable each hour, in addition to the tasks of other games. For a
// place that only a newer program can read, that task is due again as soon as its claim has run out.
func TestDueUnreadable(t *testing.T) {
	store, table := newTable(t)
	begin(t, table, played(t, engineDuel(), "f5", ana))
	store.edit(here, `"games":[`, `"games":[{"id":"7"},`)
	kinds := func(after time.Duration) map[TaskKind]int {
		found := map[TaskKind]int{}
		for _, task := range tasksOf(t, table, noon.Add(after)) {
			if found[task.Kind]++; task.Kind == TaskUnreadable && (task.Err == nil || task.Game.ID != 7 && !errors.Is(task.Err, ErrNewer)) {
				t.Errorf("%+v", task)
			}
		}
		return found
	}
	if d := diff(map[TaskKind]int{TaskUnreadable: 1, TaskEngine: 1}, kinds(0)); d != "" {
		t.Errorf("due is (-want +got):\n%s", d)
	}
	mustDo(t, table, here, Proposal{Game: 1, By: Engine, Operation: Play(squares(t, "d6")[0])})
	kept := store.rooms[here]
	kept.due = noon.Add(time.Minute).UnixMilli() // a task that the next change postpones
	store.rooms[here] = kept
	mustDo(t, table, here, Proposal{Settings: &Settings{Theme: "moon"}})
	if found := kinds(UnreadableRetry - time.Second); len(found) > 0 {
		t.Errorf("soon due is %v", found)
	}
	if found := kinds(UnreadableRetry + time.Second); found[TaskUnreadable] != 1 {
		t.Errorf("after an hour due is %v", found)
	}
	store.edit(here, `{"format":1,`, `{"format":2,`)
	for after := 3 * UnreadableRetry; after < 3*UnreadableRetry+4*lease; after += lease {
		if found := kinds(after); found[TaskUnreadable] != 1 {
			t.Errorf("of a newer program due is %v", found)
		}
	}
	store.edit(here, `{"format":2,`, `{`)
	if tasks := tasksOf(t, table, noon.Add(9*timing.Retention)); len(tasks) != 1 || tasks[0].Kind != TaskUnreadable || len(store.rooms) != 1 {
		t.Errorf("of a room without a format due is %+v", tasks)
	}
}

func TestDueTombstones(t *testing.T) {
	store, table := newTable(t)
	lost, leaving := NewTombstone("x/", LossOfPlace, noon), PersonTombstone(ana, noon)
	store.tombstones = []Tombstone{lost, leaving}
	tasks := tasksOf(t, table, noon)
	if want := []Task{{Kind: TaskProbe, Tombstone: lost}, {Kind: TaskForget, Tombstone: leaving}}; diff(want, tasks) != "" {
		t.Errorf("due is %+v", tasks)
	}
}

// A finished game leaves its room after [Timing.Retention], and an unused room is deleted.
func TestDueForgets(t *testing.T) {
	store, table := newTable(t)
	last := NewOpen(1, here, ana, noon)
	mustDo(t, table, here, Proposal{New: &last, By: ana, Operation: Stop(false)})
	begin(t, table, NewChallenge(2, here, cy, den, rules.Black, noon))
	mustDo(t, table, here, Proposal{Game: 2, By: den, Operation: Game.Decline, Delivery: "d"})
	begin(t, table, NewChallenge(3, "there", cy, den, rules.Black, noon))
	mustDo(t, table, "there", Proposal{Game: 3, By: den, Operation: Game.Decline})
	mustDo(t, table, "set", Proposal{Settings: &Settings{Theme: "moon"}})
	wantLeft := func(after time.Duration, places, names int) Room {
		t.Helper()
		if tasks := tasksOf(t, table, noon.Add(after)); len(tasks) > 0 {
			t.Errorf("due is %+v", tasks)
		}
		if len(store.rooms) != places || len(store.names) != names {
			t.Errorf("after %v there are %d places and the names %v", after, len(store.rooms), store.names)
		}
		return room(t, table, here)
	}
	wantLeft(RechallengeDelay-1, 3, 5)
	if r := wantLeft(RechallengeDelay, 2, 1); len(r.Challenges) != 0 || r.Last == nil {
		t.Errorf("%+v", r)
	}
	if r := wantLeft(timing.Retention-time.Millisecond, 2, 1); r.Last == nil {
		t.Error("the last game is gone too soon")
	}
	wantLeft(timing.Retention, 1, 1) // the name stays until the stored game is deleted
	wantLeft(2*timing.Retention-1, 1, 1)
	wantLeft(2*timing.Retention, 0, 1)
	if past := store.past[1]; past.Game.ID != 1 {
		t.Error("the game that is over went with its room")
	}
}

// Settings stay as long after the last game as after their last change.
func TestDueForgetsSettings(t *testing.T) {
	store, table := newTable(t)
	mustDo(t, table, here, Proposal{Settings: &Settings{Theme: "moon"}})
	last := NewOpen(1, here, ana, noon)
	ended := noon.Add(time.Hour)
	mustDo(t, table, here, Proposal{New: &last, By: ana, Now: ended, Operation: Stop(false)})
	for _, step := range []struct {
		after time.Duration
		kept  bool
	}{{timing.Retention, true}, {2*timing.Retention - 1, true}, {2 * timing.Retention, false}} {
		tasksOf(t, table, ended.Add(step.after))
		if _, kept := store.rooms[here]; kept != step.kept {
			t.Errorf("after %v the settings are kept: %t", step.after, kept)
		}
	}
}

func TestDueForgetsDeliveries(t *testing.T) {
	store, table := newTable(t)
	noError(t, table.RecordDelivery(t.Context(), room(t, table, here), "d", noon))
	tasksOf(t, table, noon.Add(deliveryMemory-time.Second))
	if !room(t, table, here).Knows("d") {
		t.Error("forgotten too soon")
	}
	if tasksOf(t, table, noon.Add(deliveryMemory)); len(store.rooms) > 0 {
		t.Errorf("kept is %+v", store.rooms)
	}
}

// Other changes in a room keep the due time of a vote count. If a process claims the count and does not make
// it, the count becomes due again.
func TestDueKeepsVotes(t *testing.T) {
	counts := noon.Add(CountDelay)
	counted := func(t *testing.T, now time.Time) (*fakeStore, *Table) {
		store, table := newTable(t)
		g := result(t)(CountVotes(0)(votedGame(), Nobody, noon))
		mustDo(t, table, here, Proposal{New: &g, Display: reserves("board")})
		kept := store.rooms[here]
		kept.due = counts.UnixMilli() // as Vote sets it
		store.rooms[here] = kept
		return store, table
	}
	want := func(what string, table *Table, now time.Time, kinds ...TaskKind) {
		t.Helper()
		var got []TaskKind
		for _, task := range tasksOf(t, table, now) {
			got = append(got, task.Kind)
		}
		if d := diff(kinds, got); d != "" {
			t.Errorf("%s, due is (-want +got):\n%s", what, d)
		}
	}
	store, table := counted(t, noon)
	note(t, table, Note{Place: here, Game: 1, Slot: BoardSlot, Post: 1, Shown: 1, Ref: "m"})
	mustDo(t, table, here, Proposal{Settings: &Settings{Theme: "moon"}, Now: noon.Add(time.Second)})
	if !store.due(here).Equal(counts) {
		t.Errorf("after a note and settings it is due at %v", store.due(here))
	}
	want("before", table, counts.Add(-time.Millisecond))
	want("at its time", table, counts, TaskCount)
	want("while it is counted", table, counts.Add(lease-time.Millisecond))
	want("as it was not counted", table, counts.Add(lease), TaskCount)
	mustDo(t, table, here, Proposal{Game: 1, By: Engine, Now: counts.Add(lease), Operation: CountVotes(1)})
	g := store.game(1)
	closes := g.Closes()
	if !store.due(here).Equal(closes) {
		t.Errorf("after the count it is due at %v", store.due(here))
	}
	want("at the end", table, closes, TaskClose)

	_, table = counted(t, noon)
	found := room(t, table, here)
	found.Slots[0].Redraw = noon.UnixMilli() // due for a redraw before the count
	if _, err := table.claimTasks(t.Context(), found, counts.Add(-time.Millisecond), 0); err != nil {
		t.Error(err)
	}
	want("with a message to be drawn", table, counts.Add(lease), TaskCount)
}

func TestDueFails(t *testing.T) {
	store, table := newTable(t)
	for at, id := range map[Place]ID{"a": 1, "b": 2} {
		g := played(t, NewDuel(id, at, ana, Engine, rules.Black, noon), "f5", ana)
		mustDo(t, table, at, Proposal{New: &g})
	}
	store.edit("b", `"games":[`, `"games":[{"id":"7"},`)
	store.onSave = func(context.Context, Change) error { return errDown }
	tasks, err := table.Due(t.Context(), store, noon, 9, everywhere)
	if !errors.Is(err, errDown) || len(tasks) != 1 || tasks[0].Game.ID != 1 {
		t.Errorf("due is %+v, %v", tasks, err)
	}
	down := &agendaDown{store}
	if tasks, err := table.Due(t.Context(), down, noon, 9, everywhere); !errors.Is(err, errDown) || tasks != nil {
		t.Errorf("with the store down: %+v, %v", tasks, err)
	}
	if _, ok, err := table.Next(t.Context(), down, everywhere); ok || !errors.Is(err, errDown) {
		t.Errorf("next with the store down: %v, %v", ok, err)
	}
	store.onSave = func(context.Context, Change) error { return nil }
	begin(t, table, openGame()) // a table without a known next task signals any task
	select {
	case <-table.Wake():
	default:
		t.Error("not woken")
	}
}

type agendaDown struct{ *fakeStore }

func (agendaDown) Due(context.Context, time.Time, time.Time, int, []string) (Due, error) {
	return Due{}, errDown
}

func (agendaDown) Next(context.Context, []string) (time.Time, bool, error) {
	return time.Time{}, false, errDown
}
