package slacktest

import (
	"slices"
	"strings"
	"testing"

	slackapi "github.com/slack-go/slack"
)

func TestWhereABotMayWrite(t *testing.T) {
	s := New(t)
	invited, archived, other := s.PrivateChannel("invited"), s.Channel("archived"), s.NewWorkspace("other")
	s.Invite(invited)
	s.Archive(archived)
	bot := api(s, s.BotToken())
	for _, c := range []struct {
		name                    string
		where                   Where
		write, whisper, noScope string
	}{
		{"a channel", s.Channel("room"), "", "", ""},
		{"a public channel without the bot", s.PublicChannel("hall"), "", "not_in_channel", "not_in_channel"},
		{"a private channel without the bot", s.PrivateChannel("cellar"), "channel_not_found", "channel_not_found", "channel_not_found"},
		{"a private channel with the bot", invited, "", "", ""},
		{"an archived channel", archived, "is_archived", "is_archived", "is_archived"},
		{"a conversation with the bot", s.BotDM("ana"), "", "", ""},
		{"a conversation of two", s.PeopleDM("ana", "bo"), "channel_not_found", "channel_not_found", "channel_not_found"},
		{"a conversation of three", s.PeopleDM("ana", "bo", "cy"), "channel_not_found", "channel_not_found", "channel_not_found"},
		{"a person", Where{Channel: s.User("ana")}, "channel_not_found", "channel_not_found", "channel_not_found"},
		{"another workspace", other.Channel("room"), "channel_not_found", "channel_not_found", "channel_not_found"},
		{"nowhere", Where{Channel: "C404"}, "channel_not_found", "channel_not_found", "channel_not_found"},
	} {
		s.SetScopes(allScopes()...)
		if _, _, err := bot.PostMessage(c.where.Channel, markup("x")); code(err) != c.write {
			t.Errorf("%s: chat.postMessage gives %v, want %q", c.name, err, c.write)
		}
		if _, err := bot.PostEphemeral(c.where.Channel, s.User("ana"), markup("x")); code(err) != c.whisper {
			t.Errorf("%s: chat.postEphemeral gives %v, want %q", c.name, err, c.whisper)
		}
		s.SetScopes("chat:write")
		if _, _, err := bot.PostMessage(c.where.Channel, markup("x")); code(err) != c.noScope {
			t.Errorf("%s: without chat:write.public chat.postMessage gives %v, want %q", c.name, err, c.noScope)
		}
	}
	s.SetScopes()
	if _, _, err := bot.PostMessage(s.Channel("room").Channel, markup("x")); code(err) != "missing_scope" {
		t.Errorf("without any scope chat.postMessage gives %v", err)
	}
	if _, err := bot.PostEphemeral(s.BotDM("ana").Channel, s.User("bo"), markup("x")); code(err) == "" {
		t.Error("Bo was whispered to where he is not")
	}
}

func TestMessagesChange(t *testing.T) {
	s := New(t)
	room := s.Channel("room")
	bot := api(s, s.BotToken())
	ts := post(t, s, room, "one")
	theirs := s.Say(room, "ana", "mine").TS
	whisper, err := bot.PostEphemeral(room.Channel, s.User("ana"), markup("psst"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ ts, change, remove string }{
		{theirs, "cant_update_message", "cant_delete_message"},
		{whisper, "message_not_found", "message_not_found"},
		{"1.2", "message_not_found", "message_not_found"},
	} {
		if _, _, _, err := bot.UpdateMessage(room.Channel, c.ts, markup("x"), slackapi.MsgOptionParse(false)); code(err) != c.change {
			t.Errorf("chat.update gives %v, want %q", err, c.change)
		}
		if _, _, err := bot.DeleteMessage(room.Channel, c.ts); code(err) != c.remove {
			t.Errorf("chat.delete gives %v, want %q", err, c.remove)
		}
	}
	if _, _, _, err := bot.UpdateMessage(s.User("ana"), ts, markup("x"), slackapi.MsgOptionParse(false)); code(err) != "channel_not_found" {
		t.Errorf("chat.update at a user's id gives %v", err)
	}
	if _, _, _, err := bot.UpdateMessage(room.Channel, ts, markup("*two* <@"+s.User("bo")+">"), slackapi.MsgOptionParse(false)); err != nil {
		t.Fatal(err)
	}
	if got := texts(s.Messages(room, "bo")); !slices.Equal(got, []string{"two @bo", "mine"}) {
		t.Errorf("Bo sees %q", got)
	}
	if got := texts(s.Messages(room, "ana")); !slices.Equal(got, []string{"two @bo", "mine", "psst"}) {
		t.Errorf("Ana sees %q", got)
	}
	if m := s.Messages(room, "ana")[0]; m.Edits != 1 || len(m.Notified) > 0 || m.Text != "for notifications" {
		t.Errorf("after an edit there is %+v", m)
	}
	if _, _, err := bot.DeleteMessage(room.Channel, ts); err != nil {
		t.Fatal(err)
	}
	if _, _, err := bot.DeleteMessage(room.Channel, ts); code(err) != "message_not_found" {
		t.Errorf("a second chat.delete gives %v", err)
	}
	if got := texts(s.Messages(room, "ana")); !slices.Equal(got, []string{"mine", "psst"}) {
		t.Errorf("in the end Ana sees %q", got)
	}
	if n := len(s.AllMessages(room)); n != 3 {
		t.Errorf("there were %d messages, want 3", n)
	}
}

func texts(all []Message) (shown []string) {
	for _, m := range all {
		shown = append(shown, strings.TrimSpace(m.Shown))
	}
	return shown
}

func TestBadMessagesFailTheTest(t *testing.T) {
	watched := &spy{TB: t}
	s := New(watched)
	room := s.Channel("room")
	bot := api(s, s.BotToken())
	if _, _, err := bot.PostMessage(room.Channel, markup("a < b")); err == nil {
		t.Error("a message with a raw < is taken")
	}
	if found := watched.failures(); len(found) != 1 || !strings.Contains(found[0], "chat.postMessage: blocks[0].text: has a <") {
		t.Errorf("the test fails with %q", found)
	}
	if len(s.Messages(room, "ana")) > 0 {
		t.Error("it is shown")
	}
	s.SkipValidation()
	if _, _, err := bot.PostMessage(room.Channel, markup("a < b")); err != nil {
		t.Error(err)
	}
	if found := watched.failures(); len(found) > 0 {
		t.Errorf("without validation the test fails with %q", found)
	}
	for range maxRemembered {
		post(t, s, room, "x")
	}
	if n := len(s.AllMessages(room)); n > maxRemembered {
		t.Errorf("%d messages are kept without validation", n)
	}
}
