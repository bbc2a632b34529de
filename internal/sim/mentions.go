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
	for _, other := range w.sorted() {
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
