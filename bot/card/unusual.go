package card

import (
	"othellobot/game"
	"othellobot/words"
)

// Unusual says that a game has a coach, or that Black begins with corners. It returns nil for other
// games.
func Unusual(g game.Game) words.Message {
	corners := g.Handicap()
	switch {
	case g.Coached:
		return words.Coached{}
	case corners > 0:
		return words.Handicap{Corners: words.Count(corners)}
	default:
		return nil
	}
}
