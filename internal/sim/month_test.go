package sim

import (
	"testing"
	"testing/synctest"

	"othellobot/chat"
	"othellobot/game"
)

// TestMonth runs a channel of 200 people on each platform for a month. Each daily puzzle and each weekly summary must
// come once. People must rarely be mentioned without having asked for it, even though processes die at any moment.
func TestMonth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector")
	}
	days := int(seedCount(30, 0, 8))
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, adapters, 1, none)
		w.liveMonth(days, 200)
		if w.judge.failed != "" {
			t.Fatal(w.judge.failed)
		}
		played := 0
		for _, m := range w.judge.matches {
			if m.game.Phase == game.Over && m.game.Result.Reason == game.PlayedOut {
				played++
			}
		}
		for _, c := range w.sorted() {
			posts := make(map[chat.Slot]int)
			for _, m := range c.daily() {
				posts[m.shows.Slot]++
			}
			if posts[chat.SlotPuzzle] != days || posts[chat.SlotWeek] != (days-1)/7 {
				t.Errorf("%s: in %d days there are %v", c.place, days, posts)
			}
		}
		t.Logf("%d events, %d acts, %d games were played out, processes died %d times, %d mentions that nobody asked for", w.number, w.acts, played, w.census[crashes], w.census[mentioned])
		if want := 12 * days / 30; played < want || w.census[mentioned] == 0 {
			t.Errorf("it proves little")
		}
	})
}
