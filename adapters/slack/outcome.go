package slack

import (
	"context"
	"errors"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// errGone says that somebody has taken a message away, which is not put back.
var errGone = errors.New("slack: the message is gone")

// fateOf returns the fate of a call that gave an error, or of one that was not made.
func fateOf(err error) chat.Fate {
	status := slackapi.StatusCodeError{}
	switch {
	case err == nil:
		return chat.Out
	case errors.Is(err, errGone):
		return chat.Gone
	case errors.Is(err, errHeld), errors.Is(err, errNotReady), errors.Is(err, errNotLoaded),
		errors.Is(err, errUsedUp), errors.Is(err, errNotSlacks), exchange.SurelyUnsent(err):
		return chat.Unsent
	case isTheirs(err):
		return chat.Unknown
	case codeOf(err) != "", errors.Is(err, errNotInstalled), errors.Is(err, errBadRef), errors.Is(err, errNoActor):
		return chat.Dormant
	case errors.As(err, &status) && status.Code < 500:
		return chat.Unsent
	default:
		return chat.Unknown
	}
}

// outcome returns what came of an effect, which is logged if it failed. A reminder that may
// have arrived is taken to be out: where Slack does not know it again, a second one helps
// nobody.
func (a *Adapter) outcome(ctx context.Context, e chat.Effect, shown ref, err error) chat.Outcome {
	if err == nil {
		out := chat.Outcome{Ref: shown.name()}
		if e.Kind == chat.Edit && out.Ref != e.Ref {
			out.Instead = e.Ref
		}
		return out
	}
	a.log(ctx, err)
	fate := fateOf(err)
	if fate == chat.Unknown && e.Shows.Slot == chat.SlotPing && e.Kind != chat.Edit {
		fate = chat.Out
	}
	return chat.Outcome{Fate: fate}
}

// log notes that a message could not be shown, and why.
func (a *Adapter) log(ctx context.Context, err error) {
	switch {
	case err == nil, errors.Is(err, errGone):
	case errors.Is(err, exchange.ErrBroken): // that it does not work was told once
		a.logger.Log(ctx, slog.LevelDebug, "cannot show a message", "error", plain(err))
	default:
		a.logger.WarnContext(ctx, "cannot show a message", "error", plain(err))
	}
}
