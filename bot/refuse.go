package bot

import (
	"context"
	"errors"
	"slices"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/record"
	"othellobot/rules"
	"othellobot/words"
)

func unclear(e *parse.Unclear) *refusal { return &refusal{said: e.Said, offers: e.Offers} }

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

// isLate reports whether an engine's move or a timed task came too late, or needs a newer program.
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
