package card

import (
	"fmt"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rating"
	"othellobot/words"
)

// Terms describe the stakes of a rated game between two people.
type Terms struct {
	Full  bool         // the two have played all games that count in a week, so this one changes no rating
	Known bool         // both ratings are certain enough to state the stakes
	Stake rating.Stake // stakes of the challenged player, if Known
}

// TermsOf returns the terms of a challenge at a time in Unix milliseconds. rated holds the players'
// ratings, and met the results of their earlier games.
func TermsOf(g game.Game, rated []game.Rating, met []rating.Result, at int64) Terms {
	t := Terms{Full: rating.GamesLeft(at, met) == 0}
	states := [2]rating.State{rating.New(), rating.New()}
	for _, s := range g.Seats {
		for _, r := range rated {
			if r.Player == s.Player {
				states[s.Color] = r.State
			}
		}
	}
	t.Known = states[0].Placed() && states[1].Placed()
	ofBlack, ofWhite := rating.Stakes(states[0], states[1], at)
	_, challenged := g.Challenge()
	if t.Stake = ofBlack; g.Seats[1].Player == challenged {
		t.Stake = ofWhite
	}
	return t
}

// sentence describes the terms, or returns nil if there is nothing to say.
func (t Terms) sentence(challenged game.Player) words.Message {
	switch {
	case t.Full:
		return words.WeekFull{Most: rating.WeekGames}
	case t.Known:
		return words.Stake{
			Player: words.Name(challenged), Win: Signed(t.Stake.Win.Whole()), Draw: Signed(t.Stake.Draw.Whole()), Loss: Signed(t.Stake.Loss.Whole()),
		}
	default:
		return nil
	}
}

func newRatings(l *words.Language, f game.Finished) Story {
	switch r := f.Rated; {
	case r.Entry == 0:
		return nil
	case r.Annulled:
		return Story{words.RatingAnnulled{}}
	case r.Worth == rating.WeekFull:
		return Story{words.WeekFull{Most: rating.WeekGames}}
	case r.Worth == rating.Repeated:
		return Story{words.RepeatedGame{}}
	}
	var placed, placing []chat.Text
	for i, s := range []game.Swing{f.Rated.Black, f.Rated.White} {
		name := words.Name([...]game.Player{f.Black, f.White}[i])
		if !s.Placed {
			placing = append(placing, l.Text(placingOf(name, s.Games)))
			continue
		}
		was, is := s.Before.Whole(), s.After.Whole()
		placed = append(placed, l.Text(words.NewRating{Player: name, Was: was, Is: is, Trend: Signed(is - was)}))
	}
	var story Story
	if len(placed) > 0 {
		story = append(story, words.NewRatings{People: l.List(placed)})
	}
	if len(placing) > 0 {
		story = append(story, words.BeingPlaced{People: l.List(placing)})
	}
	if f.Rated.Week >= rating.WeekGames-1 {
		story = append(story, words.WeekGames{Number: f.Rated.Week, Most: rating.WeekGames})
	}
	return story
}

// placingOf shows how many games a player without a rating has played. It shows at most
// rating.PlacedGames, because a player with more games may still lack different opponents.
func placingOf(who words.Person, games int) words.Message {
	return words.PlacedOf{Player: who, Number: min(games, rating.PlacedGames), Most: rating.PlacedGames}
}

// Rating describes a person's rating, or their progress towards one.
func (v *Viewer) Rating(l *words.Language, r game.Rating) words.Message {
	if r.Placed() {
		return words.RatingHere{Rating: r.Rating.Whole()}
	}
	return words.BeingPlaced{People: l.Text(placingOf(words.Name(r.Player), r.Games))}
}

func Signed(n int) string {
	if n == 0 {
		return "±0"
	}
	return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1)
}
