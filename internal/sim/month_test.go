package sim

import (
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

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
			t.Log(c.life(days))
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

func (c *channel) life(days int) string {
	messages, edits := 0, 0
	for _, m := range c.venue.seen(c, math.MaxInt) {
		if m.only == (chat.UserID{}) {
			messages, edits = messages+1, edits+m.edits
		}
	}
	weekly, unasked := make(map[string]int), make(map[string]int)
	for _, x := range c.mentions {
		day := int(x.at / (24 * time.Hour))
		weekly[fmt.Sprint(x.who.ID, " in week ", day/7)]++
		if !x.asked {
			unasked[fmt.Sprint(x.who.ID, " on day ", day)]++
		}
	}
	posts := make(map[chat.Slot]int)
	for _, m := range c.daily() {
		posts[m.shows.Slot]++
	}
	most := func(of map[string]int) (n int) {
		for _, x := range of {
			n = max(n, x)
		}
		return n
	}
	return fmt.Sprintf(
		"%s: %d people, %d days: messages a day %.1f, edits a day %.1f; mentions a person a week %.2f, at most %d; not asked for a day at most %d; puzzles %d, weeks %d",
		c.place.Platform, len(c.people), days, float64(messages)/float64(days), float64(edits)/float64(days),
		7*float64(len(c.mentions))/float64(days*len(c.people)), most(weekly), most(unasked), posts[chat.SlotPuzzle], posts[chat.SlotWeek],
	)
}
