package bot

import (
	"context"
	"errors"
	"slices"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// unclear refuses text that was not understood, and offers likely meanings.
func unclear(e *parse.Unclear) *refusal { return &refusal{said: e.Said, offers: e.Offers} }

// refuse turns an error into a private answer. An error that is no refusal becomes an apology and
// is logged. If no user waits, refuse returns the error, except when the engine or the clock was
// merely late. A refused completion has no choices.
func (b *Bot) refuse(ctx context.Context, r *request, err error) (*request, chat.Response, error) {
	r = r.refusedBy(err)
	if what, ok := errors.AsType[*parse.Unclear](err); ok {
		r = b.knowing(ctx, r)
		err = b.possible(ctx, r, what)
	}
	said, refused := errors.AsType[*refusal](err)
	completes := refused && r.Origin == chat.OriginCompletion
	if completes || r.prompted() && isUnoffered(err) {
		b.Log.InfoContext(ctx, "nothing offers what somebody asked for", "platform", r.Place.Platform, "verb", r.action.Name)
	}
	switch {
	case completes, !r.prompted() && isLate(err):
		return r, chat.Response{}, nil
	case !r.prompted():
		return r, chat.Response{}, err
	}
	if _, unsaved := errors.AsType[*game.StoreError](err); !unsaved {
		r = b.knowing(ctx, r)
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
	b.Log.ErrorContext(ctx, "cannot do what somebody asked for", "platform", r.Place.Platform, "error", err)
	return r, apology(r, err), nil
}

// asRefusal returns the refusal for an error, or nil if the error is not a refusal.
func asRefusal(r *request, err error) *refusal {
	if what, ok := errors.AsType[*parse.Unclear](err); ok {
		return unclear(what)
	}
	if said, ok := errors.AsType[*refusal](err); ok {
		return said
	}
	return gameRefusal(r.refusedBy(err), err)
}

// apology says that something went wrong, and whether anything changed.
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

// notSaved says that a change could not be stored.
func notSaved(r *request) card.Story {
	var what, next words.Message = words.NotSaved{}, words.SendAgain{}
	if r.control.Square() || r.args.Has("square") {
		what = words.MoveNotSaved{}
	}
	switch {
	case r.control.Square() && r.Limits.MoveButtons == 0: // the square came from a menu
		next = words.ChooseAgain{}
	case r.byControl():
		next = words.PressAgain{}
	}
	return card.Story{what, next}
}

// isUnoffered reports whether no current control or message offers the requested action.
func isUnoffered(err error) bool {
	return errors.Is(err, errBadControl) || errors.Is(err, game.ErrUnknown) || errors.Is(err, game.ErrNotDue)
}

// isLate reports whether an action of the engine or the clock came too late or twice, or belongs to
// a newer program version.
func isLate(err error) bool {
	late := []error{game.ErrStale, game.ErrDuplicate, game.ErrUnknown, game.ErrNewer, game.ErrCondemned, game.ErrOver, game.ErrNotDue, game.ErrNothingAsked}
	return slices.ContainsFunc(late, func(late error) bool { return errors.Is(err, late) })
}

// repeated answers a command that was delivered twice.
func (b *Bot) repeated(ctx context.Context, r *request) chat.Response {
	find := r.shown
	if r.byControl() {
		find = r.controlled
	}
	g, err := find()
	if err != nil {
		return chat.Response{}
	}
	return b.again(ctx, r, g)
}
