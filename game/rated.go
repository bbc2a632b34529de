package game

import "othellobot/rules"

// RatedMoves is the number of moves from which on a resignation changes ratings.
const RatedMoves = 12

// CountsRated reports whether the game is over and changes the ratings of both players: it
// was rated to its end, which came on the board, by time, or by a resignation after at least
// [RatedMoves] moves. Of players that were forgotten since it names none.
func (g *Game) CountsRated() bool {
	if g.Result == nil || !g.Rated {
		return false
	}
	switch g.Result.Reason {
	case PlayedOut, TimedOut:
		return true
	case Resigned:
		return len(g.Moves) >= RatedMoves
	default:
		return false
	}
}

// MayRate reports whether the game is of a kind that may be rated: a duel of people from the
// usual start.
func (g *Game) MayRate() bool {
	return g.Mode == Duel && !g.AgainstEngine() && g.Loaded == 0 && g.Start == rules.Start()
}
