package bot

import (
	"context"
	"errors"
	"slices"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

// Try does the same as Handle. It also returns a refusal's messages, and whether it understood nothing.
func (b *Bot) Try(ctx context.Context, a chat.Action) (response chat.Response, said []words.Message, unread bool) {
	r, response, err := b.answer(ctx, a, nil)
	if err == nil {
		return response, nil, false
	}
	what, unclear := errors.AsType[*parse.Unclear](err)
	refusal, refused := errors.AsType[*refusal](err)
	switch {
	case unclear:
		said = what.Said
	case refused:
		said = refusal.said
	default:
		if made := gameRefusal(r.atRefusal(err), err); made != nil {
			said = made.said
		}
	}
	unread = unclear || isUnoffered(err)
	_, response, err = b.refuse(ctx, r, err)
	if err != nil {
		said = append(said, words.WentWrong{})
	}
	return response, said, unread
}

// DoneLines returns the confirmation lines by verb, and by "press " and the verb for users' controls.
func (b *Bot) DoneLines() map[string]string {
	lines := make(map[string]string)
	line := func(a *action) string {
		if a.done == nil {
			return ""
		}
		return b.Words.Default().String(a.done)
	}
	for name, a := range b.actions {
		if a.typed() {
			lines[name] = line(a)
		}
		if slices.Contains(a.by, chat.OriginUser) {
			lines["press "+name] = ""
			if !a.typed() {
				lines["press "+name] = line(a)
			}
		}
	}
	return lines
}

func Verbs() (verbs []string, parameters map[string][]string) {
	parameters = make(map[string][]string)
	for _, a := range allActions() {
		verbs = append(verbs, a.Name)
		if a.typed() {
			parameters[a.Name] = a.Names()
		}
	}
	return verbs, parameters
}
