package bot

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

const maxReceived = 3

func (b *Bot) propose(ctx context.Context, r *request, g game.Game) (chat.Response, error) {
	challenger, challenged := g.Challenge()
	g.Rated = g.Rated && g.MayRate()
	if err := b.checkChallenge(ctx, r, challenger, challenged); err != nil {
		return chat.Response{}, err
	}
	r, settings := b.settleLanguage(r)
	r, out, err := b.do(ctx, r, game.Proposal{New: &g, Settings: settings, Display: slotDisplay(game.ChallengeSlot, game.Reserve)})
	if waiting := (*game.ChallengeError)(nil); errors.As(err, &waiting) {
		_, challenged := waiting.Game.Challenge()
		return chat.Response{}, refused(words.ChallengeWaits{Challenged: words.Name(challenged)})
	}
	if err != nil {
		return chat.Response{}, err
	}
	viewer := &r.Viewer
	if may, err := people.TryMention(ctx, b.People, challenged, r.Now); !may {
		viewer = r.Quiet()
		if err != nil {
			b.Log.WarnContext(ctx, "cannot check whether a user may be mentioned", "platform", r.Place.Platform, "error", err)
		}
	}
	slot, _ := out.Slot(game.ChallengeSlot)
	m := b.offerLanguage(r, out.Game, viewer.Challenge(out.Game, b.terms(ctx, out.Game)))
	response := changeResponse(out, chat.Effect{Kind: chat.Post, Message: m, Subject: r.shownState(slot, slot.Want)})
	response.Confirmation = r.Own.Text(words.DoneChallenged{})
	return response, nil
}

// checkChallenge refuses a second open challenge to the same player, even in another place.
func (b *Bot) checkChallenge(ctx context.Context, r *request, challenger, challenged game.Player) error {
	if challenger == challenged {
		return refused(words.NotYourself{})
	}
	if err := b.checkGameLimit(ctx, r); err != nil {
		return err
	}
	duels, err := b.Table.Duels(ctx, challenged, r.Now)
	if err != nil {
		return err
	}
	for _, c := range duels.Refused {
		if c.Starter == challenger {
			until := r.When(c.Since().Add(game.RechallengeDelay))
			return refused(words.DeclinedLately{Challenged: words.Name(challenged), Until: until})
		}
	}
	received := 0
	for _, c := range duels.Open {
		switch {
		case c.Starter == challenger && c.Place == r.room.Place:
			return refused(words.ChallengeWaits{Challenged: words.Name(challenged)})
		case c.Starter == challenger:
			return refused(words.ChallengeWaitsThere{Challenged: words.Name(challenged)})
		case c.Starter != challenged:
			received++
		}
	}
	if received >= maxReceived {
		return refused(words.TooManyChallenges{Challenged: words.Name(challenged)})
	}
	return nil
}

func challengerParameter() parse.Parameter {
	return parse.Parameter{Parameter: chat.Parameter{Name: "challenger", Type: chat.TypeUser}, About: words.ChallengerHelp{}}
}

// challengeTo returns the only open challenge to the actor, or the named challenger's.
func (r *request) challengeTo() (game.Game, error) {
	named, isNamed := r.args.Find("challenger")
	found := r.openChallenges(func(challenger, challenged game.Player) bool {
		return challenged == r.by && (!isNamed || challenger == game.Player(named.User.String()))
	})
	switch len(found) {
	case 0:
		return game.Game{}, errNoChallenge
	case 1:
		return found[0], nil
	default:
		return game.Game{}, refused(words.SeveralChallenges{})
	}
}

func (r *request) challengesBy() []game.Game {
	return r.openChallenges(func(challenger, _ game.Player) bool { return challenger == r.by })
}

// openChallenges returns the open challenges of the place for which match reports true, oldest first.
func (r *request) openChallenges(match func(challenger, challenged game.Player) bool) (found []game.Game) {
	for _, c := range r.room.Challenges {
		if challenger, challenged := c.Challenge(); c.Phase == game.Challenged && match(challenger, challenged) {
			found = append(found, *c)
		}
	}
	return found
}

var errNoChallenge = refused(words.NoChallenge{})

func ratedOrNot() parse.Parameter {
	return parse.Parameter{Parameter: chat.Parameter{Name: "kind", Choices: parse.Choices(card.Rated, card.Friendly)}, About: words.RatedOrNotHelp{}}
}

func (r *request) wants(kind string) bool {
	return strings.EqualFold(cmp.Or(r.args.Text("kind"), r.control.Arg), kind)
}

func (r *request) mayRate() bool {
	return !r.Direct && !r.Group && !r.Settings.Friendly && !r.channel.Friendly
}
