package slack_test

import (
	"context"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
)

// countEvents counts the platform events of a tenant that the handler received.
func countEvents(h *fake.Handler, verb, tenant string) (n int) {
	for _, a := range h.Asked() {
		if a.Verb == verb && a.Place == (chat.Place{Platform: "slack", Team: tenant}) {
			n++
		}
	}
	return n
}

// answeringWith returns a function that always gives the same response.
func answeringWith(r chat.Response) func(context.Context, chat.Action) chat.Response {
	return func(context.Context, chat.Action) chat.Response { return r }
}

// effect returns an effect with plain text.
func effect(kind chat.Kind, text string) chat.Effect {
	return chat.Effect{Kind: kind, Message: chat.Message{Text: chat.Say(text)}}
}

// shown returns an effect that shows a game's board.
func shown(kind chat.Kind, version uint32, m chat.Message) chat.Effect {
	return chat.Effect{Kind: kind, Message: m, Shows: chat.Shown{Game: "game", Slot: chat.SlotBoard, Version: version}}
}

// with returns a message with a text and a button.
func with(text, button string) chat.Message {
	return chat.Message{Text: chat.Say(text), Controls: []chat.Row{{Buttons: []chat.Button{{Label: button, Action: "do:" + button}}}}}
}
