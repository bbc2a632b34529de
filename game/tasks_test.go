package game

import (
	"slices"
	"testing"
	"time"

	"othellobot/rules"
)

// due lists the games with a task due, and of which kind.
func due(t testing.TB, table *Table, now time.Time, most int) map[ID]TaskKind {
	t.Helper()
	tasks, err := table.Due(t.Context(), now, most, everywhere)
	if err != nil {
		t.Fatal(err)
	}
	found := map[ID]TaskKind{}
	for _, task := range tasks {
		found[task.Game.ID] = task.Kind
	}
	return found
}

// wantNext fails the test unless the next task is due so long after noon.
func wantNext(t testing.TB, table *Table, after time.Duration) {
	t.Helper()
	if next, ok, err := table.Next(t.Context(), everywhere); !ok || err != nil || !next.Equal(noon.Add(after)) {
		t.Errorf("the next task is due at %v, %v; want %v", next, ok, noon.Add(after))
	}
}

func TestDue(t *testing.T) {
	table := NewTable(nil, timing)
	if _, ok, _ := table.Next(t.Context(), everywhere); ok || len(due(t, table, noon, 9)) != 0 {
		t.Error("something is due on an empty table")
	}
	add := func(g Game, at Place, id ID) {
		t.Helper()
		g.Place, g.ID = at, id
		if _, err := addTo(t.Context(), table, g, "", noon); err != nil {
			t.Fatal(err)
		}
	}
	add(duel(), "a", 1)
	add(NewChallenge(0, "", cy, den, rules.Black, noon), "a", 2)
	add(openGame(), "b", 3)
	wantNext(t, table, PingDelay)
	add(played(t, engineDuel(), "f5", ana), "c", 4)
	wantNext(t, table, 0)

	reminded := func(g Game) (Game, []Event, error) { return g.Remind(noon.Add(ReminderDelay)) }
	offered := func(g Game) (Game, []Event, error) { return g.OfferClaim(noon.Add(ClaimDelay)) }
	steps := []struct {
		after time.Duration
		want  map[ID]TaskKind
		do    map[ID]func(Game) (Game, []Event, error)
	}{
		{
			after: 0,
			want:  map[ID]TaskKind{4: TaskEngine},
			do:    map[ID]func(Game) (Game, []Event, error){4: playing(t, Engine, "d6")},
		},
		{after: PingDelay - time.Millisecond},
		{
			after: PingDelay,
			want:  map[ID]TaskKind{1: TaskPing},
			do:    map[ID]func(Game) (Game, []Event, error){1: Game.Ping},
		},
		{after: time.Hour},
		{
			after: ChallengeLife,
			want:  map[ID]TaskKind{1: TaskRemind, 2: TaskLapse},
			do: map[ID]func(Game) (Game, []Event, error){1: reminded, 2: func(g Game) (Game, []Event, error) {
				return g.Lapse(noon.Add(ChallengeLife))
			}},
		},
		{
			after: ClaimDelay,
			want:  map[ID]TaskKind{1: TaskOfferClaim},
			do:    map[ID]func(Game) (Game, []Event, error){1: offered},
		},
		{after: timing.IdleExpiry - time.Millisecond},
		{
			after: timing.IdleExpiry,
			want:  map[ID]TaskKind{1: TaskExpire, 3: TaskExpire, 4: TaskExpire},
		},
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
				update(t, table, at, id, operation)
			}
		}
		if again := due(t, table, now, 9); len(again) != 0 {
			t.Errorf("due after %v once more: %v", step.after, again)
		}
	}
}

// The longest waiting comes first, and no more come than are wanted, also from
// one place.
func TestDueInOrder(t *testing.T) {
	table := NewTable(nil, timing)
	for i := range 6 {
		g := NewChallenge(ID(6-i), "a", Player(rune('A'+i)), den, rules.Black, noon.Add(-time.Duration(i)*time.Second))
		if i >= 4 {
			g.Place = "b"
		}
		if _, err := addTo(t.Context(), table, g, "", noon); err != nil {
			t.Fatal(err)
		}
	}
	var got []ID
	now := noon.Add(ChallengeLife)
	for _, most := range []int{0, 1, 2, 2, 9} {
		tasks, err := table.Due(t.Context(), now, most, everywhere)
		if err != nil || len(tasks) > most {
			t.Fatalf("%d tasks, %v; wanted %d at most", len(tasks), err, most)
		}
		for _, task := range tasks {
			got = append(got, task.Game.ID)
		}
	}
	if len(got) != 6 || got[0] > 2 || got[1] > 2 {
		t.Errorf("came as %v", got)
	}
	slices.Sort(got)
	if !slices.Equal(got, []ID{1, 2, 3, 4, 5, 6}) {
		t.Errorf("came: %v", got)
	}
}

// What is due at the same time comes in the same order in every run.
func TestDueAtOnce(t *testing.T) {
	table := NewTable(nil, timing)
	for i, at := range []Place{"d", "a", "e", "c", "b"} {
		g := NewChallenge(ID(i+1), at, ana, bo, rules.Black, noon)
		if _, err := addTo(t.Context(), table, g, "", noon); err != nil {
			t.Fatal(err)
		}
	}
	tasks, err := table.Due(t.Context(), noon.Add(ChallengeLife), 9, everywhere)
	if err != nil {
		t.Fatal(err)
	}
	order := ""
	for _, task := range tasks {
		order += string(task.Game.Place)
	}
	if order != "abcde" {
		t.Errorf("came from %s", order)
	}
}

