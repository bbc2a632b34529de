package game

import "othellobot/rules"

// RatedMoves is the minimum number of moves before a resignation changes ratings.
const RatedMoves = 12

// CountsRated reports whether the game changes ratings. It must be rated when it ends, and be played
// out, lost by time, or resigned after at least [RatedMoves] moves.
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

// MayRate reports whether the game is of a kind that may be rated: a duel between people from the
// usual start.
func (g *Game) MayRate() bool {
	return g.Mode == Duel && !g.AgainstEngine() && g.Loaded == 0 && g.Start == rules.Start()
}
