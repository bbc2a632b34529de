package game

import (
	"cmp"
	"maps"
	"slices"

	"othellobot/rating"
)

// Annulment selects the rated games to annul, or to make count again.
type Annulment struct {
	Game   ID     // selects this game, if not 0
	Player Player // selects all games of this player, if not Nobody

	Without Player // excludes the games of this player, if not Nobody

	Back bool // makes annulled games count again
}

func (a Annulment) selects(f Finished) bool {
	played := func(p Player) bool { return p.Person() && slices.Contains(f.People(), p) }
	return !played(a.Without) && (a.Game != 0 && f.Game == a.Game || played(a.Player))
}

// Apply sets Annulled in the selected games of a log and returns the changed games.
func (a Annulment) Apply(log []Finished) (changed []Finished) {
	for i := range log {
		if f := &log[i]; f.Rated.Annulled == a.Back && a.selects(*f) {
			f.Rated.Annulled = !a.Back
			changed = append(changed, *f)
		}
	}
	return changed
}

// Rating is the rating of a person in a tenant.
type Rating struct {
	Player Player          `json:"-"`
	Seat   rating.PlayerID `json:",omitzero"` // the person's number in the log; 0 before their first rated game
	Hidden bool            `json:"-"`
	rating.State
}

// MaxListed is the last rank in a ladder. Players after it have the rank 0.
const MaxListed = 1000

// Top is the upper end of a ladder, best first and without hidden players, as one player sees it.
type Top struct {
	Best    []Rating // placed players
	Placing []Rating // listed players who are not placed yet
	Mine    Rating   // rating of the player who looks
	Rank    int      // rank of the player who looks, as if not hidden; 0 if they have no rank up to [MaxListed]
	Above   Rating   // the player with the next higher rating; Player is Nobody if there is none
}

// IsRated reports whether the game belongs in the log of rated games.
func (f Finished) IsRated() bool { return f.Rated.Opening != 0 }

// Result returns the game as an entry of the log.
func (f Finished) Result() rating.Result {
	return rating.Result{
		Black: f.Rated.Black.Seat, White: f.Rated.White.Seat, Winner: rating.Winner(f.Verdict),
		Ended: f.Ended, Opening: f.Rated.Opening, Annulled: f.Rated.Annulled,
	}
}

// Rate makes the game an entry of the log, and returns its players' new ratings. The caller passes the ratings
// before the game, and the pair's last results, latest first. A new player gets a new [rating.PlayerID].
func (f *Finished) Rate(entry int64, rated []Rating, last []rating.Result) []Rating {
	before := func(p Player, seat int64) Rating {
		if i := slices.IndexFunc(rated, func(r Rating) bool { return r.Player == p && r.Seat != 0 }); i >= 0 {
			return rated[i]
		}
		return Rating{Player: p, Seat: rating.PlayerID(seat), State: rating.New()}
	}
	black, white := before(f.Black, 2*entry), before(f.White, 2*entry+1)
	r := &f.Rated
	r.Entry, r.Black, r.White = entry, swingFrom(black), swingFrom(white)
	last = slices.DeleteFunc(last, func(e rating.Result) bool { // drop results from before one of the players was forgotten
		return min(e.Black, e.White) != min(black.Seat, white.Seat) || max(e.Black, e.White) != max(black.Seat, white.Seat)
	})
	black.State, white.State, r.Worth = rating.Play(black.State, white.State, f.Result(), last)
	if r.Week = rating.WeekGames - rating.GamesLeft(f.Ended, last); r.Worth == rating.Counts {
		r.Week++
	}
	for side, is := range map[*Swing]Rating{&r.Black: black, &r.White: white} {
		side.After, side.Games, side.Placed = is.Rating, is.Games, is.Placed()
	}
	return slices.DeleteFunc([]Rating{black, white}, func(r Rating) bool { return !r.Player.Person() })
}

func swingFrom(r Rating) Swing {
	s := Swing{Seat: r.Seat}
	if r.Placed() {
		s.Before = r.Rating
	}
	return s
}

// Ladder holds the ratings of all players in a log. It is not safe for concurrent use.
type Ladder struct {
	*rating.Ladder
	People map[Player]Rating // all players named in the log, and all hidden players
}

// LadderOf computes the ladder of a tenant from its log, in any order, and marks the hidden players.
func LadderOf(log []Finished, hidden []Player) Ladder {
	l := Ladder{rating.NewLadder(), make(map[Player]Rating)}
	for _, f := range slices.SortedFunc(slices.Values(log), func(a, b Finished) int { return cmp.Compare(a.Rated.Entry, b.Rated.Entry) }) {
		l.Add(f.Result())
		l.People[f.Black], l.People[f.White] = Rating{Seat: f.Rated.Black.Seat}, Rating{Seat: f.Rated.White.Seat}
	}
	delete(l.People, Nobody)
	for _, p := range hidden {
		l.People[p] = Rating{Seat: l.People[p].Seat, Hidden: true}
	}
	for p, r := range l.People {
		l.People[p] = Rating{Player: p, Seat: r.Seat, Hidden: r.Hidden, State: l.Of(r.Seat)}
	}
	return l
}

