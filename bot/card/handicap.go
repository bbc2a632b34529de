package card

import (
	"othellobot/game"
	"othellobot/words"
)

// Handicap tells that Black begins with corners, nil if that is not so.
func Handicap(g game.Game) words.Message {
	if corners := g.Handicap(); corners > 0 {
		return words.Handicap{Corners: words.Count(corners)}
	}
	return nil
}
