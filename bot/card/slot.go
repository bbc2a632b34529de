package card

import (
	"othellobot/chat"
	"othellobot/game"
)

// Slot returns the message of a slot for the current state of a game. It reports false if the slot
// has nothing to show any more.
func (v *Viewer) Slot(g game.Game, slot game.Slot, facts Facts) (chat.Message, bool) {
	switch slot.Name {
	case game.BoardSlot:
		v.Post = slot.Post
		return v.Card(g, v.LastStory(g), facts), true
	case game.ChallengeSlot:
		return v.ChallengeNow(g, facts.Terms)
	case game.QuestionSlot:
		if g.Ask == nil {
			return chat.Message{Text: v.All.Text(Settled(g))}, true
		}
		return v.Question(g, slot.Post), true
	case game.PingSlot:
		return v.Reminder(g)
	default:
		return chat.Message{}, false
	}
}
