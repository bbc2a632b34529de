package discordtest_test

import (
	"context"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

type mute struct{}

func (mute) Limits() chat.Limits                                { return chat.Limits{Options: 25} }
func (mute) Deliver(context.Context, chat.Place, chat.Response) {}
func (mute) Capacity() int                                      { return 1 }

func TestClientNoticesWhatFails(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	c := discordtest.NewClient(w, s, s.Channel("room"), mute{}, func() {})
	b.always(7, say("x"))
	if c.Command("ana", "move", chat.Argument{Name: "square", Value: chat.Token{Text: "d3"}}); !w.saw("not answered in time") {
		t.Error("a command without an answer goes unnoticed")
	}
	if c.Press("ana", chattest.Control{Label: "Go"}); !w.saw("sees no control") {
		t.Error("a press without a control goes unnoticed")
	}
}
