package card

import (
	"fmt"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rating"
	"othellobot/rules"
	"othellobot/words"
)

// Result names the winner of a played-out game. It gives the official score and, if different, that
// on the board.
func Result(g game.Game, p rules.Position) Story {
	var list Story
	final, discs := p.FinalScore(), p.Score()
	if !p.Empties().IsEmpty() {
		list = append(list, words.NeitherCanMove{})
	}
	winner, decided := final.Leader()
	if !decided {
		list = append(list, words.Draw{Score: Score(final.Black, final.White)})
		if final != discs {
			list = append(list, words.DrawOnBoard{Score: Score(discs.Black, discs.White)})
		}
		return append(list, drawRemark(g))
	}
	points := Score(final.Of(winner), final.Of(winner.Opponent()))
	list = append(list, won(g, winner, points))
	if final != discs {
		list = append(list, words.OnBoard{Score: Score(discs.Of(winner), discs.Of(winner.Opponent()))})
	}
	return append(list, congratulation(g, winner))
}

func won(g game.Game, winner rules.Color, points words.Score) words.Message {
	player := g.Player(winner)
	switch {
	case player == game.Engine:
		return words.BotWins{Level: int(g.Level), Score: points}
	case g.Mode != game.Open:
		return words.PlayerWins{Player: words.Name(player), Score: points}
	case player == game.Nobody, g.Alone(player): // the winner played both colours
		return words.ColorWins{Color: winner, Score: points}
	default:
		return words.PlayerWinsAs{Player: words.Name(player), Color: winner, Score: points}
	}
}

// congratulation addresses the loser, the winner over the engine, or all voters. It returns nil if
// the loser is unknown or played both colours.
func congratulation(g game.Game, winner rules.Color) words.Message {
	player, loser := g.Player(winner), g.Player(winner.Opponent())
	switch {
	case g.Mode == game.Voted:
		return words.WellPlayedAll{}
	case loser == game.Engine:
		return words.BeatLevel{Player: words.Name(player), Level: int(g.Level)}
	case loser == game.Nobody, g.Alone(loser):
		return nil
	default:
		return words.WellFought{Player: words.Name(loser)}
	}
}

func drawRemark(g game.Game) words.Message {
	black, white := g.Player(rules.Black), g.Player(rules.White)
	switch {
	case g.Mode == game.Voted:
		return words.WellPlayedAll{}
	case black == game.Nobody || white == game.Nobody:
		return nil
	case black == game.Engine:
		return words.WellPlayed{Player: words.Name(white)}
	case white == game.Engine:
		return words.WellPlayed{Player: words.Name(black)}
	default:
		return words.WellPlayedBoth{Black: words.Name(black), White: words.Name(white)}
	}
}

var roundWins = []int{10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000}

const inARow = 3

func milestone(f game.Finished) words.Message {
	winner := f.Winner()
	if !winner.Person() {
		return nil
	}
	player, t, engine := words.Name(winner), f.Tally, f.Opponent(winner) == game.Engine
	switch {
	case slices.Contains(roundWins, t.Wins):
		return words.ManyWins{Player: player, Wins: t.Wins}
	case engine && f.WinsAgainstLoser() == 1:
		return words.FirstWinAtLevel{Player: player}
	case engine && t.Run == inARow:
		return words.ThreeInARow{Player: player, Level: int(f.Level)}
	case t.Wins == 1:
		return words.FirstWin{Player: player}
	default:
		return nil
	}
}

// rivalry shows how often two people have won against each other. It returns nil if neither has
// won, or if a player is no person.
func rivalry(f game.Finished) words.Message {
	black, white, t := f.Black, f.White, f.Tally
	switch {
	case !black.Person() || !white.Person() || t.ByBlack+t.ByWhite == 0:
		return nil
	case t.ByBlack > t.ByWhite:
		return words.Leads{Leader: words.Name(black), Other: words.Name(white), Score: Score(t.ByBlack, t.ByWhite)}
	case t.ByBlack < t.ByWhite:
		return words.Leads{Leader: words.Name(white), Other: words.Name(black), Score: Score(t.ByWhite, t.ByBlack)}
	default:
		return words.Level{Black: words.Name(black), White: words.Name(white), Score: Score(t.ByBlack, t.ByWhite)}
	}
}

// TermsOf returns the terms of a challenge, given the players' ratings and earlier results. at is
// in Unix milliseconds.
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
		if was == 0 {
			placed = append(placed, l.Text(words.FirstRating{Player: name, Rating: is}))
			continue
		}
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

// placingOf shows at most rating.PlacedGames, because a player with more may still lack opponents.
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
