package bot

import (
	"context"
	"slices"

	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/words"
)

// trials are the commands that change state only with proposals, or stop early in a trial.
var trials = []string{"start", "move", "board", "check", "moves", "hint", "undo", "resign", "stop", "review", "rematch", "accept", "decline", "join"}

// possible keeps the offers that the bot would not refuse the actor. If none remains, it returns
// the likely meanings, followed by the reason that the likeliest offer is refused.
func (b *Bot) possible(ctx context.Context, r *request, meant *parse.Unclear) *refusal {
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

// refusedOffer returns the refusal that an offer would meet, as far as the bot can find it without
// changing anything. It returns nil if it finds no refusal.
func (b *Bot) refusedOffer(ctx context.Context, r *request, o parse.Offer) *refusal {
	c, err := control.Parse(o.Control)
	said := parse.Offered(c.Arg)
	if err != nil || c.Verb != parse.Say || len(said) == 0 || !slices.Contains(trials, said[0].Text) {
		return nil
	}
	a := r.Action
	a.Verb, a.Args, a.Words, a.Control, a.Message = "", nil, said, "", ""
	try, _, err := b.try(ctx, a, r)
	return asRefusal(try, err)
}
