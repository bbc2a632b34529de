package bot

import (
	"context"
	"errors"
	"slices"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/record"
	"othellobot/rules"
	"othellobot/words"
)

func unclear(e *parse.Unclear) *refusal { return &refusal{said: e.Said, offers: e.Offers} }

// refuse turns an error into a private answer. It logs and apologizes for an error that is no refusal.
// If no user waits, it returns the error, unless the engine's move or the timed task was only late.
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

func asRefusal(r *request, err error) *refusal {
	if what, ok := errors.AsType[*parse.Unclear](err); ok {
		return unclear(what)
	}
	if said, ok := errors.AsType[*refusal](err); ok {
		return said
	}
	return gameRefusal(r.atRefusal(err), err)
}

func apology(r *request, err error) chat.Response {
	said, trouble := card.Story{words.WentWrong{}}, chat.Failed
	if unsaved, ok := errors.AsType[*game.StoreError](err); ok {
		if said, trouble = notSaved(r), chat.Unsaved; unsaved.Unknown {
			said = card.Story{words.MaybeSaved{}}
		}
	}
	response := r.whisper(said...)
	response.Trouble = trouble
	return response
}

func notSaved(r *request) card.Story {
	var what, next words.Message = words.NotSaved{}, words.SendAgain{}
	if r.control.HasSquare() || r.args.Has("square") {
		what = words.MoveNotSaved{}
	}
	switch {
	case r.control.HasSquare() && r.Limits.MoveButtons == 0: // the square came from a menu
		next = words.ChooseAgain{}
	case r.byControl():
		next = words.PressAgain{}
	}
	return card.Story{what, next}
}

func isUnoffered(err error) bool {
	return errors.Is(err, errBadControl) || errors.Is(err, game.ErrUnknown) || errors.Is(err, game.ErrNotDue)
}

// isLate reports whether an engine's move or a timed task came too late, or is for a newer version.
func isLate(err error) bool {
	late := []error{game.ErrStale, game.ErrDuplicate, game.ErrUnknown, game.ErrNewer, game.ErrCondemned, game.ErrOver, game.ErrNotDue, game.ErrNothingAsked}
	return slices.ContainsFunc(late, func(late error) bool { return errors.Is(err, late) })
}

func (b *Bot) repeated(ctx context.Context, r *request) chat.Response {
	find := r.shownGame
	if r.byControl() {
		find = r.controlledGame
	}
	g, err := find()
	if err != nil {
		return chat.Response{}
	}
	return b.answerRepeat(ctx, r, g)
}

func recordRefusal(err error) error {
	var illegal *rules.ReplayError
	var pass *record.PassError
	var fault *record.FaultError
	var size *rules.BoardSizeError
	var char *rules.BoardCharError
	switch {
	case errors.As(err, &illegal):
		return refused(words.LoadIllegal{Number: illegal.Number, Square: illegal.Square, Color: illegal.ToMove})
	case errors.As(err, &pass):
		return refused(words.LoadPass{Number: pass.Number, Color: pass.Color})
	case errors.As(err, &fault) && words.Typed(fault.Word).Harmless():
		return refused(words.LoadFault{Number: fault.Number, Word: words.Typed(fault.Word)})
	case errors.As(err, &fault):
		return refused(words.LoadFaultUnsaid{Number: fault.Number})
	case errors.As(err, &size):
		return refused(words.BoardSize{Squares: words.Count(size.Size)})
	case errors.As(err, &char):
		return refused(words.BoardCharacter{Number: char.Number})
	case errors.Is(err, record.ErrNoSide):
		return refused(words.LoadWhoseMove{})
	case errors.Is(err, record.ErrVariant):
		return refused(words.LoadVariant{})
	default:
		return refused(words.NotATranscript{})
	}
}

var trialCommands = []string{"start", "move", "board", "check", "moves", "hint", "undo", "resign", "stop", "review", "rematch", "accept", "decline", "join"}

// allowedOffers drops offers that would be refused. If none is left, it says why the first would be.
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

// refusedOffer runs an offer as a trial. It returns nil if the offer cannot run as a trial.
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
