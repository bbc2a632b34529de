package game_test

import (
	"testing"

	"othellobot/game"
	"othellobot/rating"
)

// BiggestGain and Upset consider only games that changed ratings. They ignore forgotten players and players
// who are not placed.
func TestRatedWeek(t *testing.T) {
	rated := func(winner, loser game.Player, won, lost rating.Points) game.Finished {
		f := game.Finished{Black: winner, White: loser, Verdict: game.BlackWon}
		f.Rated.Worth = rating.Counts
		f.Rated.Black = game.Swing{Before: won * rating.Point, After: (won + 20) * rating.Point, Placed: true}
		f.Rated.White = game.Swing{Before: lost * rating.Point, After: (lost - 20) * rating.Point, Placed: true}
		return f
	}
	without := func(change func(*game.Finished)) game.Finished {
		f := rated("cy", "ana", 1000, 1900)
		change(&f)
		return f
	}
	log := []game.Finished{
		rated("bo", "ana", 1500, 1600), rated("bo", "cy", 1520, 1500), rated("cy", "bo", 1400, 1550), rated("ana", "bo", 1580, 1530),
		rated("ana", "cy", 1600, 1410), rated("ana", "bo", 1620, 1500),
		without(func(f *game.Finished) { f.Rated.Annulled = true }),
		without(func(f *game.Finished) { f.Rated.Worth = rating.Repeated }),
		without(func(f *game.Finished) { f.Rated.Black.Before = 0; f.Rated.White.After = f.Rated.White.Before }),
		without(func(f *game.Finished) { f.Black, f.Rated.White.After = game.Nobody, f.Rated.White.Before }),
	}
	if who, by := game.BiggestGain(log); who != "ana" || by != 40*rating.Point {
		t.Errorf("%s climbed by %d", who, by)
	}
	if f, by, ok := game.Upset(log); !ok || f.Winner() != "cy" || f.Black != "cy" || by != 150*rating.Point {
		t.Errorf("the upset is %v, %+v by %d", ok, f, by)
	}
	if who, _ := game.BiggestGain(log[6:]); who != game.Nobody {
		t.Errorf("by nothing %s climbed", who)
	}
	if f, _, ok := game.Upset([]game.Finished{rated("bo", "ana", 1551, 1600), {}}); ok {
		t.Errorf("the upset is %+v", f)
	}
}

// Rivals have played the most games that changed ratings. Forgotten players have no rivals.
func TestRivals(t *testing.T) {
	played := func(black, white game.Player, number int64) game.Finished {
		f := game.Finished{Black: black, White: white}
		f.Rated.Worth, f.Rated.Entry = rating.Counts, number
		return f
	}
	annulled, repeated := played("cy", "den", 9), played("cy", "den", 8)
	annulled.Rated.Annulled, repeated.Rated.Worth = true, rating.Repeated
	log := []game.Finished{
		annulled, repeated, played("cy", "den", 7), played("bo", "ana", 6), played("den", "cy", 5), played("ana", "bo", 4), played("bo", "ana", 3),
		played("cy", game.Nobody, 2), played("cy", game.Nobody, 1), played("cy", game.Nobody, 1), played("cy", game.Nobody, 1),
	}
	if f, ok := game.Rivals(log); !ok || f.Rated.Entry != 6 {
		t.Errorf("the rivals last met in %+v, %t", f, ok)
	}
	if f, ok := game.Rivals(log[:6]); ok {
		t.Errorf("the rivals of too few games last met in %+v", f)
	}
}

// A season's table lists the players with enough games in it, even if they have played since.
func TestSeasonTable(t *testing.T) {
	const season = rating.Season(8104)
	played := func(p game.Player, games, opponents int, from, to rating.Points, since bool) game.Rating {
		r := game.Rating{Player: p, State: rating.New()}
		r.This = rating.Term{Season: season, Games: games, Opponents: opponents, From: from, To: to}
		if since {
			r.This, r.Former = rating.Term{Season: season + 1, Games: 9, Opponents: 9, To: 9000}, r.This
		}
		return r
	}
	people := []game.Rating{
		played("few", rating.SeasonGames-1, 9, 0, 5000, false), played("low", 5, 2, 500, 900, true),
		played("high", 8, 3, 2000, 1900, false), played("middle", 6, 4, 1000, 1300, true),
		{Player: "none", State: rating.New()},
	}
	got := game.SeasonTableOf(season, people, 2)
	if len(got.Best) != 2 || got.Best[0].Player != "high" || got.Best[1].Player != "middle" || got.Climber.Player != "low" || got.Sociable.Player != "middle" {
		t.Errorf("the table is %+v", got)
	}
	if got = game.SeasonTableOf(season-1, people, 2); len(got.Best) > 0 || got.Climber.Player != game.Nobody || got.Sociable.Player != game.Nobody {
		t.Errorf("the table of a season without players: %+v", got)
	}
}
