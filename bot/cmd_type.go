package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/words"
)

// pressType asks for a move by a form, for those who would rather type than look for it
// in a long list.
func (b *Bot) pressType(_ context.Context, r *request) (chat.Response, error) {
	if _, err := r.active(); err != nil {
		return chat.Response{}, err
	}
	return r.asks(chat.Form{
		Verb: "move", Argument: "square", Title: r.Own.String(words.MoveFormTitle{}),
		Label: r.Own.String(words.MoveFormLabel{}), Submit: r.Own.String(words.MoveFormSubmit{}),
	}, words.WhichSquare{})
}

// asks shows the actor a form, or refuses with what they could do instead where there are
// no forms.
func (r *request) asks(f chat.Form, instead words.Message) (chat.Response, error) {
	if !r.Limits.Forms {
		return chat.Response{}, refused(instead)
	}
	m := chat.Message{Text: r.Own.Text(instead)}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Ask, Form: &f, Message: m}}}, nil
}
