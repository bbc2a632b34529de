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

// mayWish is nil unless a game is to begin as rated that cannot be.
func (r *request) mayWish(w wish) error {
	switch {
	case !r.wants(card.Rated):
		return nil
	case w.opponent != somebody:
		return refused(words.RatedByChallenge{})
	case w.handicap > 0, !r.mayRate():
		return refused(words.FriendlyOnly{})
	default:
		return nil
	}
}

// friendlyOnly refuses to begin a game as rated, and offers to accept it as it can be.
func friendlyOnly(challenge game.Game) *refusal {
	return refused(words.FriendlyOnly{}).offering(func(r *request) []chat.Row {
		return []chat.Row{card.Row(card.Button(r.Own, words.AcceptFriendlyButton{}, control.For(challenge, "accept", control.Aside)))}
	})
}

// terms are those of a challenge that may be accepted as rated. What cannot be found out is
// left out.
func (b *Bot) terms(ctx context.Context, g game.Game) card.Terms {
	if !g.Rated || g.Phase != game.Challenged {
		return card.Terms{}
	}
	in, one, other := g.Place.Tenant(), g.Seats[0].Player, g.Seats[1].Player
	rated, err := b.Ladders.Ratings(ctx, in, one, other)
	if err != nil {
		return card.Terms{}
	}
	met, err := b.Ladders.Met(ctx, in, one, other)
	if err != nil {
		return card.Terms{}
	}
	return card.TermsOf(g, rated, met, b.Clock.Now().UnixMilli())
}

// nowListed tells whoever accepts their first rated game that others will see how they are
// rated, nil if it is not the first.
func (b *Bot) nowListed(ctx context.Context, r *request, g game.Game) []chat.Effect {
	if !g.Rated {
		return nil
	}
	found, err := b.Ladders.Ratings(ctx, g.Place.Tenant(), r.by)
	if len(found) > 0 || err != nil {
		return nil
	}
	m := chat.Message{Text: r.Own.Text(words.NowListed{}), Controls: []chat.Row{card.Row(hideButton(r.Own, false))}}
	return whisper(m).Effects
}
