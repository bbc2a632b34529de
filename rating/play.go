package rating

import "time"

// A game with somebody whose deviation is above provisional moves a rating whose deviation is
// at most settled by no more than mostByNewcomer. Else a newcomer who loses to everybody, which
// costs them nothing, lifts all.
const (
	provisional    = 110 * Point
	settled        = 60 * Point
	mostByNewcomer = 8 * Point
)

// Play is what two people are after a result between them, and what that is worth after their
// last results, as [Result.Worth] has them. A result that does not count changes nothing.
func Play(black, white State, r Result, earlier []Result) (State, State, Worth) {
	worth := r.Worth(earlier)
	if worth != Counts {
		return black, white, worth
	}
	scores := [...]float64{Drawn: 0.5, Black: 1, White: 0}
	s := scores[r.Winner]
	newBlack := black.played(white, -whiteAhead, s, r.Ended)
	newWhite := white.played(black, whiteAhead, 1-s, r.Ended)
	met, metNow := len(earlier) > 0, false
	season := SeasonOf(time.UnixMilli(r.Ended))
	for _, e := range earlier {
		metNow = metNow || SeasonOf(time.UnixMilli(e.Ended)) == season
	}
	newBlack.count(black.Rating, season, !met, !metNow)
	newWhite.count(white.Rating, season, !met, !metNow)
	newBlack.meet(newWhite, r.White)
	newWhite.meet(newBlack, r.Black)
	return newBlack, newWhite, worth
}

// played is the state with its rating after a game, in which the colour was worth so much.
func (s State) played(against State, advantage Points, score float64, at int64) State {
	mine, theirs := s.DeviationAt(at), against.DeviationAt(at)
	me := strengthOf(s.Rating+advantage, mine)
	var e evidence
	e.add(me, strengthOf(against.Rating, theirs), score)
	rating, deviation := me.after(e).points()
	rating -= advantage
	if theirs > provisional && mine <= settled {
		rating = min(max(rating, s.Rating-mostByNewcomer), s.Rating+mostByNewcomer)
	}
	s.Rating, s.Deviation, s.At = rating, deviation, max(at, s.At)
	return s
}

// count adds a game, perhaps with a new opponent, to what the person has done.
func (s *State) count(before Points, season Season, new, newNow bool) {
	s.Games++
	if new {
		s.Opponents++
	}
	if s.This.Season != season {
		if s.Former.Seasoned() {
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

// Stake is by how much a game would change somebody's rating.
type Stake struct{ Win, Draw, Loss Points }

// Stakes are those of a game between two people that ends at a time, in Unix milliseconds.
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
