package card

import (
	"othellobot/game"
	"othellobot/words"
)

// Unusual tells that a game has a coach, or that Black begins with corners, nil if that is not so.
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
