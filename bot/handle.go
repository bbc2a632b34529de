package bot

import (
	"cmp"
	"context"

	"othellobot/chat"
)

// Handle implements [chat.Handler].
func (b *Bot) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	if a.Origin == chat.OriginPlatform {
		return b.onPlatformEvent(ctx, a)
	}
	if !b.deliveries.begin(a) {
		return chat.Response{Repeated: true}, nil
	}
	r, response, err := b.answer(ctx, a, nil)
	if err != nil {
		r, response, err = b.refuse(ctx, r, err)
	} else {
		response.Confirmation = r.done(response)
	}
	r.boardsInWords(response.Effects)
	if response.Trouble != chat.NoTrouble {
		b.deliveries.forget(a)
	}
	if r.Place != a.Place {
		response.Place = r.Place
	}
	return response, err
}

// answer runs an action and returns the request made from it. If trial is not nil, answer changes
// nothing and only finds out whether the action would be refused.
func (b *Bot) answer(ctx context.Context, a chat.Action, trial *request) (*request, chat.Response, error) {
	o, unread := b.parse(a, trial)
	r, err := b.resolve(ctx, o, unread == nil)
	if err = cmp.Or(unread, err); err != nil {
		return r, chat.Response{}, err
	}
	response, err := b.run(ctx, r)
	return r, response, err
}

func (b *Bot) run(ctx context.Context, r *request) (chat.Response, error) {
	switch {
	case r.Origin == chat.OriginCompletion:
		return b.completions(ctx, r), nil
	case r.control.Verb != "":
		return r.action.press(b, ctx, r)
	default:
		return r.action.run(b, ctx, r)
	}
}

// done returns the line that confirms the action to the actor, if a public message answers it. The
// response's own Confirmation takes precedence over the action's.
func (r *request) done(response chat.Response) chat.Text {
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
