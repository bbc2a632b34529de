package bot

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// openingWords name the opening that the last move of a game has led to, if it
// has led to one: ", the Tiger opening".
func openingWords(g game.Game) chat.Text {
	if name := g.Position().Opening(); name != "" && g.Start == rules.Start() {
		return chat.Say(", the ", name, " opening")
	}
	return nil
}

// openingOf is the opening that a game was played from: the last that it came
// through. It is empty if there is none, or if the game did not begin at the
// beginning.
func openingOf(g game.Game) string {
	if g.Start != rules.Start() {
		return ""
	}
	return rules.OpeningOf(g.Moves)
}

// withOpening tells the opening of a game before what the fullest of its footers
// tells, and leaves it out in the others.
func withOpening(g game.Game, footers []chat.Text) []chat.Text {
	if name := openingOf(g); name != "" {
		return append([]chat.Text{chat.Say("Opening: ", name, " · ", footers[0])}, footers...)
	}
	return footers
}
