package card

import (
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// Challenge asks the challenged player, telling the colours beforehand, and what a rated game
// would do. Where it would do nothing, only a friendly one is offered.
func (v *Viewer) Challenge(g game.Game, terms Terms) chat.Message {
	challenger, challenged := g.Challenge()
	color, _ := g.Side(challenged)
	who, by := v.Awaited(challenged), words.Name(challenger)
	until := v.When(g.Since().Add(game.ChallengeLife))
	text := v.All.Text(words.ChallengesYou{Challenged: who, Challenger: by, Color: color, Until: until})
	if color == g.Start.ToMove {
		text = v.All.Text(words.ChallengesYouFirst{Challenged: who, Challenger: by, Color: color, Until: until})
	}
	if told := Unusual(g); told != nil {
		text = append(append(text, chat.Span{Text: "\n"}), v.All.Text(told)...)
	}
	accept := []chat.Button{Primary(Button(v.All, words.AcceptButton{}, control.For(g, "accept", "")))}
	rated := g.Rated && !v.Settings.Friendly
	if told := v.terms(terms, challenged); rated && told != nil {
		text = append(append(text, chat.Span{Text: "\n"}), v.All.Text(told)...)
	}
	if rated && !terms.Full {
		accept = []chat.Button{
			Button(v.All, words.AcceptRatedButton{}, control.For(g, "accept", Rated)),
			Button(v.All, words.AcceptFriendlyButton{}, control.For(g, "accept", "")),
		}
	}
	decline := Button(v.All, words.DeclineButton{}, control.For(g, "decline", ""))
	return chat.Message{Text: text, Controls: []chat.Row{Row(append(accept, decline)...)}}
}

// How a game can be asked for, by the arguments of controls and commands.
const (
	Rated    = "rated"
	Friendly = "friendly"
)

// ChallengeNow asks the challenged player, or tells how the challenge ended.
// It is false once the duel is on the board.
func (v *Viewer) ChallengeNow(g game.Game, terms Terms) (chat.Message, bool) {
	switch {
	case g.Phase == game.Challenged:
		return v.Challenge(g, terms), true
	case g.Phase == game.Over:
		return chat.Message{Text: v.All.Text(Ending(g, *g.Result)...)}, true
	default:
		return chat.Message{}, false
	}
}
