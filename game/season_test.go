package game_test

import (
	"testing"

	"othellobot/game"
	"othellobot/rating"
)

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
