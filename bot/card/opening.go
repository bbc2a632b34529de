package card

import (
	"othellobot/game"
	"othellobot/rules"
)

// openingReached is the opening that the last move of a game has led to, empty if it
// has led to none.
func openingReached(g game.Game) string {
	if g.Start != rules.Start() {
		return ""
	}
	return g.Position().Opening()
}

// OpeningOf is the opening that a game was played from: the last that it came
// through. It is empty if there is none, or if the game did not begin at the
// beginning.
func OpeningOf(g game.Game) string {
	if g.Start != rules.Start() {
		return ""
	}
	return rules.OpeningOf(g.Moves)
}
