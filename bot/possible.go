package bot

import (
	"context"
	"slices"

	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/words"
)

// trialCommands are the commands that the bot can run as a trial.
var trialCommands = []string{"start", "move", "board", "check", "moves", "hint", "undo", "resign", "stop", "review", "rematch", "accept", "decline", "join"}

// allowedOffers returns a refusal with the offers that the bot would carry out for the actor. If
// there are none, the refusal says why the first offer would be refused.
func (b *Bot) allowedOffers(ctx context.Context, r *request, meant *parse.Unclear) *refusal {
	left := *meant
	left.Offers = nil
	var why *refusal
	for _, o := range meant.Offers {
		refused := b.refusedOffer(ctx, r, o)
		if refused == nil {
			left.Offers = append(left.Offers, o)
		} else if why == nil {
			why = refused
		}
	}
	switch {
	case why == nil || len(left.Offers) > 0:
		return unclear(&left)
	case why == errNoChallenge: // the typed text answers a question that is not open
		return refused(words.NothingWaits{})
	}
	said := *why
	said.said = append(slices.Clone(meant.Said), why.said...)
	return &said
}

// refusedOffer runs an offer as a trial and returns the refusal. It returns nil if the offer would
// succeed or cannot run as a trial.
func (b *Bot) refusedOffer(ctx context.Context, r *request, o parse.Offer) *refusal {
	c, err := control.Parse(o.Control)
	said := parse.OfferedWords(c.Arg)
	if err != nil || c.Verb != parse.SayVerb || len(said) == 0 || !slices.Contains(trialCommands, said[0].Text) {
		return nil
	}
	a := r.Action
	a.Verb, a.Args, a.Tokens, a.Control, a.Message = "", nil, said, "", ""
	try, _, err := b.answer(ctx, a, r)
	return asRefusal(try, err)
}
