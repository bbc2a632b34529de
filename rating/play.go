package rating

import "time"

// A game against a provisional opponent (deviation above provisional) moves a settled rating (deviation
// at most settled) by at most maxNewcomerChange. Otherwise newcomers who lose to everyone, which costs
// them nothing, would lift all ratings.
const (
	provisional       = 110 * Point
	settled           = 60 * Point
	maxNewcomerChange = 8 * Point
)

// Play returns the states of two players after the result r, and the worth of r. The earlier results
// are those of [Result.Worth]. A result that does not count changes no state.
func Play(black, white State, r Result, earlier []Result) (State, State, Worth) {
	worth := r.Worth(earlier)
	if worth != Counts {
		return black, white, worth
	}
	scores := [...]float64{Drawn: 0.5, Black: 1, White: 0}
	s := scores[r.Winner]
	newBlack := black.played(white, -whiteAdvantage, s, r.Ended)
	newWhite := white.played(black, whiteAdvantage, 1-s, r.Ended)
	met, metNow := len(earlier) > 0, false
	season := SeasonOf(time.UnixMilli(r.Ended))
	for _, e := range earlier {
		metNow = metNow || SeasonOf(time.UnixMilli(e.Ended)) == season
	}
	newBlack.count(black.Rating, season, !met, !metNow)
	newWhite.count(white.Rating, season, !met, !metNow)
	newBlack.addRival(newWhite, r.White)
	newWhite.addRival(newBlack, r.Black)
	return newBlack, newWhite, worth
}

// played returns the state with the rating and the deviation after a game. The colour gives the
// advantage, which may be negative.
func (s State) played(against State, advantage Points, score float64, at int64) State {
	mine, theirs := s.DeviationAt(at), against.DeviationAt(at)
	me := strengthOf(s.Rating+advantage, mine)
	var e evidence
	e.add(me, strengthOf(against.Rating, theirs), score)
	rating, deviation := me.updated(e).points()
	rating -= advantage
	if theirs > provisional && mine <= settled {
		rating = min(max(rating, s.Rating-maxNewcomerChange), s.Rating+maxNewcomerChange)
	}
	s.Rating, s.Deviation, s.At = rating, deviation, max(at, s.At)
	return s
}

// count adds a game to the player's totals. new is set if the players had never met, and newNow if they
// had not met in this season.
func (s *State) count(before Points, season Season, new, newNow bool) {
	s.Games++
	if new {
		s.Opponents++
	}
	if s.This.Season != season {
		if s.Former.EnoughGames() {
			copy(s.Past[1:], s.Past[:])
			s.Past[0] = End{s.Former.Season, s.Former.To}
		}
		s.This, s.Former = Term{Season: season, From: before}, s.This
	}
	s.This.Games++
	if newNow {
		s.This.Opponents++
	}
	s.This.To = s.Rating
}

// Stake holds the changes of a player's rating for each outcome of a game.
type Stake struct{ Win, Draw, Loss Points }

// Stakes returns the stakes of both players for a game that counts and ends at that time, in
// Unix milliseconds.
func Stakes(black, white State, at int64) (ofBlack, ofWhite Stake) {
	change := func(w Winner) (ofBlack, ofWhite Points) {
		b, o, _ := Play(black, white, Result{Winner: w, Ended: at}, nil)
		return b.Rating - black.Rating, o.Rating - white.Rating
	}
	ofBlack.Win, ofWhite.Loss = change(Black)
	ofBlack.Draw, ofWhite.Draw = change(Drawn)
	ofBlack.Loss, ofWhite.Win = change(White)
	return ofBlack, ofWhite
}
