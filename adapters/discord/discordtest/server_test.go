package discordtest_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
)

var square = discordtest.Text("square", "d3")

// during makes ana send a command. While she waits, it calls meanwhile with the path of the callback.
func (b *bot) during(w discordtest.Where, meanwhile func(path string)) *discordtest.Interaction {
	b.t.Helper()
	b.answer(func(in object) object {
		meanwhile("/interactions/" + in["id"].(string) + "/" + in["token"].(string) + "/callback")
		return nil
	})
	return b.s.Command(w, "ana", "move", square)
}

func TestAnswerComesTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b := connect(t, discordtest.NewPiped(t))
		room := s.Channel("room")
		in := b.during(room, func(path string) {
			time.Sleep(3*time.Second + time.Millisecond)
			b.wants(404, 10062, "POST", path, callback(4, say("late")))
		})
		time.Sleep(time.Second)
		b.wants(404, 10015, "POST", b.webhook(in, ""), say("late"))
		b.answer(func(object) object { time.Sleep(3*time.Second + time.Millisecond); return callback(4, say("late")) })
		if in.Answered() || s.Command(room, "ana", "move", square).Answered() {
			t.Error("a late answer counts")
		}
		b.answer(func(object) object { time.Sleep(2900 * time.Millisecond); return callback(4, say("in time")) })
		if got := contents(s, room, "ana"); !s.Command(room, "ana", "move", square).Answered() || len(got) > 0 {
			t.Errorf("late answers are seen: %q", got)
		}
	})
}

func TestTokenReachesItsOwnMessages(t *testing.T) {
	s, b := start(t)
	room := s.Channel("room")
	b.always(4, say("one", "A"))
	first := s.Command(room, "ana", "move", square)
	board := s.Messages(room, "ana")[0]
	b.always(4, whisper(say("for bo")))
	second := s.Press(room, "bo", board.ID, "do:A")
	mine := s.Messages(room, "bo")[1]
	b.wants(404, 10008, "PATCH", b.webhook(second, "/messages/"+board.ID), say("x"))
	b.wants(200, 0, "PATCH", b.webhook(second, "/messages/"+mine.ID), say("still for bo"))
	b.wants(404, 10008, "PATCH", "/channels/"+room.Channel+"/messages/"+mine.ID, say("x"))
	b.wants(404, 10008, "DELETE", "/channels/"+room.Channel+"/messages/"+mine.ID, nil)
	b.wants(200, 0, "PATCH", "/channels/"+room.Channel+"/messages/"+board.ID, say("two"))
	b.wants(204, 0, "DELETE", b.webhook(second, "/messages/"+mine.ID), nil)
	b.wants(404, 10008, "GET", b.webhook(second, "/messages/@original"), nil)
	s.Advance(15*time.Minute + time.Second)
	b.wants(401, 50027, "PATCH", b.webhook(first, "/messages/@original"), say("x"))
	b.wants(404, 10015, "POST", "/webhooks/"+s.User("bot")+"/"+first.Token, say("x"))
	if got := contents(s, room, "bo"); !slices.Equal(got, []string{"two"}) {
		t.Errorf("bo sees %q", got)
	}
}

func TestCallbackFitsItsInteraction(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	room := s.Channel("room")
	for kind, data := range map[int]object{6: nil, 7: say("x"), 8: {"choices": []any{}}} {
		b.always(kind, data)
		if in := s.Command(room, "ana", "move", square); in.Answered() || !w.saw("does not take a callback") {
			t.Errorf("a command takes a callback of type %d", kind)
		}
	}
	b.always(4, say("x"))
	if in := s.Autocomplete(room, "ana", "move", "square", square); in.Answered() || !w.saw("does not take a callback") {
		t.Error("an autocomplete takes a message")
	}
	b.answer(func(in object) object {
		b.wants(204, 0, "POST", "/interactions/"+in["id"].(string)+"/"+in["token"].(string)+"/callback", callback(4, say("x")))
		return callback(4, say("again"))
	})
	if s.Command(room, "ana", "move", square); !w.saw("and also by a callback") {
		t.Error("an interaction can be answered in both ways")
	}
	b.always(4, whisper(say(long(2001))))
	if in := s.Command(room, "ana", "move", square); in.Answered() || !w.saw("2001 UTF-16 units") {
		t.Error("the answer in an HTTP response is not checked")
	}
}

