package sim

import (
	"slices"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

type mention struct {
	who   chat.UserID
	at    time.Duration
	asked bool // the person had asked for it
}

// mostUnasked limits how often a person is mentioned in a day without having asked for it.
const mostUnasked = 2

// mentions judges whom a new message mentions: rarely people who neither play nor asked for it.
func (j *judge) mentions(c *channel, m *message) {
	w := j.world
	var people []chat.UserID
	for _, other := range w.sortedChannels() {
		if other.place.Platform == c.place.Platform { // people may wait for a game in another channel
			people = append(people, other.people...)
		}
	}
	for _, id := range m.notified {
		i := slices.IndexFunc(people, func(u chat.UserID) bool { return u.ID == id })
		if i < 0 {
			j.fail(game.Place(c.place.String()), "%s is mentioned, who is nobody: %s", id, m.text())
			return
		}
		now := mention{people[i], w.now(), j.asked(c, m, game.Player(people[i].String()))}
		c.mentions = append(c.mentions, now)
		if now.asked {
			continue
		}
		w.count(mentioned)
		today := 0
		for _, before := range c.mentions {
			if before.who == now.who && !before.asked && now.at-before.at < 24*time.Hour-maxSkew {
				today++
			}
		}
		if today > mostUnasked && w.mistake != unheeded { // there a message may come twice
			j.fail(game.Place(c.place.String()), "%s is mentioned %d times in a day without having asked for it: %s", c.nameOf(now.who), today, m.text())
		}
	}
}

// asked reports whether a message mentions a person for a game that they play or follow.
func (j *judge) asked(c *channel, m *message, who game.Player) bool {
	for _, known := range j.matches {
		g := known.game
		runs := g.Phase == game.Playing || j.world.now()-known.touched < time.Minute
		of := m.shows.Game == "" && runs || m.shows.Game == chat.GameID(g.ID.String())
		if !of || g.Place != game.Place(c.place.String()) || g.Phase == game.Challenged {
			continue
		}
		if _, plays := g.Side(who); plays || g.Mode == game.Voted && g.Follows(who) {
			return true
		}
	}
	return false
}

// edits judges that an edit mentions only the player to move, or a person whom its message mentioned before.
func (j *judge) edits(at game.Place, e chat.Effect, g game.Game) {
	for _, span := range e.Message.Text {
		if e.Kind != chat.Edit || span.Kind != chat.SpanMention {
			continue
		}
		who := game.Player(span.User.String())
		_, challenged := g.Challenge()
		waits := g.Player(g.Position().ToMove) == who || g.Phase == game.Challenged && challenged == who
		if asked := g.Ask != nil && g.Ask.By != who && e.Subject.Slot == chat.SlotQuestion; !waits && !asked { // the question mentioned them when it was posted
			j.fail(at, "an edit mentions %s anew: %s", who, e.Message.Text)
		}
	}
}

// subscribe lets a moderator order daily puzzles and weekly summaries for soon after midnight, or cancel the puzzles.
func (c *channel) subscribe() {
	c.order([]string{"puzzle:0:00 digest:on", "puzzle:0:01 digest:on", "puzzle:00:02", "puzzle:off"}[c.world.random.IntN(4)])
}

func (c *channel) order(what string) {
	c.do("settings", chat.Action{User: c.someone(), Moderator: true, Place: c.place, Tokens: []chat.Token{text("settings " + what)}})
}

// dailies judges that each place got its latest daily puzzle, and no daily puzzle or weekly summary twice. If Slack
// ignores client_msg_id, a place may get some twice.
func (j *judge) dailies() {
	w := j.world
	for _, c := range w.sortedChannels() {
		at := game.Place(c.place.String())
		room := w.server.room(at)
		daily, got := room.Settings.Daily, room.Posts
		if day, due, ok := daily.Last(time.Now(), zoneOf(daily)); ok && !w.mayDelete(at) {
			late := time.Since(due)
			if got.Claimed != 0 && late > 90*time.Second && late < game.MaxPostDelay && got.Posted < day {
				j.fail(at, "the puzzle of day %d is due for %v", day, late)
			}
		}
		if late := w.now() - w.sinceStart(got.Next); got.Next > 0 && late > maxOverdue {
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
