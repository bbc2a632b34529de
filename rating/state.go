package rating

import "time"

// A player is listed after ListedGames games against MinOpponents opponents, and gets a place after
// PlacedGames games, among them games against MinOpponents listed opponents.
const (
	ListedGames  = 3
	PlacedGames  = 5
	MinOpponents = 2
	SeasonGames  = 5 // games that a player needs in a season to be in its table
)

// State holds the rating of a player with everything needed to update it.
type State struct {
	Rating    Points
	Deviation Points   // at the time At
	At        int64    // the end of the last game, in Unix milliseconds
	Games     int      // games that counted
	Opponents int      // different opponents in these games
	Rival     PlayerID `json:",omitzero"` // the last opponent that Rivals counts; 0 if there is none
	Rivals    int      `json:",omitzero"` // the number of listed opponents met, up to [MinOpponents]
	This      Term     // the season of the player's last game
	Former    Term     // the last season before This in which the player played
	Past      [8]End   `json:",omitzero"` // the last earlier seasons with enough games, latest first
}

// End is a player's rating at the end of a season.
type End struct {
	Season Season `json:"s"`
	To     Points `json:"t"`
}

// Term is a player's record in a season.
type Term struct {
	Season           Season
	Games, Opponents int
	From, To         Points // the rating before the first game and after the last one; without a place, both are the latter
}

// New returns the state of a player who has not played yet.
func New() State { return State{Rating: startRating, Deviation: startDeviation} }

// Listed reports whether the player appears in lists, with or without a place.
func (s State) Listed() bool { return s.Games >= ListedGames && s.Opponents >= MinOpponents }

// Placed reports whether the player has a place in the ladder. Accounts that only lose to one player give
// that player no place.
func (s State) Placed() bool { return s.Games >= PlacedGames && s.Rivals >= MinOpponents }

// The opponent needs no place, so that the first players of a server can give each other places.
func (s *State) addRival(other State, id PlayerID) {
	if s.Rivals < MinOpponents && (s.Rivals == 0 || id != s.Rival) && other.Listed() {
		s.Rival = id
		s.Rivals++
	}
}

// EnoughGames reports whether the player has played enough games for the season's table.
func (t Term) EnoughGames() bool { return t.Games >= SeasonGames }

// In returns the player's record in a season. For seasons before the last two played, it knows only the final
// rating, and only if the player had enough games.
func (s State) In(season Season) Term {
	for _, t := range [...]Term{s.This, s.Former} {
		if t.Season == season {
			return t
		}
	}
	for _, e := range s.Past {
		if e.Season == season {
			return Term{Season: season, Games: SeasonGames, From: e.To, To: e.To}
		}
	}
	return Term{Season: season, From: s.Rating, To: s.Rating}
}

// Seasons returns up to ten seasons in which the player had enough games for the table, latest first.
func (s State) Seasons() (list []Season) {
	for _, t := range [...]Term{s.This, s.Former} {
		if t.EnoughGames() {
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

// DeviationAt returns the deviation at the time at, in Unix milliseconds.
func (s State) DeviationAt(at int64) Points {
	if s.Games == 0 {
		return s.Deviation
	}
	return aged(s.Deviation, time.Duration(at-s.At)*time.Millisecond)
}

// Season is a quarter of a year in UTC, counted from year 0.
type Season int

// SeasonOf returns the season that contains t.
func SeasonOf(t time.Time) Season {
	t = t.UTC()
	return Season(4*t.Year() + (int(t.Month())-1)/3)
}

// Start returns the time when the season begins.
func (s Season) Start() time.Time {
	return time.Date(int(s)/4, time.Month(3*(int(s)%4)+1), 1, 0, 0, 0, 0, time.UTC)
}
