package discordtest_test

import (
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

func TestReferences(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	var all []object
	b.list("/applications/"+s.ApplicationID()+"/commands", &all)
	id := all[0]["id"].(string)
	messages := "/channels/" + s.Channel("room").Channel + "/messages"
	for content, want := range map[string]string{
		"</play move:" + id + ">": "", "</play jump:" + id + ">": "no command", "</play move:1>": "no command",
		"<@" + s.User("ana") + ">": "", "<@1>": "no user", `\\<@1>`: "",
	} {
		status, _ := b.call("POST", messages, say(strings.ReplaceAll(content, `\\`, `\`)))
		if (status == 200) != (want == "") || want != "" && !w.saw(want) {
			t.Errorf("%s gives %d", content, status)
		}
	}
}

func TestWrongRequestsFailTheTest(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	room := s.Channel("room")
	b.always(4, say("x"))
	in := s.Command(room, "ana", "move", square)
	request := func(method, path, body string, header map[string]string) int {
		answer, _, err := b.send(method, path, []byte(body), header)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode
	}
	token := map[string]string{"Authorization": "Bot " + s.Token()}
	message := `{"content":"x","allowed_mentions":{"parse":[]}}`
	for _, c := range []struct {
		method, path, body string
		header             map[string]string
		status             int
		want               string
	}{
		{"GET", "/v10/users/@me", "", token, 404, "no route"},
		{"GET", "/v8/applications/@me", "", token, 404, "not below /api/v10"},
		{"GET", "/v9/applications/@me", "", token, 404, "not below /api/v10"},
		{"GET", "/v10/applications/@me", "", map[string]string{"Authorization": ""}, 401, ""},
		{"GET", "/v10/applications/@me", "", map[string]string{"Authorization": s.Token()}, 401, ""},
		{"PATCH", "/v10" + b.webhook(in, "/messages/@original"), message, nil, 200, ""},
		{"PATCH", "/v10" + b.webhook(in, "/messages/@original"), message, token, 200, "token is sent"},
		{"PATCH", "/v10" + b.webhook(in, "/messages/@original"), message, map[string]string{"User-Agent": "Go"}, 200, "user agent"},
		{"PATCH", "/v10" + b.webhook(in, "/messages/@original"), `{"content":"x"}`, nil, 400, "without allowed_mentions"},
	} {
		if got := request(c.method, c.path, c.body, c.header); got != c.status {
			t.Errorf("%s %s gives %d, want %d", c.method, c.path, got, c.status)
		}
		if failed := w.saw(c.want); failed != (c.want != "") {
			t.Errorf("%s %s with %v: the test fails is %v, want that of %q", c.method, c.path, c.header, failed, c.want)
		}
	}
	s.SkipValidation()
	if got := request("PATCH", "/v10"+b.webhook(in, "/messages/@original"), `{"content":"x"}`, nil); got != 200 || w.saw("") {
		t.Errorf("without validation a wrong body gives %d", got)
	}
}

func TestSpecificationIsAsked(t *testing.T) {
	if !discordtest.HasSpec() {
		t.Skip("OTHELLO_DATA is not set; it names the folder with Discord's specification")
	}
	w := &witness{TB: t}
	s, b := start(w)
	messages := "/channels/" + s.Channel("room").Channel + "/messages"
	b.wants(400, 50035, "POST", messages, with(say("x"), object{"flags": "yes"}))
	if !w.saw("against the specification") {
		t.Error("a body that the specification forbids can be sent")
	}
	b.always(5, object{"flags": "64"})
	if in := s.Command(s.Channel("room"), "ana", "move", square); in.Answered() || !w.saw("against the specification") {
		t.Error("an answer that the specification forbids can be given in an HTTP response")
	}
}
