package game

import "othellobot/rating"

// minUpsetGap is the minimum rating gap for an upset. With a smaller gap, either player may well win.
const minUpsetGap = 50 * rating.Point

// BiggestGain returns the player in the ladder whose rating grew most in these games, and the growth. It
// returns Nobody if no rating grew.
func BiggestGain(log []Finished) (best Player, by rating.Points) {
	gained := make(map[Player]rating.Points)
	for _, f := range log {
		for p, s := range map[Player]Swing{f.Black: f.Rated.Black, f.White: f.Rated.White} {
			if p.Person() && f.changesRatings() && s.Placed {
				gained[p] += s.After - s.Before
			}
		}
	}
	for p, gain := range gained {
		if gain > by || gain == by && gain > 0 && p < best {
			best, by = p, gain
		}
	}
	return best, by
}

// Upset returns the game that was won against the largest rating gap, and the gap. Both players must
// have a place in the ladder. Of games with the same gap it returns the first. It reports false if
// there is no upset.
func Upset(log []Finished) (upset Finished, by rating.Points, ok bool) {
	for _, f := range log {
		won, lost := f.Rated.Black, f.Rated.White
		if f.Verdict == WhiteWon {
			won, lost = lost, won
		}
		gap := lost.Before - won.Before
		if len(f.People()) == 2 && f.changesRatings() && f.Verdict != NobodyWon && won.Placed && lost.Placed && gap >= minUpsetGap && gap > by {
			upset, by, ok = f, gap, true
		}
	}
	return upset, by, ok
}

func (f Finished) changesRatings() bool { return f.Rated.Worth == rating.Counts && !f.Rated.Annulled }
