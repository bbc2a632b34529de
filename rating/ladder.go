package rating

import "time"

// Ladder holds the states of all players in a log. It is not safe for concurrent use.
type Ladder struct {
	states map[PlayerID]State
	last   map[pair][]Result // the last results of each pair, without annulled ones, latest first
}

type pair struct{ lower, upper PlayerID }

func pairOf(r Result) pair { return pair{min(r.Black, r.White), max(r.Black, r.White)} }

// NewLadder returns the ladder after all entries of a log, in their order.
func NewLadder(log ...Result) *Ladder {
	l := &Ladder{make(map[PlayerID]State), make(map[pair][]Result)}
	for _, r := range log {
		l.Add(r)
	}
	return l
}

// Of returns the state of a player, or [New] for a player without games.
func (l *Ladder) Of(id PlayerID) State {
	if state, ok := l.states[id]; ok {
		return state
	}
	return New()
}

// Recent returns up to [Memory] of the last results between the two players of r, without annulled ones, latest
// first.
func (l *Ladder) Recent(r Result) []Result { return l.last[pairOf(r)] }

// Add updates the ladder by the next entry of the log, and returns the entry's worth, or 0 if it is annulled.
func (l *Ladder) Add(r Result) Worth {
	if r.Annulled {
		return 0
	}
	between := pairOf(r)
	earlier := l.last[between]
	black, white, worth := Play(l.Of(r.Black), l.Of(r.White), r, earlier)
	if worth == Counts {
		l.states[r.Black], l.states[r.White] = black, white
	}
	l.last[between] = append([]Result{r}, earlier[:min(len(earlier), Memory-1)]...)
	return worth
}

// A game against a provisional opponent (deviation above provisional) moves a settled rating (deviation
// at most settled) by at most maxNewcomerChange. Otherwise newcomers who lose to everyone, which costs
// them nothing, would lift all ratings.
const (
	provisional       = 110 * Point
	settled           = 60 * Point
	maxNewcomerChange = 8 * Point
)

// Play returns the states of two players after the result r, and the worth of r, computed by [Result.Worth].
// A result that does not count changes no state.
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

// advantage is that of the player's colour, and may be negative.
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

func (s *State) count(before Points, season Season, newOpponent, newInSeason bool) {
	placed := s.Placed()
	s.Games++
	if newOpponent {
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
	if newInSeason {
		s.This.Opponents++
	}
	s.This.To = s.Rating
	if !placed { // earlier ratings are mostly guesses
		s.This.From = s.Rating
	}
}

// Stake holds the changes of a player's rating for each outcome of a game.
type Stake struct{ Win, Draw, Loss Points }

// Stakes returns both players' stakes in a game that counts and ends at the time at, in Unix milliseconds.
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