func TestImpossibleCommands(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	room := s.Channel("room")
	b.always(4, whisper(say("for ana", "A")))
	s.Command(room, "ana", "move", square)
	hers := s.Messages(room, "ana")[0].ID
	for want, act := range map[string]func(){
		"bo sees no message": func() { s.Press(room, "bo", hers, "do:A") },
		`sub-command "jump"`: func() { s.Command(room, "ana", "jump") },
		"no option rank":     func() { s.Command(room, "ana", "with", discordtest.Text("rank", "1")) },
		"level is of type 4": func() { s.Command(room, "ana", "with", discordtest.Text("level", "1")) },
		"sees no message":    func() { s.Press(room, "ana", "1", "do:A") },
	} {
		if act(); !w.saw(want) {
			t.Errorf("the test does not fail with %q", want)
		}
	}
	declared := declaration()
	declared[0].(object)["contexts"] = []int{0}
	declared[0].(object)["integration_types"] = []int{0}
	b.wants(200, 0, "PUT", "/applications/"+s.ApplicationID()+"/commands", declared)
	for _, where := range []discordtest.Where{s.BotDM("ana"), s.UserInstalled("far"), s.FriendDM("ana", "bo")} {
		if s.Command(where, "ana", "move", square); !w.saw("no command is registered") {
			t.Errorf("a command can be sent that is not for %+v", where)
		}
	}
}

func TestReferences(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	_, content, err := b.send("GET", "/v10/applications/"+s.ApplicationID()+"/commands", nil, nil)
	var all []struct{ ID string }
	if err := errors.Join(err, json.Unmarshal(content, &all)); err != nil {
		t.Fatal(err)
	}
	id := all[0].ID
	messages := "/channels/" + s.Channel("room").Channel + "/messages"
	for content, want := range map[string]string{
		"</play move:" + id + ">": "", "</play jump:" + id + ">": "no command", "</play move:1>": "no command", "<:e:1>": "no emoji",
		"<@" + s.User("ana") + ">": "", "<@1>": "no user", `\<@1>`: "",
	} {
		status, _ := b.call("POST", messages, say(content))
		if (status == 200) != (want == "") || want != "" && !w.saw(want) {
			t.Errorf("%s gives %d", content, status)
		}
	}
}

func TestWrongRequestsFailTheTest(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	b.always(4, say("x"))
	original := "/v10" + b.webhook(s.Command(s.Channel("room"), "ana", "move", square), "/messages/@original")
	token := map[string]string{"Authorization": "Bot " + s.Token()}
	message := `{"content":"x","allowed_mentions":{"parse":[]}}`
	for _, c := range []struct {
		method, path, body string
		header             map[string]string
		status             int
		want               string
	}{
		{"GET", "/v10/users/@me", "", token, 404, "no route"},
		{"GET", "/v9/applications/@me", "", token, 404, "not below /api/v10"},
		{"GET", "/v10/applications/@me", "", map[string]string{"Authorization": s.Token()}, 401, ""},
		{"PATCH", original, message, nil, 200, ""},
		{"PATCH", original, message, token, 200, "token is sent"},
		{"PATCH", original, message, map[string]string{"User-Agent": "Go"}, 200, "user agent"},
		{"PATCH", original, `{"content":"x"}`, nil, 400, "without allowed_mentions"},
	} {
		answer, _, err := b.send(c.method, c.path, []byte(c.body), c.header)
		if err != nil || answer.StatusCode != c.status {
			t.Errorf("%s %s gives %v, %v, want %d", c.method, c.path, answer, err, c.status)
		}
		if failed := w.saw(c.want); failed != (c.want != "") {
			t.Errorf("%s %s with %v: the test fails is %v, want that of %q", c.method, c.path, c.header, failed, c.want)
		}
	}
}

func TestPlain(t *testing.T) {
	s := discordtest.New(t)
	for content, want := range map[string]string{
		"**bold** __u__ ~~s~~ ||x||":                              "bold u s x",
		`\*b\* \*\*b\*\* \_i\_ \~\~s\~\~ \|\|x\|\|`:               "*b* **b** _i_ ~~s~~ ||x||",
		"`f5\\*d6` ```\nX O\n- X\n```\nnext":                      "f5*d6 X O\n- X\nnext",
		"<@" + s.User("ana") + `> \<@` + s.User("ana") + ">":      "@ana <@" + s.User("ana") + ">",
		"<t:0:t> <t:0:f> </othello move:123> <:blk:123><a:wht:4>": "00:00 January 1, 1970 00:00 /othello move :blk::wht:",
		`[link](https://example.org) \[link](https://x.org)`:      "link [link](https://x.org)",
		"-# small\n" + `\- item` + "\n" + `1\. a_b 2 * 3 \\ \a`:   "small\n- item\n1. a_b 2 * 3 \\ \\a",
	} {
		if got := s.Plain(content); got != want {
			t.Errorf("%q reads as %q, want %q", content, got, want)
		}
	}
}
