package game

import (
	"fmt"
	"testing"
	"time"
)

// dailyAt returns a table with places that get the puzzle of the day at 13:00, one hour after noon.
func dailyAt(t *testing.T, places int) (*fakeStore, *Table, Daily, time.Time) {
	t.Helper()
	store, table := newTable(t)
	d := daily(t, "13:00", "UTC")
	for i := range places {
		mustDo(t, table, Place(fmt.Sprint("p", i)), Proposal{Settings: &Settings{Daily: d}})
	}
	return store, table, d, noon.Add(time.Hour)
}

// If many places get a puzzle at the same time, they get it one after the other, each once.
func TestDailiesArePaced(t *testing.T) {
	const places = 120
	store, table, d, at := dailyAt(t, places)
	other := NewTable(store, timing)
	got, times := map[Place]int{}, []time.Time(nil)
	for now := at.Add(-time.Millisecond); now.Before(at.Add(time.Minute)); {
		for _, task := range append(tasksOf(t, table, now), tasksOf(t, other, now)...) {
			if got[task.Game.Place]++; task.Kind != TaskDaily || task.Day != DayOf(noon) || task.Reclaimed || task.Puzzle != Awake {
				t.Fatalf("due is %+v", task)
			}
			times = append(times, now)
			if err := table.RecordPosted(t.Context(), task.Game.Place, d, task.Day, now); err != nil {
				t.Fatal(err)
			}
		}
		now = now.Add(time.Millisecond)
		if next, _, _ := table.Next(t.Context(), store, everywhere); next.After(now) {
			now = next
		}
	}
	if len(got) != places || len(times) != places {
		t.Errorf("%d places get %d puzzles", len(got), len(times))
	}
	for i := range len(times) - DailyPace {
		if most := i + DailyPace + int(dailyCatchUp/dailyInterval); most < len(times) && times[most].Sub(times[i]) < time.Second {
			t.Errorf("too many come within a second of %v", times[i])
		}
	}
	if last := times[len(times)-1].Sub(at); last > places*time.Second/DailyPace {
		t.Errorf("the last comes after %v", last)
	}
	for at := range got {
		if posts := room(t, table, at).Posts; posts.Posted != DayOf(noon) || posts.Claimed != 0 || posts.Next != d.due(noon.Add(2*time.Hour), time.UTC) {
			t.Errorf("%s: %+v", at, posts)
		}
	}
}

// A puzzle that was claimed but not recorded as posted is claimed again a minute later, until it is too late.
func TestDailyAgain(t *testing.T) {
	store, table, d, at := dailyAt(t, 1)
	found := room(t, table, "p0")
	if tasks, err := table.claimTasks(t.Context(), found, at, 0); len(tasks) != 1 || tasks[0].Reclaimed || err != nil {
		t.Fatalf("due is %+v, %v", tasks, err)
	}
	if last := store.changes[len(store.changes)-1]; last.Async || last.Room.Posts.Claimed != DayOf(noon) {
		t.Errorf("taken is %+v", last)
	}
	if tasks, err := table.claimTasks(t.Context(), found, at, 0); len(tasks) != 0 || err != nil {
		t.Errorf("another process takes it, too: %+v, %v", tasks, err)
	}
	if tasks := tasksOf(t, table, at.Add(dailyLease-time.Millisecond)); len(tasks) != 0 {
		t.Errorf("soon due is %+v", tasks)
	}
	for _, after := range []time.Duration{dailyLease, time.Hour} {
		if tasks := tasksOf(t, table, at.Add(after)); len(tasks) != 1 || !tasks[0].Reclaimed {
			t.Errorf("after %v due is %+v", after, tasks)
		}
	}
	if tasks := tasksOf(t, table, at.Add(MaxPostDelay)); len(tasks) != 0 {
		t.Errorf("much too late due is %+v", tasks)
	}
	wantNextDaily(t, table, d, at.Add(MaxPostDelay))
	if tasks := tasksOf(t, table, at.Add(24*time.Hour)); len(tasks) != 1 || tasks[0].Reclaimed || tasks[0].PreviousPosted {
		t.Errorf("on the next day due is %+v", tasks)
	}
}