// A task belongs to its taker for a while, whatever else happens in the place,
// unless its game changes.
func TestLease(t *testing.T) {
	table := NewTable(nil, timing)
	if _, err := addTo(t.Context(), table, played(t, engineDuel(), "f5", ana), "", noon); err != nil {
		t.Fatal(err)
	}
	taken := func(after time.Duration, want bool) {
		t.Helper()
		if _, got := due(t, table, noon.Add(after), 9)[1]; got != want {
			t.Errorf("handed out after %v: %v", after, got)
		}
	}
	taken(0, true)
	wantNext(t, table, lease)
	taken(lease-1, false)
	if err := configure(t.Context(), table, here, Settings{Pings: PingOff}, "", noon); err != nil {
		t.Fatal(err)
	}
	if _, err := addTo(t.Context(), table, NewChallenge(2, here, cy, den, rules.Black, noon), "", noon); err != nil {
		t.Fatal(err)
	}
	taken(lease-1, false)
	taken(lease, true)
	taken(lease, false)
	update(t, table, here, 1, playing(t, Engine, "d6"))
	update(t, table, here, 1, playing(t, ana, "c3"))
	taken(lease, true)
	update(t, table, here, 1, func(g Game) (Game, []Event, error) { return g.Undo(ana, noon) })
	taken(lease, false)
	if len(memory(table).leases) != 0 {
		t.Errorf("%d leases left", len(memory(table).leases))
	}
}

func TestWake(t *testing.T) {
	table := NewTable(nil, timing)
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
	add := func(g Game, at Place) {
		t.Helper()
		g.Place = at
		if _, err := addTo(t.Context(), table, g, "", noon); err != nil {
			t.Fatal(err)
		}
	}
	add(openGame(), "a")
	woken(true)
	add(duel(), "b") // earlier
	add(NewDuel(1, "", cy, den, rules.Black, noon.Add(-time.Second)), "c")
	woken(true)
	woken(false)          // one signal is enough
	add(duel(), "d")      // later
	add(openGame(), here) // much later
	woken(false)
	update(t, table, "c", 1, Game.Ping) // what was first is later now
	woken(false)
	wantNext(t, table, PingDelay)
}

func TestRetention(t *testing.T) {
	table := NewTable(nil, timing)
	challenge := NewChallenge(2, here, cy, den, rules.Black, noon)
	for _, g := range []Game{duel(), challenge} {
		if _, err := addTo(t.Context(), table, g, "", noon); err != nil {
			t.Fatal(err)
		}
	}
	update(t, table, here, 1, func(g Game) (Game, []Event, error) { return g.Resign(ana, noon) })
	update(t, table, here, 2, func(g Game) (Game, []Event, error) { return g.Decline(den, noon) })
	if _, _, err := table.Sent(t.Context(), here, Posted{Game: 1, Slot: "board", Ref: "m1"}); err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		after           time.Duration
		games           int
		refused, places int
	}{
		{DeclinePeace - time.Millisecond, 2, 1, 1},
		{DeclinePeace, 1, 0, 1},
		{timing.Retention - time.Millisecond, 1, 0, 1},
		{timing.Retention, 0, 0, 0},
	}
	for _, step := range steps {
		if found := due(t, table, noon.Add(step.after), 9); len(found) != 0 {
			t.Errorf("after %v there is something to do: %v", step.after, found)
		}
		games := 0
		for range room(t, table, here).games() {
			games++
		}
		if d := duels(t, table, cy); games != step.games || len(d.Refused) != step.refused || len(memory(table).shelves.byPlace) != step.places {
			t.Errorf("after %v: %d games, %d refused, %d places", step.after, games, len(d.Refused), len(memory(table).shelves.byPlace))
		}
	}
	if _, ok, _ := table.Next(t.Context(), everywhere); ok || len(memory(table).queue) != 0 || len(memory(table).duels.challenges)+len(memory(table).duels.running) != 0 {
		t.Errorf("left behind: %d due, %d and %d duels", len(memory(table).queue), len(memory(table).duels.challenges), len(memory(table).duels.running))
	}

	// Settings outlive the games, but not for ever.
	if _, err := addTo(t.Context(), table, duel(), "", noon); err != nil {
		t.Fatal(err)
	}
	if err := configure(t.Context(), table, here, Settings{Theme: "moon"}, "", noon); err != nil {
		t.Fatal(err)
	}
	update(t, table, here, 1, func(g Game) (Game, []Event, error) { return g.Resign(ana, noon) })
	due(t, table, noon.Add(timing.Retention), 9)
	due(t, table, noon.Add(2*timing.Retention-time.Millisecond), 9)
	if r := room(t, table, here); r.Last != nil || r.Settings.Theme != "moon" {
		t.Errorf("%+v", r)
	}
	wantNext(t, table, 2*timing.Retention)
	due(t, table, noon.Add(2*timing.Retention), 9)
	if r := room(t, table, here); r.Settings != (Settings{}) || len(memory(table).shelves.byPlace)+len(memory(table).queue) != 0 {
		t.Errorf("%+v, %d places, %d due", r, len(memory(table).shelves.byPlace), len(memory(table).queue))
	}
}
