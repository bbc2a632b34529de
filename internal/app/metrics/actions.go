package metrics

import (
	"cmp"
	"context"
	"slices"
	"time"

	"othellobot/chat"
)

// Verbs that stand for what is no command.
const (
	verbPress    = "press"    // of a button, or from a list
	verbComplete = "complete" // while somebody types
	verbRemoved  = "removed"  // from a server or workspace, or a channel is gone
	verbPresent  = "present"  // in one, after all
	verbEngine   = "engine"   // a move that the engine has found
	verbClock    = "clock"    // what was due
	verbOther    = "other"    // a word that is no command, and nothing at all
)

// What comes of an action.
const (
	outcomeShown     = "shown"     // something that everybody sees
	outcomeWhispered = "whispered" // an answer to its actor alone: a refusal, or what they asked for
	outcomeSilent    = "silent"    // nothing but an acknowledgement
	outcomeUnsaved   = "unsaved"   // an apology, because it could not be stored
	outcomeFailed    = "failed"    // an apology, for anything else, or none
)

// Actions gives a handler that does what next does, and counts and times it.
// The function names the command that an action is, one of a few, or "".
func (m *Metrics) Actions(next chat.Handler, command func(chat.Action) string) chat.Handler {
	return measured{next, command, m}
}

type measured struct {
	chat.Handler
	command func(chat.Action) string
	metrics *Metrics
}

// Handle implements [chat.Handler]. An action counts also if the handler panics.
func (h measured) Handle(ctx context.Context, a chat.Action) (r chat.Response, err error) {
	outcome, began := outcomeFailed, time.Now()
	defer func() {
		h.metrics.handling.WithLabelValues(a.Place.Platform).Observe(time.Since(began).Seconds())
		h.metrics.actions.WithLabelValues(a.Place.Platform, h.verbOf(a), outcome).Inc()
	}()
	r, err = h.Handler.Handle(ctx, a)
	outcome = outcomeOf(r, err)
	return r, err
}

// Sent implements [chat.Handler]. The report counts by what came of the message.
func (h measured) Sent(ctx context.Context, shown chat.Shown, o chat.Outcome) (chat.Response, error) {
	h.metrics.messages.WithLabelValues(shown.Place.Platform, fates[o.Fate]).Inc()
	return h.Handler.Sent(ctx, shown, o)
}

// fates name what came of a message.
var fates = map[chat.Fate]string{
	chat.Out: "out", chat.Unsent: "unsent", chat.Unknown: "unknown", chat.Dormant: "dormant", chat.Gone: "gone",
}

// verbOf is one of the commands, or one of the few other verbs.
func (h measured) verbOf(a chat.Action) string {
	switch {
	case a.Origin == chat.OriginCompletion:
		return verbComplete
	case a.Origin == chat.OriginEngine:
		return verbEngine
	case a.Origin == chat.OriginClock:
		return verbClock
	case a.Origin == chat.OriginPlatform && a.Verb == chat.VerbRemoved:
		return verbRemoved
	case a.Origin == chat.OriginPlatform && a.Verb == chat.VerbPresent:
		return verbPresent
	case a.Origin != chat.OriginUser:
		return verbOther
	case a.Control != "":
		return verbPress
	default:
		return cmp.Or(h.command(a), verbOther)
	}
}

func outcomeOf(r chat.Response, err error) string {
	switch {
	case r.Trouble == chat.Unsaved:
		return outcomeUnsaved
	case r.Trouble != chat.NoTrouble, err != nil:
		return outcomeFailed
	case slices.ContainsFunc(r.Effects, func(e chat.Effect) bool { return e.Kind != chat.Whisper }):
		return outcomeShown
	case len(r.Effects)+len(r.Choices) > 0:
		return outcomeWhispered
	default:
		return outcomeSilent
	}
}
