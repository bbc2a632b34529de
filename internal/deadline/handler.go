// Package deadline sets the time limits of store calls and of the bot's actions, so that a silent
// store delays callers only until their limit. Wrap a handler with [Handler].
//
// The package must never decide what happens after a limit is reached: that is the caller's
// job.
package deadline

import (
	"context"
	"time"

	"othellobot/chat"
)

// Time limits of one store call.
const (
	Attempt = 2500 * time.Millisecond // a call that a user waits for
	Search  = 8 * time.Second         // a call that may read or change many rows
	Sweep   = 30 * time.Second        // one step of cleaning up
)

// Time limits of an action, over all attempts.
const (
	UserAction    = 4 * time.Second  // an action of a user who waits for the answer
	MachineAction = 10 * time.Second // an action of the engine or the clock, and Draw and Sent
	Removal       = Sweep            // any event from the platform; a removal deletes the data of a server or workspace
)

// Handler returns a handler that calls next with a deadline for each action.
func Handler(next chat.Handler) chat.Handler { return handler{next} }

type handler struct{ next chat.Handler }

func (h handler) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	limit := MachineAction
	switch a.Origin {
	case chat.OriginUser, chat.OriginCompletion:
		limit = UserAction
	case chat.OriginPlatform:
		limit = Removal
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return h.next.Handle(ctx, a)
}

func (h handler) Draw(ctx context.Context, show chat.Effect) (chat.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, MachineAction)
	defer cancel()
	return h.next.Draw(ctx, show)
}

func (h handler) Sent(ctx context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, MachineAction)
	defer cancel()
	return h.next.Sent(ctx, shown, o)
}
