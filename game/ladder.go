package game

import (
	"cmp"
	"slices"

	"othellobot/rating"
)

// Annulment names the rated games that are to change nothing.
type Annulment struct {
	Game   ID     // this one, if it is not 0
	Player Player // all of theirs, unless they are Nobody

	Without Player // but none of theirs, unless they are Nobody

	Back bool // they were annulled, and count again
}

// Names reports whether the game is one of them.
func (a Annulment) Names(f Finished) bool {
	played := func(p Player) bool { return p.Person() && slices.Contains(f.People(), p) }
	return !played(a.Without) && (a.Game != 0 && f.Game == a.Game || played(a.Player))
}

// Rating is how a person is rated in a tenant.
type Rating struct {
	Player Player
	Seat   rating.Seat // by which the log knows them; 0 before their first rated game
	Hidden bool
	rating.State
}

// MostPlaces is up to where places are counted.
const MostPlaces = 1000

// Top is the upper end of a ladder, of those who are not hidden, the best first.
type Top struct {
	Best    []Rating // who have a place
	Placing []Rating // who are listed and have none yet
	Mine    Rating   // of who asks
	Place   int      // theirs, or where they would be if they are hidden; 0 if they have none, or one behind [MostPlaces]
	Above   Rating   // who has the place before theirs; of Nobody if none has
}

// Rated tells how a finished game counts for the ratings of its players.
type Rated struct {
	Entry        int64 // its number in the log of the tenant, from 1; 0 if it is not rated
	Opening      uint64
	Worth        rating.Worth
	Week         int // how many games between the two counted within a week, with this one
	Black, White Swing
	Annulled     bool `json:"-"`
}

// Swing is somebody's rating before and after a rated game, as told when it ended.
type Swing struct {
	Seat          rating.Seat
	Before, After rating.Points
	Games         int // that counted, with this one
	Placed        bool
}

// Rates reports whether the game is an entry of a log.
func (f Finished) Rates() bool { return f.Rated.Opening != 0 }

// Result is the game as an entry of the log.
func (f Finished) Result() rating.Result {
	return rating.Result{
		Black: f.Rated.Black.Seat, White: f.Rated.White.Seat, Winner: rating.Winner(f.Verdict),
		Ended: f.Ended, Opening: f.Rated.Opening, Annulled: f.Rated.Annulled,
	}
}

// Rate makes the game an entry of a log, and returns how its two players are rated after it.
// It wants to know how they were before, and the last results between them, the latest
// first. Who has no seat gets one that nobody had before, so that nobody is known by it when
// their name is gone.
func (f *Finished) Rate(entry int64, black, white Rating, last []rating.Result) (Rating, Rating) {
	black, white = black.seated(2*entry), white.seated(2*entry+1)
	black.Player, white.Player = f.Black, f.White
	r := &f.Rated
	r.Entry, r.Black, r.White = entry, Swing{Seat: black.Seat, Before: black.Rating}, Swing{Seat: white.Seat, Before: white.Rating}
	result := f.Result()
	black.State, white.State, r.Worth = rating.Play(black.State, white.State, result, last)
	if r.Week = rating.WeekGames - rating.Left(f.Ended, last); r.Worth == rating.Counts {
		r.Week++
	}
	for side, is := range map[*Swing]Rating{&r.Black: black, &r.White: white} {
		side.After, side.Games, side.Placed = is.Rating, is.Games, is.Placed()
	}
	return black, white
}

func (r Rating) seated(seat int64) Rating {
	if r.Seat == 0 {
		r.Seat, r.State = rating.Seat(seat), rating.New()
	}
	return r
}

// Ladder is the fold of a log: everybody's rating. It is not for concurrent use.
type Ladder struct {
	entries int64
	fold    *rating.Ladder
	people  map[Player]Rating
}

// LadderOf folds the log of a tenant, whose entries come in any order, and has some people
// hidden.
func LadderOf(log []Finished, hidden []Player) *Ladder {
	log = slices.SortedFunc(slices.Values(log), func(a, b Finished) int { return cmp.Compare(a.Rated.Entry, b.Rated.Entry) })
	l := &Ladder{people: make(map[Player]Rating), fold: rating.Fold(slices.Values[[]rating.Result](nil))}
	seats := make(map[Player]rating.Seat)
	for _, f := range log {
		l.fold.Add(f.Result())
		l.entries, seats[f.Black], seats[f.White] = f.Rated.Entry, f.Rated.Black.Seat, f.Rated.White.Seat
	}
	for p, seat := range seats {
		if p.Person() {
			l.people[p] = Rating{Player: p, Seat: seat, State: l.fold.Of(seat)}
		}
	}
	for _, p := range hidden {
		r, ok := l.people[p]
		if !ok {
			r = Rating{Player: p, State: rating.New()}
		}
		r.Hidden = true
		l.people[p] = r
	}
	return l
}

// Rate makes a game the next entry.
func (l *Ladder) Rate(f *Finished) {
	black, white := l.people[f.Black], l.people[f.White]
	f.Rate(l.entries+1, black, white, l.fold.Last(rating.Result{Black: black.Seat, White: white.Seat}))
}

// Met returns the last results between two people.
func (l *Ladder) Met(one, other Player) []rating.Result {
	return l.fold.Last(rating.Result{Black: l.people[one].Seat, White: l.people[other].Seat})
}

// Ratings returns the ratings of some people.
func (l *Ladder) Ratings(people ...Player) (found []Rating) {
	for _, p := range people {
		if r, ok := l.people[p]; ok {
			found = append(found, r)
		}
	}
	return found
}

// Top is [Ladders.Top].
func (l *Ladder) Top(since rating.Season, p Player, most int) (t Top) {
	t.Mine = Rating{Player: p, State: rating.New()}
	if mine, ok := l.people[p]; ok {
		t.Mine = mine
	}
	var above []Rating
	for _, r := range l.people {
		switch {
		case r.Hidden || r.This.Season < since:
		case r.Placed():
			t.Best = append(t.Best, r)
			if r.Better(t.Mine) {
				above = append(above, r)
			}
		case r.Listed():
			t.Placing = append(t.Placing, r)
		}
	}
	for _, list := range [...][]Rating{t.Best, t.Placing, above} {
		slices.SortFunc(list, func(a, b Rating) int {
			return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Player, b.Player))
		})
	}
	if t.Mine.Placed() && t.Mine.This.Season >= since {
		if t.Place = len(above) + 1; t.Place > MostPlaces {
			t.Place = 0
		}
		if len(above) > 0 {
			t.Above = above[len(above)-1]
		}
	}
	t.Best, t.Placing = t.Best[:min(most, len(t.Best))], t.Placing[:min(most, len(t.Placing))]
	return t
}

// Better reports whether somebody has a place before another. Of equals none has.
func (r Rating) Better(than Rating) bool { return r.Rating > than.Rating }

// Of is the rating of a seat.
func (l *Ladder) Of(s rating.Seat) rating.State { return l.fold.Of(s) }

// People are those who are named in the log, and those who are hidden.
func (l *Ladder) People() map[Player]Rating { return l.people }
