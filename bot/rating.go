package bot

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rating"
	"othellobot/words"
)

func ratedOrNot() parse.Parameter {
	return parse.Parameter{Parameter: chat.Parameter{Name: "kind", Choices: parse.Choices(card.Rated, card.Friendly)}, About: words.RatedOrNotHelp{}}
}

// wants reports whether the actor asked for the kind of game: [card.Rated] or [card.Friendly].
func (r *request) wants(kind string) bool {
	return strings.EqualFold(cmp.Or(r.args.Text("kind"), r.control.Arg), kind)
}

// mayRate reports whether games of the place can be rated. They cannot in a direct message or a
// group, or if the settings of the place or its channel switch ratings off.
func (r *request) mayRate() bool {
	return !r.Direct && !r.Group && !r.Settings.Friendly && !r.channel.Friendly
}

// terms returns the rating terms of a challenge. They are zero if the challenge is not rated, or if
// the ratings cannot be read.
func (b *Bot) terms(ctx context.Context, g game.Game) card.Terms {
	if !g.Rated || g.Phase != game.Challenged {
		return card.Terms{}
	}
	in, one, other := g.Place.Tenant(), g.Seats[0].Player, g.Seats[1].Player
	rated, met, err := b.Ladders.Ratings(ctx, in, one, other)
	if err != nil {
		return card.Terms{}
	}
	return card.TermsOf(g, rated, met, b.Clock.Now().UnixMilli())
}

const maxTop = 10

// seasonTable returns the table of a past season with at most most players; most must not exceed
// [maxTop]. Only players who are now among the first [game.MaxListed] can be in the table.
//
// Any user can ask for the table, and ranking reads many ratings. So the list of players is cached
// until the next full hour. The ratings of the listed players are read each time.
func (b *Bot) seasonTable(ctx context.Context, r *request, season rating.Season, most int) (game.SeasonTable, error) {
	in := r.room.Place.Tenant()
	key := seasonKey{in, season, r.Now.Unix() / int64(time.Hour/time.Second)}
	people, known := b.seasons.Get(key)
	if !known {
		t, err := b.Ladders.Top(ctx, in, season, r.by, game.MaxListed)
		if err != nil {
			return game.SeasonTable{}, err
		}
		people = game.SeasonTableOf(season, t.Best, maxTop).People()
		b.seasons.Put(key, people)
	}
	if len(people) == 0 {
		return game.SeasonTable{}, nil
	}
	rated, _, err := b.Ladders.Ratings(ctx, in, people...)
	rated = slices.DeleteFunc(rated, func(r game.Rating) bool { return r.Hidden })
	return game.SeasonTableOf(season, rated, most), err
}
