package card

import (
	"strconv"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// Challenge asks the challenged player to accept. It offers a rated game only if that can change ratings.
func (v *Viewer) Challenge(g game.Game, terms Terms) chat.Message {
	challenger, challenged := g.Challenge()
	color, _ := g.Side(challenged)
	who, by := v.Awaited(challenged), words.Name(challenger)
	until := v.When(g.Since().Add(game.ChallengeLife))
	lines := []words.Message{words.ChallengesYou{Challenged: who, Challenger: by, Color: color, Until: until}, Unusual(g)}
	if color == g.Start.ToMove {
		lines[0] = words.ChallengesYouFirst{Challenged: who, Challenger: by, Color: color, Until: until}
	}
	accept := []chat.Button{Primary(Button(v.All, words.AcceptButton{}, control.For(g, "accept", "")))}
	rated := g.Rated && !v.Settings.Friendly
	if rated {
		lines = append(lines, terms.sentence(challenged))
	}
	if rated && !terms.Full {
		accept = []chat.Button{
			Button(v.All, words.AcceptRatedButton{}, control.For(g, "accept", Rated)),
			Button(v.All, words.AcceptFriendlyButton{}, control.For(g, "accept", "")),
		}
	}
	decline := Button(v.All, words.DeclineButton{}, control.For(g, "decline", ""))
	return chat.Message{Text: Lines(v.All, lines), Controls: []chat.Row{Row(append(accept, decline)...)}}
}

// QuestionClosed returns the text that replaces a question that is no longer open.
func QuestionClosed(g game.Game) words.Message {
	if g.Phase == game.Over {
		return words.QuestionOver{}
	}
	return words.QuestionSettled{}
}

// Question returns the message that asks the other side to agree. post is the message's number.
func (v *Viewer) Question(g game.Game, post uint32) chat.Message {
	asker, _ := g.Side(g.Ask.By)
	by, asked := words.Name(g.Ask.By), v.Notified(g, asker.Opponent(), post)
	text := v.All.Text(words.AsksUndo{Asker: by, Asked: asked, Moves: g.MovesToUndo()})
	if g.Ask.Kind == game.AskStop {
		text = v.All.Text(words.AsksStop{Asker: by, Asked: asked})
	}
	return chat.Message{Text: text, Controls: []chat.Row{AnswerButtons(v.All, g, strconv.FormatUint(uint64(post), 10))}}
}

func AnswerButtons(l *words.Language, g game.Game, arg string) chat.Row {
	var agree words.Message = words.AgreeButton{}
	if g.Rated && g.Ask.Kind == game.AskUndo {
		agree = words.AgreeFriendlyButton{}
	}
	return Row(
		Primary(Button(l, agree, control.For(g, "agree", arg))),
		Button(l, words.RefuseButton{}, control.For(g, "refuse", arg)),
	)
}

// FirstReminder mentions the player to move or, in a voted game, the users who follow the rounds.
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

// UrgentReminder reminds a player who has not moved for long. In a rated game it says when they lose on time.
func (v *Viewer) UrgentReminder(g game.Game) chat.Message {
	toMove := g.Position().ToMove
	player, waiting := g.Player(toMove), words.Name(g.Player(toMove.Opponent()))
	if g.Rated {
		until := v.When(g.Since().Add(game.ClaimDelay))
		return chat.Message{Text: v.All.Text(words.RatedReminder{Player: v.Awaited(player), Waiting: waiting, Color: toMove, Until: until})}
	}
	return chat.Message{Text: v.All.Text(words.UrgentReminder{Player: words.Mention(player), Waiting: waiting, Color: toMove})}
}

func (v *Viewer) ClaimOffer(g game.Game) chat.Message {
	toMove := g.Position().ToMove
	waiting := v.Awaited(g.Player(toMove.Opponent()))
	return chat.Message{
		Text:     v.All.Text(words.ClaimOffer{Waiting: waiting, Absent: words.Name(g.Player(toMove)), Color: toMove}),
		Controls: []chat.Row{Row(Button(v.All, words.ClaimButton{}, control.For(g, "claim", "")))},
	}
}

// Reminder returns the latest reminder of the turn, or false before the first.
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
