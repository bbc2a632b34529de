package rating

import "time"

// How many games somebody has to have played before they are named among others, and before
// they have a place there; and against how many people.
const (
	ListedGames   = 3
	PlacedGames   = 5
	FewestRivals  = 2
	SeasonedGames = 5 // in a season, to be in its table
)

// State is what is known of somebody. That of who has not played is [New].
type State struct {
	Rating    Points
	Deviation Points // when the last game ended
	At        int64  // when that was, in Unix milliseconds
	Games     int    // that counted
	Opponents int    // different people among them
	Rival     Seat   `json:",omitzero"` // the first of them who was listed when they met
	Rivals    int    `json:",omitzero"` // how many of them were, up to [FewestRivals]
	This      Term   // the season of the last game
	Former    Term   // the one before it in which they played
	Past      [8]End `json:",omitzero"` // those before in which they were seasoned, the latest first
}

// End is the rating that somebody had at the end of a season.
type End struct {
	Season Season `json:"s"`
	To     Points `json:"t"`
}

// Term is what somebody has done in a season.
type Term struct {
	Season           Season
	Games, Opponents int
	From, To         Points // the rating before its first game and after its last
}

// New is the state of who has not played yet.
func New() State { return State{Rating: startRating, Deviation: startDeviation} }

// Listed reports whether the person is named among others, perhaps still without a place.
func (s State) Listed() bool { return s.Games >= ListedGames && s.Opponents >= FewestRivals }

// Placed reports whether the person has a place among others, and stakes. Until then they are
// being placed, by games with several people who have other opponents, too. So accounts that only
// lose to one person give no place.
func (s State) Placed() bool { return s.Games >= PlacedGames && s.Rivals >= FewestRivals }

// meet records a game with another person, given as they are after it. That person needs no
// place, so that the first people of a server can give each other places.
func (s *State) meet(other State, seat Seat) {
	if s.Rivals >= FewestRivals || s.Rivals > 0 && seat == s.Rival || !other.Listed() {
		return
	}
	s.Rival = seat
	s.Rivals++
}

// Seasoned reports whether the person has played enough in the season to be in its table.
func (t Term) Seasoned() bool { return t.Games >= SeasonedGames }

// In tells how the person did in a season. It knows the last two of theirs; of an earlier one
// only whether they were seasoned in it, and [Term.To].
func (s State) In(season Season) Term {
	for _, t := range [...]Term{s.This, s.Former} {
		if t.Season == season {
			return t
		}
	}
	for _, e := range s.Past {
		if e.Season == season {
			return Term{Season: season, Games: SeasonedGames, From: e.To, To: e.To}
		}
	}
	return Term{Season: season, From: s.Rating, To: s.Rating}
}

// Seasons are those in which the person was seasoned, the latest first, but no more than ten.
func (s State) Seasons() (list []Season) {
	for _, t := range [...]Term{s.This, s.Former} {
		if t.Seasoned() {
			list = append(list, t.Season)
		}
	}
	for _, e := range s.Past {
		if e.Season > 0 {
			list = append(list, e.Season)
		}
	}
	return list
}

// DeviationAt is the deviation at a time, in Unix milliseconds.
func (s State) DeviationAt(at int64) Points {
	if s.Games == 0 {
		return s.Deviation
	}
	return aged(s.Deviation, time.Duration(at-s.At)*time.Millisecond)
}

// Season is a quarter of a year by UTC, counted from year 0.
type Season int

// SeasonOf is the season of a time.
func SeasonOf(t time.Time) Season {
	t = t.UTC()
	return Season(4*t.Year() + (int(t.Month())-1)/3)
}

// Start is when the season begins, and the one before it ends.
func (s Season) Start() time.Time {
	return time.Date(int(s)/4, time.Month(3*(int(s)%4)+1), 1, 0, 0, 0, 0, time.UTC)
}
