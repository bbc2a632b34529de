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

// ratedOrNot is the parameter that makes a game rated or friendly.
func ratedOrNot() parse.Parameter {
	return parse.Parameter{Parameter: chat.Parameter{Name: "kind", Choices: parse.Choices(card.Rated, card.Friendly)}, About: words.RatedOrNotHelp{}}
}

// wants reports whether the actor chose a rated or friendly game, typed or with a control.
func (r *request) wants(what string) bool {
	return strings.EqualFold(cmp.Or(r.args.Text("kind"), r.control.Arg), what)
}

// mayRate reports whether games of the place can be rated. All of its users must see them, and
// neither the place nor its channel may have switched ratings off.
func (r *request) mayRate() bool {
	return !r.Direct && !r.Closed && !r.Settings.Friendly && !r.channel.Friendly
}

// friendlyOnly refuses a rated game, and offers to accept the challenge as friendly.
func friendlyOnly(challenge game.Game) *refusal {
	return refused(words.FriendlyOnly{}).offer(words.AcceptFriendlyButton{}, control.For(challenge, "accept", control.Aside))
}

// terms returns the rating terms of a challenge that could be accepted as rated. It leaves out
// terms that cannot be read.
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
