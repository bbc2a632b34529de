package card

import (
	"othellobot/chat"
	"othellobot/game"
)

// The slots of games, as the table knows them.
const (
	BoardSlot     = game.SlotName(chat.SlotBoard)
	ChallengeSlot = game.SlotName(chat.SlotChallenge)
	QuestionSlot  = game.SlotName(chat.SlotQuestion)
	PingSlot      = game.SlotName(chat.SlotPing)
)

// Slot is the message that a slot shows of a game as it stands, and false if the slot has
// nothing to show any more.
func (v *Viewer) Slot(g game.Game, slot game.Slot, facts Facts) (chat.Message, bool) {
	switch slot.Name {
	case BoardSlot:
		v.Post = slot.Post
		return v.Card(g, v.LastStory(g), facts), true
	case ChallengeSlot:
		return v.ChallengeNow(g)
	case QuestionSlot:
		if g.Ask == nil {
			return chat.Message{Text: v.All.Text(Settled(g))}, true
		}
		return v.Question(g, slot.Post), true
	case PingSlot:
		return v.Reminder(g)
	default:
		return chat.Message{}, false
	}
}
