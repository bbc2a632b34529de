package card

import (
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// Challenge asks the challenged player to accept. If the game would not change ratings, it offers
// only a friendly game.
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

// Kinds of games, in the arguments of controls and commands.
const (
	Rated    = "rated"
	Friendly = "friendly"
)

// ChallengeNow returns the message of an open or ended challenge. It reports false if the challenge
// became a game, because the board then shows it.
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
