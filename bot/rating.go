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

// wants reports whether the actor chose what, [card.Rated] or [card.Friendly], typed or with a
// control.
func (r *request) wants(what string) bool {
	return strings.EqualFold(cmp.Or(r.args.Text("kind"), r.control.Arg), what)
}

// mayRate reports whether games of the place can be rated. All of its users must see them, and
// neither the place nor its channel may have switched ratings off.
func (r *request) mayRate() bool {
	return !r.Direct && !r.Group && !r.Settings.Friendly && !r.channel.Friendly
}

// terms returns the rating terms of a challenge, or the zero Terms if it cannot be rated or they
// cannot be read.
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

// seasonTable returns the table of a past season, with up to most players, at most maxTop. It ranks
// the players who are now among the first [game.MostPlaces].
//
// Ranking reads all their ratings, and any user can ask for it, so the result is cached for an
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
