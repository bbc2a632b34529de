package card

import (
	"othellobot/game"
	"othellobot/rules"
)

// openingReached returns the opening that the last move reached, or "" if it reached none.
func openingReached(g game.Game) string {
	if g.Start != rules.Start() {
		return ""
	}
	return g.Position().Opening()
}

// OpeningOf returns the last opening that a game passed through. It returns "" if it passed none, or
// if the game had an unusual start position.
func OpeningOf(g game.Game) string {
	if g.Start != rules.Start() {
		return ""
	}
	return rules.OpeningOf(g.Moves)
}
