package sim

import (
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// subscribe has somebody, as a moderator, ask for the puzzle of the day and the week, for soon
// after midnight.
func (c *channel) subscribe() {
	c.order([]string{"puzzle:0:00 digest:on", "puzzle:0:01 digest:on", "puzzle:00:02", "puzzle:off"}[c.world.random.IntN(4)])
}

// order has somebody change the settings as a moderator.
func (c *channel) order(what string) {
	c.do("settings", chat.Action{User: c.someone(), Moderator: true, Place: c.place, Words: []chat.Word{text("settings " + what)}})
}

// dailies judges the puzzles of the day and the weeks: each place that wants them has got them,
// once. Where Slack does not know messages again, a crash or a lost answer may bring one more.
func (j *judge) dailies() {
	w := j.world
	for _, c := range w.sorted() {
		at := game.Place(c.place.String())
		daily := w.server.room(at).Settings.Daily
		if day, due, ok := daily.Last(time.Now(), zoneOf(daily)); ok && !w.mayDelete(at) {
			late := time.Since(due)
			for _, d := range w.server.dailies(ever, string(at)) {
				if d.Again && late > 90*time.Second && late < game.TooLate && d.Posted < day {
					j.fail(at, "the puzzle of day %d is due for %v", day, late)
				}
			}
		}
		if len(w.server.dailies(time.Now().Add(-dueFor), string(at))) > 0 {
			j.fail(at, "the next puzzle of the day was due more than %v ago", dueFor)
		}
		spare := 0
		if w.mistake == unheeded {
			spare = w.census[crashes] + w.census[requestFaults]
		}
		posts := make(map[chat.Shown]chat.MessageRef)
		for _, m := range c.daily() {
			what := chat.Shown{Slot: m.shows.Slot, Post: m.shows.Post}
			if other, known := posts[what]; known {
				if spare--; spare < 0 {
					j.fail(at, "the %s of day %d is posted as %s and as %s", what.Slot, what.Post, other, m.ref)
				}
			}
			posts[what] = m.ref
			if what.Slot == chat.SlotWeek {
				w.saw(weekPosts)
			} else {
				w.saw(dailyPosts)
			}
		}
	}
}

// zoneOf returns the time zone of a puzzle of the day, which the bot has read before.
func zoneOf(d game.Daily) *time.Location {
	zone, err := timing.Zones(d.Zone)
	if err != nil {
		panic(err)
	}
	return zone
}

// daily are the messages of a channel with puzzles of the day and with weeks, in its model also
// those that somebody took away.
func (c *channel) daily() (found []*message) {
	for _, m := range c.venue.seen(c, 1<<20) {
		if m.shows.Slot == chat.SlotPuzzle || m.shows.Slot == chat.SlotWeek {
			found = append(found, m)
		}
	}
	return found
}
