package card

import (
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// FirstReminder mentions the player to move. In a voted game, it mentions the users who follow the
// rounds.
func (v *Viewer) FirstReminder(g game.Game) chat.Message {
	if g.Mode == game.Voted {
		return chat.Message{Text: v.All.Text(words.VoteReminder{People: v.All.Mentions(g.Ballot.Followers), Until: v.When(g.Closes())})}
	}
	p := g.Position()
	now := p.Score()
	list := Story{words.Reminder{Player: words.Mention(g.Player(p.ToMove)), Color: p.ToMove}}
	if last := v.Happened(g, g.LastMove()); len(last) > 0 {
		list = append(append(list, last...), words.SpokenScore{Score: Score(now.Black, now.White)})
	}
	return chat.Message{Text: v.All.Text(list...)}
}

// UrgentReminder mentions a player who has not moved for long. In a rated game it states when the
// player loses on time.
func (v *Viewer) UrgentReminder(g game.Game) chat.Message {
	toMove := g.Position().ToMove
	if g.Rated {
		return chat.Message{Text: v.All.Text(words.RatedReminder{
			Player: v.Awaited(g.Player(toMove)), Waiting: words.Name(g.Player(toMove.Opponent())), Color: toMove,
			Until: v.When(g.Since().Add(game.ClaimDelay)),
		})}
	}
	return chat.Message{Text: v.All.Text(words.UrgentReminder{
		Player: words.Mention(g.Player(toMove)), Waiting: words.Name(g.Player(toMove.Opponent())), Color: toMove,
	})}
}

func (v *Viewer) ClaimOffer(g game.Game) chat.Message {
	toMove := g.Position().ToMove
	waiting := v.Awaited(g.Player(toMove.Opponent()))
	return chat.Message{
		Text:     v.All.Text(words.ClaimOffer{Waiting: waiting, Absent: words.Name(g.Player(toMove)), Color: toMove}),
		Controls: []chat.Row{Row(Button(v.All, words.ClaimButton{}, control.For(g, "claim", "")))},
	}
}

// Reminder returns the latest reminder of the turn, or false if there is none.
func (v *Viewer) Reminder(g game.Game) (chat.Message, bool) {
	if g.Phase != game.Playing || g.Mode == game.Voted && len(g.Ballot.Followers) == 0 {
		return chat.Message{}, false
	}
	switch g.Reminder {
	case game.Pinged:
		return v.FirstReminder(g), true
	case game.Reminded, game.Warned:
		return v.UrgentReminder(g), true
	case game.ClaimOffered:
		return v.ClaimOffer(g), true
	default:
		return chat.Message{}, false
	}
}
