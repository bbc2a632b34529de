package game

import "othellobot/rating"

// upsetBy is by how much the rating of a loser is higher, at least, in an upset. Closer to each
// other, either may win.
const upsetBy = 50 * rating.Point

// Climbed is whose rating grew most by some rated games, of those whom they name and who have a
// place, and by how much; Nobody if no rating grew.
func Climbed(log []Finished) (best Player, by rating.Points) {
	gained := make(map[Player]rating.Points)
	for _, f := range log {
		for p, s := range map[Player]Swing{f.Black: f.Rated.Black, f.White: f.Rated.White} {
			if p.Person() && f.moves() && s.Placed {
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

// Upset is the game of two people who have a place that was won by the one whose rating was the
// furthest behind before, the first of several, and by how much; false if none is.
func Upset(log []Finished) (upset Finished, by rating.Points, ok bool) {
	for _, f := range log {
		won, lost := f.Rated.Black, f.Rated.White
		if f.Verdict == WhiteWon {
			won, lost = lost, won
		}
		gap := lost.Before - won.Before
		if len(f.People()) == 2 && f.moves() && f.Verdict != NobodyWon && won.Placed && lost.Placed && gap >= upsetBy && gap > by {
			upset, by, ok = f, gap, true
		}
	}
	return upset, by, ok
}

// moves reports whether the game has changed ratings.
func (f Finished) moves() bool { return f.Rated.Worth == rating.Counts && !f.Rated.Annulled }
