package slack_test

import (
	"context"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
)

// toldOf counts how often a handler was told something of a tenant.
func toldOf(h *fake.Handler, verb, tenant string) (n int) {
	for _, a := range h.Asked() {
		if a.Verb == verb && a.Place == (chat.Place{Platform: "slack", Team: tenant}) {
			n++
		}
	}
	return n
}

// answeringWith always gives the same response.
func answeringWith(r chat.Response) func(context.Context, chat.Action) chat.Response {
	return func(context.Context, chat.Action) chat.Response { return r }
}

// effect is one of plain text.
func effect(kind chat.Kind, text string) chat.Effect {
	return chat.Effect{Kind: kind, Message: chat.Message{Text: chat.Say(text)}}
}

// shown is an effect that shows a game in its slot.
func shown(kind chat.Kind, version uint32, m chat.Message) chat.Effect {
	return chat.Effect{Kind: kind, Message: m, Shows: chat.Shown{Game: "game", Slot: chat.SlotBoard, Version: version}}
}

// with is a message of text with a button.
func with(text, button string) chat.Message {
	return chat.Message{Text: chat.Say(text), Controls: []chat.Row{{Buttons: []chat.Button{{Label: button, Action: "do:" + button}}}}}
}
