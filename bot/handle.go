package bot

import (
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"slices"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// Handle implements [chat.Handler].
func (b *Bot) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	if a.Origin == chat.OriginPlatform {
		return b.onPlatformEvent(ctx, a)
	}
	// A delivery that arrives again from another place is new, because the bot may have opened a thread.
	once := maphash.Comparable(b.hashSeed, [2]string{a.Place.String(), string(a.Delivery)})
	if a.Delivery != "" && a.Origin == chat.OriginUser && !b.deliveries.Add(once) {
		return chat.Response{Repeated: true}, nil
	}
	r, response, err := b.answer(ctx, a, nil)
	if err != nil {
		r, response, err = b.refuse(ctx, r, err)
	} else {
		response.Confirmation = r.confirmation(response)
	}
	r.boardsInWords(response.Effects)
	if a.Origin == chat.OriginClock {
		silence(response.Effects)
	}
	if a.OnPage {
		fitToPage(response.Effects, a.User)
	}
	if response.Trouble != chat.NoTrouble {
		b.deliveries.Take(once)
	}
	if r.Place != a.Place {
		response.Place = r.Place
	}
	return response, err
}

// answer runs an action. If trial is not nil, it only finds out whether the action would be refused.
func (b *Bot) answer(ctx context.Context, a chat.Action, trial *request) (*request, chat.Response, error) {
	o, unread := b.parse(a, trial)
	r, err := b.resolve(ctx, o, unread == nil)
	if err = cmp.Or(unread, err); err != nil {
		return r, chat.Response{}, err
	}
	response, err := b.perform(ctx, r)
	return r, response, err
}

func (b *Bot) perform(ctx context.Context, r *request) (chat.Response, error) {
	switch {
	case r.Origin == chat.OriginCompletion:
		return b.completions(ctx, r), nil
	case r.control.Verb != "":
		return r.action.press(b, ctx, r)
	default:
		return r.action.run(b, ctx, r)
	}
}

// fitToPage turns edits of the pressed message into whispers, because a page has no messages.
func fitToPage(effects []chat.Effect, user chat.UserID) {
	for i, e := range effects {
		if e.Kind == chat.Edit && e.Ref == "" {
			effects[i].Kind = chat.Whisper
		}
		if effects[i].Kind == chat.Whisper {
			effects[i].Message.Controls = card.PageControls(e.Message.Controls, user)
		}
	}
}

// confirmation returns the actor's private confirmation if the answer is a new public message.
func (r *request) confirmation(response chat.Response) chat.Text {
	switch {
	case !r.fromUser() || len(response.Effects) == 0 || response.Effects[0].Kind != chat.Post:
		return nil
	case response.Confirmation != nil:
		return response.Confirmation
	case r.action.done == nil:
		return nil
	default:
		return r.Own.Text(r.action.done)
	}
}

var (
	errNoTenant     = errors.New("the bot was removed by no tenant")
	errClockInDoubt = errors.New("the clock is in doubt, so the time of the removal is unknown")
)

func (b *Bot) onPlatformEvent(ctx context.Context, a chat.Action) (chat.Response, error) {
	switch a.Verb {
	case chat.VerbRemoved, chat.VerbPresent:
		return chat.Response{}, b.removed(ctx, a)
	case chat.VerbHome:
		return b.home(ctx, a)
	case chat.VerbPage:
		return b.showPage(ctx, a)
	default:
		return chat.Response{}, nil
	}
}

func (b *Bot) removed(ctx context.Context, a chat.Action) error {
	switch {
	case a.Place.Platform == "" || a.Place.Thread != "" || a.Place.Team == "" && a.Place.Channel == "":
		return errNoTenant // an empty team would match the places of all tenants without a team
	case a.Verb == chat.VerbPresent:
		return b.Tombstones.Revive(ctx, a.Place.Prefix())
	case !b.Clock.Trusted():
		return errClockInDoubt
	case a.Place.Channel == "":
		return b.Tombstones.Bury(ctx, game.NewTombstone(a.Place.Prefix(), game.LossOfTenant, b.Clock.Now()))
	default:
		return b.Tombstones.Bury(ctx, game.NewTombstone(a.Place.Prefix(), game.LossOfPlace, b.Clock.Now()))
	}
}

func (b *Bot) completions(ctx context.Context, r *request) chat.Response {
	focused := func(p parse.Parameter) bool { return p.Name == r.Focus && p.Complete }
	if r.action.complete == nil || !slices.ContainsFunc(r.action.Parameters, focused) {
		return chat.Response{}
	}
	typed := strings.ToLower(strings.TrimSpace(r.args.Text(r.Focus)))
	typed = strings.ReplaceAll(typed, " ", "_") // time zones join their words with underscores
	var found []chat.Choice
	for _, c := range r.action.complete(ctx, b, r) {
		value := strings.ToLower(c.Value)
		if (strings.HasPrefix(value, typed) || strings.Contains(value, "/"+typed)) && len(found) < r.Limits.Choices {
			found = append(found, c)
		}
	}
	return chat.Response{Choices: found}
}

// refuse turns an error into a private answer. It logs an error that is no refusal, and apologizes.
// If no user waits, it returns the error, unless the action was only late.
func (b *Bot) refuse(ctx context.Context, r *request, err error) (*request, chat.Response, error) {
	r = r.atRefusal(err)
	if what, ok := errors.AsType[*parse.Unclear](err); ok {
		r = b.withChoices(ctx, r)
		err = b.allowedOffers(ctx, r, what)
	}
	said, refused := errors.AsType[*refusal](err)
	completes := refused && r.Origin == chat.OriginCompletion
	if completes || r.fromUser() && isUnoffered(err) {
		b.Log.InfoContext(ctx, "refused an action that no message offers", "platform", r.Place.Platform, "verb", r.action.Name)
	}
	switch {
	case completes, !r.fromUser() && isLate(err):
		return r, chat.Response{}, nil
	case !r.fromUser():
		return r, chat.Response{}, err
	}
	if _, unsaved := errors.AsType[*game.StoreError](err); !unsaved {
		r = b.withChoices(ctx, r)
	}
	switch {
	case errors.Is(err, game.ErrDuplicate):
		return r, b.repeated(ctx, r), nil
	case refused:
		return r, whisper(said.message(r)), nil
	}
	if said := gameRefusal(r, err); said != nil {
		return r, whisper(said.message(r)), nil
	}
	b.Log.ErrorContext(ctx, "cannot carry out an action", "platform", r.Place.Platform, "error", err)
	return r, apology(r, err), nil
}

var trialCommands = []string{"start", "move", "board", "check", "moves", "hint", "undo", "resign", "stop", "review", "rematch", "accept", "decline", "join"}

// allowedOffers drops offers that would be refused. If none is left, it returns the first's refusal.
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

// refusedOffer runs an offer of one of the trialCommands as a trial, and returns its refusal, if any.
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