// Ratings returns the ratings of the given players. It skips players without a rating.
func (l Ladder) Ratings(people ...Player) (found []Rating) {
	for _, p := range people {
		if r, ok := l.People[p]; ok {
			found = append(found, r)
		}
	}
	return found
}

// ResultsBetween returns the last results between two players, latest first.
func (l Ladder) ResultsBetween(one, other Player) []rating.Result {
	return l.Recent(rating.Result{Black: l.People[one].Seat, White: l.People[other].Seat})
}

// Top implements [Ladders.Top].
func (l Ladder) Top(since rating.Season, p Player, most int) (t Top) {
	t.Mine = Rating{Player: p, State: rating.New()}
	if mine, ok := l.People[p]; ok {
		t.Mine = mine
	}
	ranks, above := t.Mine.Placed() && t.Mine.This.Season >= since, 0
	for _, r := range slices.SortedFunc(maps.Values(l.People), func(a, b Rating) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Player, b.Player))
	}) {
		switch {
		case r.Hidden || r.This.Season < since:
		case r.Placed():
			t.Best = append(t.Best, r)
			if ranks && r.Rating > t.Mine.Rating {
				t.Above = r
				above++
			}
		case r.Listed():
			t.Placing = append(t.Placing, r)
		}
	}
	if ranks && above < MaxListed {
		t.Rank = above + 1
	}
	t.Best, t.Placing = t.Best[:min(most, len(t.Best))], t.Placing[:min(most, len(t.Placing))]
	return t
}

// minUpsetGap is the minimum rating gap for an upset. With a smaller gap, either player may well win.
const minUpsetGap = 50 * rating.Point

// BiggestGain returns the player with a place whose rating grew most in these games, and the growth, or Nobody.
func BiggestGain(log []Finished) (best Player, by rating.Points) {
	gained := make(map[Player]rating.Points)
	for _, f := range log {
		for p, s := range map[Player]Swing{f.Black: f.Rated.Black, f.White: f.Rated.White} {
			if p.Person() && f.changesRatings() && s.Before > 0 {
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

// Upset returns the game that a placed player won against the largest rating gap, and the gap. It ignores small
// gaps, and opponents who are not placed.
func Upset(log []Finished) (upset Finished, by rating.Points, ok bool) {
	for _, f := range log {
		won, lost := f.Rated.Black, f.Rated.White
		if f.Verdict == WhiteWon {
			won, lost = lost, won
		}
		gap := lost.Before - won.Before
		if len(f.People()) == 2 && f.changesRatings() && f.Verdict != NobodyWon && won.Before > 0 && lost.Before > 0 && gap >= minUpsetGap && gap > by {
			upset, by, ok = f, gap, true
		}
	}
	return upset, by, ok
}

// minRivalry is the smallest number of games between two rivals.
const minRivalry = 3

// Rivals returns the last game of the two people who played most of the games that changed ratings, or false if no
// two people played enough. The log must be in order from the latest game to the first.
func Rivals(log []Finished) (last Finished, ok bool) {
	games := make(map[[2]Player][]Finished)
	most := minRivalry - 1
	for _, f := range log {
		two := [2]Player{min(f.Black, f.White), max(f.Black, f.White)}
		if len(f.People()) == 2 && f.changesRatings() {
			games[two] = append(games[two], f)
		}
		if len(games[two]) > most {
			most, last, ok = len(games[two]), games[two][0], true
		}
	}
	return last, ok
}

func (f Finished) changesRatings() bool { return f.Rated.Worth == rating.Counts && !f.Rated.Annulled }

// SeasonTable ranks the players with enough rated games in a season.
type SeasonTable struct {
	Best     []Rating // best first, by rating after the last game of the season
	Climber  Rating   // the player with the largest gain; Player is Nobody if there is none
	Sociable Rating   // the player with the most opponents
}

// SeasonTableOf returns the table of a season with up to most players in Best. Players who have played in two
// later seasons cannot be Climber or Sociable, because their gains and opponents are no longer known.
func SeasonTableOf(season rating.Season, people []Rating, most int) (t SeasonTable) {
	for _, r := range people {
		if r.In(season).EnoughGames() {
			t.Best = append(t.Best, r)
		}
	}
	slices.SortFunc(t.Best, func(a, b Rating) int {
		return cmp.Or(cmp.Compare(b.In(season).To, a.In(season).To), cmp.Compare(a.Player, b.Player))
	})
	for _, r := range t.Best {
		if gain(r.In(season)) > gain(t.Climber.In(season)) {
			t.Climber = r
		}
		if r.In(season).Opponents > t.Sociable.In(season).Opponents {
			t.Sociable = r
		}
	}
	t.Best = t.Best[:min(most, len(t.Best))]
	return t
}

// People returns the players named in the table, each once.
func (t SeasonTable) People() (named []Player) {
	for _, r := range append(slices.Clip(t.Best), t.Climber, t.Sociable) {
		if r.Player != Nobody && !slices.Contains(named, r.Player) {
			named = append(named, r.Player)
		}
	}
	return named
}

func gain(t rating.Term) rating.Points { return t.To - t.From }
