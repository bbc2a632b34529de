package bot

import (
	"context"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/rating"
)

// mostTop limits the players that the ladder shows.
const mostTop = 10

// seasonTable returns the table of a past season, with up to most players, at most mostTop. It
// ranks the players who are now among the first [game.MostPlaces].
//
// Ranking reads all their ratings, and any user can ask for it, so its result is cached for an
// hour. The ratings of the players in the table are read each time.
func (b *Bot) seasonTable(ctx context.Context, r *request, season rating.Season, most int) (game.SeasonTable, error) {
	in := r.room.Place.Tenant()
	key := endedSeason{in, season, r.Now.Unix() / int64(time.Hour/time.Second)}
	people, known := b.seasons.Get(key)
	if !known {
		t, err := b.Ladders.Top(ctx, in, season, r.by, game.MostPlaces)
		if err != nil {
			return game.SeasonTable{}, err
		}
		people = game.SeasonTableOf(season, t.Best, mostTop).People()
		b.seasons.Put(key, people)
	}
	if len(people) == 0 {
		return game.SeasonTable{}, nil
	}
	rated, _, err := b.Ladders.Ratings(ctx, in, people...)
	rated = slices.DeleteFunc(rated, func(r game.Rating) bool { return r.Hidden })
	return game.SeasonTableOf(season, rated, most), err
}
