package bot

import (
	"cmp"
	"context"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// ratedOrNot is the argument by which a game is asked for as rated or friendly.
func ratedOrNot() parse.Parameter {
	return parse.Parameter{Parameter: chat.Parameter{Name: "kind", Choices: parse.Choices(card.Rated, card.Friendly)}, About: words.RatedOrNotHelp{}}
}

// wants reports whether the actor wants a game to be rated, or friendly, as they have typed
// or pressed it.
func (r *request) wants(what string) bool {
	return strings.EqualFold(cmp.Or(r.args.Text("kind"), r.control.Arg), what)
}

// mayRate reports whether games of the place can be rated: all who are there see them, and
// nobody has switched that off.
func (r *request) mayRate() bool {
	return !r.Direct && !r.Closed && !r.Settings.Friendly && !r.channel.Friendly
}

// friendlyOnly refuses to begin a game as rated, and offers to accept it as it can be.
func friendlyOnly(challenge game.Game) *refusal {
	return refused(words.FriendlyOnly{}).offer(words.AcceptFriendlyButton{}, control.For(challenge, "accept", control.Aside))
}

// terms are those of a challenge that may be accepted as rated. What cannot be found out is
// left out.
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
