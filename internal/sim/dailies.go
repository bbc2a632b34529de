package sim

import (
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// subscribe lets a moderator order daily puzzles and weekly summaries for soon after midnight.
func (c *channel) subscribe() {
	c.order([]string{"puzzle:0:00 digest:on", "puzzle:0:01 digest:on", "puzzle:00:02", "puzzle:off"}[c.world.random.IntN(4)])
}

func (c *channel) order(what string) {
	c.do("settings", chat.Action{User: c.someone(), Moderator: true, Place: c.place, Tokens: []chat.Token{text("settings " + what)}})
}

// dailies judges that each place got each daily puzzle and each weekly summary once. If Slack ignores client_msg_id,
// a place may get some twice.
func (j *judge) dailies() {
	w := j.world
	for _, c := range w.sorted() {
		at := game.Place(c.place.String())
		room := w.server.room(at)
		daily, got := room.Settings.Daily, room.Posts
		if day, due, ok := daily.Last(time.Now(), zoneOf(daily)); ok && !w.mayDelete(at) {
			late := time.Since(due)
			if got.Claimed != 0 && late > 90*time.Second && late < game.MaxPuzzleDelay && got.Posted < day {
				j.fail(at, "the puzzle of day %d is due for %v", day, late)
			}
		}
		if late := w.now() - w.when(got.Next); got.Next > 0 && late > dueFor {
			j.fail(at, "the next puzzle of the day was due %v ago", late)
		}
		spare := 0
		if w.mistake == unheeded {
			spare = w.census[crashes] + w.census[requestFaults]
		}
		posts := make(map[chat.Subject]chat.MessageRef)
		for _, m := range c.daily() {
			what := chat.Subject{Slot: m.shows.Slot, Post: m.shows.Post}
			if other, known := posts[what]; known {
				if spare--; spare < 0 {
					j.fail(at, "the %s of day %d is posted as %s and as %s", what.Slot, what.Post, other, m.ref)
				}
			}
			posts[what] = m.ref
			if what.Slot == chat.SlotWeek {
				w.count(weekPosts)
			} else {
				w.count(dailyPosts)
			}
		}
	}
}

func zoneOf(d game.Daily) *time.Location {
	zone, err := timing.Zones(d.Zone)
	if err != nil {
		panic(err)
	}
	return zone
}

// daily returns the messages with daily puzzles and weekly summaries. In the model this includes deleted messages.
func (c *channel) daily() (found []*message) {
	for _, m := range c.venue.seen(c, 1<<20) {
		if m.shows.Slot == chat.SlotPuzzle || m.shows.Slot == chat.SlotWeek {
			found = append(found, m)
		}
	}
	return found
}
