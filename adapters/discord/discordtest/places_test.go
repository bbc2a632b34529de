package discordtest_test

import (
	"fmt"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

func TestImpossibleCommands(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	b.always(4, say("x"))
	room := s.Channel("room")
	b.always(4, whisper(say("for ana", "A")))
	s.Command(room, "ana", "move", square)
	hers := s.Messages(room, "ana")[0].ID
	if s.Press(room, "bo", hers, "do:A"); !w.saw("bo sees no message") {
		t.Error("bo can press a button of what was whispered to ana")
	}
	for want, act := range map[string]func(){
		`sub-command "jump"`:      func() { s.Command(room, "ana", "jump") },
		"square is missing":       func() { s.Command(room, "ana", "move") },
		"no option rank":          func() { s.Command(room, "ana", "with", discordtest.Text("rank", "1")) },
		"level is of type 4":      func() { s.Command(room, "ana", "with", discordtest.Text("level", "1")) },
		"level is out of range":   func() { s.Command(room, "ana", "with", discordtest.Integer("level", 10)) },
		"color has no such":       func() { s.Command(room, "ana", "with", discordtest.Text("color", "red")) },
		"color has no auto":       func() { s.Autocomplete(room, "ana", "with", "color", discordtest.Text("color", "w")) },
		"sees no message":         func() { s.Press(room, "ana", "1", "do:A") },
		"there is no channel 123": func() { s.At("123") },
	} {
		if act(); !w.saw(want) {
			t.Errorf("the test does not fail with %q", want)
		}
	}
	declared := declaration()
	declared[0].(object)["contexts"] = []int{0}
	declared[0].(object)["integration_types"] = []int{0}
	b.wants(200, 0, "PUT", "/applications/"+s.ApplicationID()+"/commands", declared)
	for name, where := range map[string]discordtest.Where{
		"in a DM": s.BotDM("ana"), "without the bot": s.UserInstalled("far"), "among friends": s.FriendDM("ana", "bo"),
	} {
		if s.Command(where, "ana", "move", square); !w.saw("no command is registered") {
			t.Errorf("%s a command can be sent that is not for there", name)
		}
	}
}

func TestWithoutMembershipOnlyTheTokenWorks(t *testing.T) {
	s, b := start(t)
	for name, where := range map[string]discordtest.Where{
		"server": s.UserInstalled("far"), "group": s.GroupDM("ana", "bo"), "friends": s.FriendDM("ana", "bo"),
	} {
		b.always(4, say("one", "A"))
		in := s.Command(where, "ana", "move", square)
		board := s.Messages(where, "bo")[0]
		b.wants(403, 50001, "POST", "/channels/"+where.Channel+"/messages", say("x"))
		b.wants(403, 50001, "PATCH", "/channels/"+where.Channel+"/messages/"+board.ID, say("x"))
		b.wants(403, 50001, "POST", "/channels/"+where.Channel+"/threads", object{"name": "n", "type": 11})
		for i := range 5 {
			b.wants(200, 0, "POST", b.webhook(in, "?wait=true"), say(fmt.Sprint(i)))
		}
		b.wants(400, 40094, "POST", b.webhook(in, ""), say("x"))
		b.wants(200, 0, "PATCH", b.webhook(in, "/messages/@original"), say("edits go on", "A"))
		if n := len(s.Messages(where, "bo")); n != 6 {
			t.Errorf("%s: bo sees %d messages, want 6", name, n)
		}
		b.always(7, say("pressed"))
		if s.Press(where, "bo", board.ID, "do:A"); fmt.Sprint(b.interaction()["authorizing_integration_owners"]) != "map[1:"+s.User("ana")+"]" {
			t.Errorf("%s: bo's press is authorised by %v, want ana", name, b.interaction()["authorizing_integration_owners"])
		}
	}
}

func TestPermissions(t *testing.T) {
	s, b := start(t)
	room := s.Channel("room")
	thread := s.Thread(room, "t")
	messages := "/channels/" + room.Channel + "/messages"
	board := b.wants(200, 0, "POST", messages, say("one"))["id"].(string)

	s.Deny(room, discordtest.SendMessages)
	b.wants(403, 50013, "POST", messages, say("x"))
	b.wants(200, 0, "PATCH", messages+"/"+board, say("two"))
	b.wants(201, 0, "POST", "/channels/"+room.Channel+"/threads", object{"name": "open", "type": 11})
	s.Deny(room, discordtest.CreatePublicThreads)
	b.wants(403, 50013, "POST", "/channels/"+room.Channel+"/threads", object{"name": "n", "type": 11})
	s.Deny(room, discordtest.ViewChannel)
	b.wants(403, 50001, "PATCH", messages+"/"+board, say("x"))
	s.Deny(room, 0)
	b.wants(200, 0, "POST", "/channels/"+thread.Channel+"/messages", say("x"))
	s.Deny(thread, discordtest.SendMessagesInThreads)
	b.wants(403, 50013, "POST", "/channels/"+thread.Channel+"/messages", say("x"))

	theirs := s.Say(room, "ana", "hello")
	b.wants(403, 50005, "PATCH", messages+"/"+theirs.ID, say("x"))
	b.wants(403, 50013, "DELETE", messages+"/"+theirs.ID, nil)
	s.Delete(board)
	b.wants(404, 10008, "PATCH", messages+"/"+board, say("x"))
	b.wants(404, 10008, "PATCH", messages+"/123", say("x"))
	b.wants(404, 10003, "POST", "/channels/123/messages", say("x"))
	b.wants(400, 50024, "POST", "/channels/"+thread.Channel+"/threads", object{"name": "n", "type": 11})
	dm := s.BotDM("ana")
	b.wants(400, 50024, "POST", "/channels/"+dm.Channel+"/threads", object{"name": "n", "type": 11})
	b.wants(200, 0, "POST", "/channels/"+dm.Channel+"/messages", say("x"))
}
