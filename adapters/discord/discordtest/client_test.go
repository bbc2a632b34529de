package discordtest_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

// mute is an adapter that posts nothing.
type mute struct{}

func (mute) Limits() chat.Limits                                { return chat.Limits{Options: 25} }
func (mute) Deliver(context.Context, chat.Place, chat.Response) {}
func (mute) Capacity() int                                      { return 1 }

func TestClientReadsAndPresses(t *testing.T) {
	s, b := start(t)
	room := s.Channel("room")
	thread := s.Thread(room, "t")
	var all []object
	b.list("/applications/"+s.ApplicationID()+"/commands", &all)
	content := `\*Hi\* <@` + s.User("bo") + "> </play with:" + all[0]["id"].(string) + "> level:3 color:white square:d3"
	m := with(controls([]any{press("p")}, []any{with(choose("c", "d3"), object{"placeholder": "Move"})}), object{
		"content": content, "allowed_mentions": object{"parse": []any{}, "users": []any{s.User("bo")}},
	})
	b.always(4, m)
	c := discordtest.NewClient(t, s, room, mute{}, func() {})
	c.Command("ana", "with",
		chat.Argument{Name: "level", Value: chat.Word{Text: "3"}}, chat.Argument{Name: "quiet", Value: chat.Word{Text: "true"}},
		chat.Argument{Name: "opponent", Value: chat.Word{Text: "bo", Kind: chat.MentionsPerson}})
	want := chattest.Message{
		Text:     "*Hi* @bo /play with 3 white square:d3",
		Controls: []chattest.Control{{Label: "L"}, {Label: "L", Select: "Move"}},
		Notified: true,
	}
	if diff := cmp.Diff([]chattest.Message{want}, c.Seen("bo")); diff != "" {
		t.Errorf("bo sees (-want +got):\n%s", diff)
	}
	want.Notified = false
	if diff := cmp.Diff([]chattest.Message{want}, c.Seen("ana")); diff != "" {
		t.Errorf("ana sees (-want +got):\n%s", diff)
	}
	b.always(6, nil)
	for control, id := range map[chattest.Control]string{want.Controls[0]: "p", want.Controls[1]: "c"} {
		c.Press("bo", control)
		if got := b.interaction()["data"].(object)["custom_id"]; got != id {
			t.Errorf("pressing %v sends %v, want %s", control, got, id)
		}
	}
	b.always(8, object{"choices": []any{object{"name": "n", "value": "v"}}})
	typed := chat.Argument{Name: "square", Value: chat.Word{Text: "d"}}
	if got := c.Complete("ana", "move", "square", typed); len(got) != 1 || got[0] != (chat.Choice{Label: "n", Value: "v"}) {
		t.Errorf("ana is offered %v", got)
	}
	b.wants(200, 0, "POST", "/channels/"+thread.Channel+"/messages", say("inside"))
	place := chat.Place{Platform: "discord", Team: room.Guild, Channel: room.Channel, Thread: thread.Channel}
	if got := c.InThread(place); len(got) != 1 || got[0].Text != "inside" {
		t.Errorf("the thread holds %+v", got)
	}
	if place.Channel = "1"; c.InThread(place) != nil || c.Place().Thread != "" {
		t.Error("a thread is found in another channel")
	}
	inside := discordtest.NewClient(t, s, thread, mute{}, nil)
	if got := inside.Place(); got.Channel != room.Channel || got.Thread != thread.Channel {
		t.Errorf("the thread is the place %+v", got)
	}
}

func TestClientNoticesWhatFails(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	c := discordtest.NewClient(w, s, s.Channel("room"), mute{}, func() {})
	b.always(7, say("x"))
	if c.Command("ana", "move", chat.Argument{Name: "square", Value: chat.Word{Text: "d3"}}); !w.saw("not answered in time") {
		t.Error("a command without an answer goes unnoticed")
	}
	if c.Press("ana", chattest.Control{Label: "Go"}); !w.saw("sees no control") {
		t.Error("a press without a control goes unnoticed")
	}
}
