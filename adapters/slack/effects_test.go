package slack_test

import (
	"context"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
)

func countEvents(h *fake.Handler, verb, tenant string) (n int) {
	for _, a := range h.Asked() {
		if a.Verb == verb && a.Place == (chat.Place{Platform: "slack", Team: tenant}) {
			n++
		}
	}
	return n
}

func answeringWith(r chat.Response) func(context.Context, chat.Action) chat.Response {
	return func(context.Context, chat.Action) chat.Response { return r }
}

func effect(kind chat.Kind, text string) chat.Effect {
	return chat.Effect{Kind: kind, Message: chat.Message{Text: chat.Say(text)}}
}

func shown(kind chat.Kind, version uint32, m chat.Message) chat.Effect {
	return chat.Effect{Kind: kind, Message: m, Subject: chat.Subject{Game: "game", Slot: chat.SlotBoard, Version: version}}
}

func with(text, button string) chat.Message {
	return chat.Message{Text: chat.Say(text), Controls: []chat.Row{{Buttons: []chat.Button{{Label: button, Action: "do:" + button}}}}}
}