func wantNextDaily(t *testing.T, table *Table, d Daily, now time.Time) {
	t.Helper()
	if posts := room(t, table, "p0").Posts; posts.Next != d.due(now, time.UTC) || posts.Claimed != 0 {
		t.Errorf("at %v the next one is at %v, %+v", now, time.UnixMilli(posts.Next), posts)
	}
}

// If no user of a place asks for puzzles, one message says that the puzzle rests, and then nothing comes.
// After a new request puzzles come again. A task has PreviousPosted only if the puzzle of the day before came.
func TestDailyRestsInTime(t *testing.T) {
	_, table, d, at := dailyAt(t, 1)
	var got []string
	for day := range 20 {
		now := at.Add(time.Duration(day) * 24 * time.Hour)
		if day == 15 {
			noError(t, table.RecordPuzzleRequest(t.Context(), "p0", DayOf(now), now.Add(-time.Minute)))
		}
		for _, task := range tasksOf(t, table, now) {
			got = append(got, fmt.Sprint(day, task.Puzzle, task.PreviousPosted))
			noError(t, table.RecordPosted(t.Context(), "p0", d, task.Day, now))
		}
		wantNextDaily(t, table, d, now)
	}
	want := []string{"0 0 false", "1 0 true", "2 0 true", "3 0 true", "4 0 true", "5 0 true", "6 0 true", "7 1 true", "15 0 false", "16 0 true", "17 0 true", "18 0 true", "19 0 true"}
	if d := diff(want, got); d != "" {
		t.Errorf("day, rest, follows (-want +got):\n%s", d)
	}
}

// A place with an unknown time zone gets a TaskUnreadable each hour, and no puzzle.
func TestDailyInAnUnknownZone(t *testing.T) {
	store, table, _, at := dailyAt(t, 1)
	store.edit("p0", `"zone":"UTC"`, `"zone":"Atlantis"`)
	for i, want := range []int{1, 0, 1} {
		tasks := tasksOf(t, table, at.Add(time.Duration(i)*UnreadableRetry/2))
		if len(tasks) != want || want > 0 && (tasks[0].Kind != TaskUnreadable || tasks[0].Err == nil || tasks[0].Game.Place != "p0") {
			t.Errorf("time %d: %+v", i, tasks)
		}
	}
}

// A post is recorded even if the settings have changed since. It is not recorded in a place without settings,
// or if a later post is recorded.
func TestRecordPosted(t *testing.T) {
	store, table, d, at := dailyAt(t, 1)
	today := DayOf(noon)
	other := daily(t, "18:00", "UTC")
	for _, tt := range []struct {
		place Place
		daily Daily
		day   Day
		noted bool
		next  int64
	}{
		{"p0", d, today, true, d.due(at, time.UTC)},
		{"p0", d, today - 1, false, d.due(at, time.UTC)},
		{"p0", other, today + 1, true, d.due(at, time.UTC)},
		{"nowhere", d, today, false, 0},
	} {
		changes := len(store.changes)
		err := table.RecordPosted(t.Context(), tt.place, tt.daily, tt.day, at)
		noted := len(store.changes) > changes
		posts := room(t, table, tt.place).Posts
		if noted != tt.noted || err != nil || posts.Next != tt.next || noted && posts.Posted != tt.day {
			t.Errorf("%+v: %t, %v, %+v", tt, noted, err, posts)
		}
		if last := store.changes[len(store.changes)-1]; noted && last.Posted != tt.day {
			t.Errorf("stored is %+v", last)
		}
	}
	stored := len(store.changes)
	for place, day := range map[Place]Day{"p0": today, "nowhere": today + 9} {
		noError(t, table.RecordPuzzleRequest(t.Context(), place, day, at))
	}
	if len(store.changes) != stored {
		t.Errorf("asked is stored as %+v", store.changes[stored:])
	}
}
