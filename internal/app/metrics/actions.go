package metrics

import (
	"cmp"
	"context"
	"slices"
	"time"

	"othellobot/chat"
)

// Values of the label "verb" for actions that are not commands.
const (
	verbPress    = "press"    // the user pressed a button or chose from a list
	verbComplete = "complete" // the user typed, and the platform asked for completions
	verbRemoved  = "removed"  // the bot was removed from a server or workspace, or a channel was deleted
	verbPresent  = "present"  // the bot is in a server or workspace
	verbEngine   = "engine"   // the engine moves
	verbClock    = "clock"    // a task is due
	verbOther    = "other"    // an unknown command, or no words at all
)

// Values of the label "outcome" of an action.
const (
	outcomeShown     = "shown"     // a message that all users see
	outcomeWhispered = "whispered" // an answer to the actor only, such as a refusal
	outcomeSilent    = "silent"    // only an acknowledgement
	outcomeUnsaved   = "unsaved"   // an apology because the store failed
	outcomeFailed    = "failed"    // any other apology, or no answer
)

// Actions returns a handler that counts and times the actions that next handles. The function command
// returns the name of the bot's command that an action runs, or "".
func (m *Metrics) Actions(next chat.Handler, command func(chat.Action) string) chat.Handler {
	return measured{next, command, m}
}

type measured struct {
	chat.Handler
	command func(chat.Action) string
	metrics *Metrics
}

// Handle counts the action even if the handler panics.
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

// Sent counts messages by their fate.
func (h measured) Sent(ctx context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	h.metrics.messages.WithLabelValues(shown.Place.Platform, fates[o.Fate]).Inc()
	return h.Handler.Sent(ctx, shown, o)
}

var fates = map[chat.Fate]string{
	chat.Delivered: "out", chat.NotDelivered: "unsent", chat.Unknown: "unknown", chat.Dormant: "dormant", chat.Removed: "gone",
}

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
