package slack_test

import (
	"context"
	"testing"
	"testing/synctest"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// unsendable returns a message whose encoding panics.
func unsendable() chat.Message {
	return chat.Message{Text: chat.Text{{Kind: chat.SpanMention}}}
}

// A panic prevents one answer, but neither its acknowledgement nor later answers.
func TestPanics(t *testing.T) {
	for name, answer := range map[string]func(context.Context, chat.Action) chat.Response{
		"in the handler":         func(context.Context, chat.Action) chat.Response { panic("hush") },
		"in making a whisper":    fake.Answering(chat.Effect{Message: unsendable()}),
		"in making a message":    fake.Answering(chat.Effect{Kind: chat.Post, Message: unsendable()}),
		"in making a correction": fake.Answering(shown(chat.Post, 1, chat.Message{Text: chat.Say("x")})),
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
				h.SetAnswer(answer)
				if name == "in making a correction" {
					h.Correct = func(fake.Report) chat.Response { panic("hush") }
				}
				room := g.Channel("room")
				for kind, d := range map[string]func() *slacktest.Delivery{
					"a command": func() *slacktest.Delivery { return g.NewCommand(room, "ana", "x") },
					"a mention": func() *slacktest.Delivery { return g.NewMention(room, "ana", "x") },
					"a press": func() *slacktest.Delivery {
						h.SetAnswer(fake.Answering(chat.Effect{Kind: chat.Post, Message: with("a board", "b")}))
						g.types(room, "ana", "x")
						h.SetAnswer(answer)
						return g.press(room, "ana", "b")
					},
				} {
					sent := d()
					sent.Send()
					synctest.Wait()
					if !sent.Acked() {
						t.Errorf("%s was not acknowledged: %d, %v", kind, sent.Status(), sent.Err())
					}
				}
				h.SetAnswer(fake.Answering(effect(chat.Post, "alive")))
				g.types(room, "ana", "x")
				g.sees(room, "bo", "alive")
				if log := g.log.String(); log == "" {
					t.Error("the log says nothing")
				}
			})
		})
	}
}
