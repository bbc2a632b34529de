package discordtest_test

import (
	"encoding/json"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

func TestAnswersFollowTheSpecification(t *testing.T) {
	if !discordtest.HasSpec() {
		t.Skip("OTHELLO_DATA is not set; it names the folder with Discord's specification")
	}
	spec, err := discordtest.LoadSpec()
	if err != nil {
		t.Fatal(err)
	}
	s, b := start(t)
	holds := func(method, path, template string, body any) any {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		answer, content, err := b.send(method, "/v10"+path, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range spec.Response(method+" "+template, answer.StatusCode, content) {
			t.Errorf("%s gives %d: %s", path, answer.StatusCode, problem)
		}
		var got any
		if err := json.Unmarshal(content, &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	app := "/applications/" + s.ApplicationID()
	room := "/channels/" + s.Channel("room").Channel
	holds("GET", "/applications/@me", "/applications/@me", nil)
	holds("GET", "/gateway/bot", "/gateway/bot", nil)
	holds("PUT", app+"/commands", "/applications/{application_id}/commands", declaration())
	holds("GET", app+"/commands", "/applications/{application_id}/commands", nil)
	holds("POST", app+"/emojis", "/applications/{application_id}/emojis", object{"name": "blk", "image": picture(128)})
	holds("GET", app+"/emojis", "/applications/{application_id}/emojis", nil)
	everything := controls([]any{press("a"), press("b")}, []any{with(choose("c", "v"), object{"placeholder": "p"})})
	posted := holds("POST", room+"/messages", "/channels/{channel_id}/messages", everything).(object)
	message := room + "/messages/" + posted["id"].(string)
	holds("PATCH", message, "/channels/{channel_id}/messages/{message_id}", say("<@"+s.User("ana")+">"))
	holds("POST", room+"/threads", "/channels/{channel_id}/threads", object{"name": "n", "type": 11})

	const callbacks, webhooks = "/interactions/{interaction_id}/{interaction_token}/callback", "/webhooks/{webhook_id}/{webhook_token}"
	for kind, data := range map[int]object{4: whisper(say("x")), 5: nil} {
		in := b.during(b.command(s.Channel("room")), func(path string) { holds("POST", path+"?with_response=true", callbacks, callback(kind, data)) })
		holds("PATCH", b.webhook(in, "/messages/@original"), webhooks+"/messages/@original", everything)
		holds("POST", b.webhook(in, ""), webhooks, say("x"))
		holds("GET", b.webhook(in, "/messages/@original"), webhooks+"/messages/@original", nil)
	}
}
