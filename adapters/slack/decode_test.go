package slack

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// bot is the user id of the bot in these tests.
const botID = "U0BOT"

// written writes the words of an action on one line.
func written(words []chat.Word) string {
	var parts []string
	for _, w := range words {
		switch w.Kind {
		case chat.MentionsPerson:
			parts = append(parts, fmt.Sprintf("@%s(%s)", w.User.ID, w.Text))
		case chat.MentionsBot:
			parts = append(parts, "@bot")
		default:
			parts = append(parts, fmt.Sprintf("%q", w.Text))
		}
	}
	return strings.Join(parts, " ")
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		text, want string
		err        error
	}{
		{"", ``, nil},
		{"d3", `"d3"`, nil},
		{"  move   d3 ", `"  move   d3 "`, nil},
		{"move\u00a0d3", `"move d3"`, nil},
		{"move\td3\nnow", `"move\td3\nnow"`, nil},
		{"<@U2>", `@U2()`, nil},
		{"<@U2|bo>", `@U2(bo)`, nil},
		{"<@W2|bo>", `@W2(bo)`, nil},
		{"<@W2>", `@W2()`, nil},
		{"<@U2|>", `@U2()`, nil},
		{"<@U2|bo o'neill jr.>", `@U2(bo o'neill jr.)`, nil},
		{"<@U2|a&amp;b>", `@U2(a&b)`, nil},
		{"<@U0BOT|othello>", `@bot`, nil},
		{"<@U0BOT>", `@bot`, nil},
		{"start <@U2|bo> black", `"start " @U2(bo) " black"`, nil},
		{"start\u00a0<@U2|bo>\u00a0black", `"start " @U2(bo) " black"`, nil},
		{"<@U2><@U3|cy>", `@U2() @U3(cy)`, nil},
		{"opponent:<@U2>", `"opponent:" @U2()`, nil},
		{"&lt;@U2&gt;", `"<@U2>"`, nil}, // typed as it stands
		{"&lt;@U2|bo&gt; &amp;amp;", `"<@U2|bo> &amp;"`, nil},
		{"a &amp;lt; b", `"a &lt; b"`, nil},
		{"&quot;", `"&quot;"`, nil},
		{"<#C1|general> <!here> <https://example.com|x>", `"<#C1|general> <!here> <https://example.com|x>"`, nil},
		{"<@u2>", `"<@u2>"`, nil},
		{"<@B2>", `"<@B2>"`, nil},
		{"<@>", `"<@>"`, nil},
		{"<@U2", `"<@U2"`, nil},
		{"ana@example.com", `"ana@example.com"`, nil},
		{"board:XO@", `"board:XO@"`, nil},
		{"@", `"@"`, nil},
		{"@ bo", `"@ bo"`, nil},
		{"start @bo", ``, errRawName},
		{"start\u00a0@bo", ``, errRawName},
		{"start opponent:@bo", ``, errRawName},
		{"@bo.o-neill", ``, errRawName},
		{"start <@U2> @cy", ``, errRawName},
		{"@żółw", ``, errRawName},
		{"start <!subteam^S1|@team>", ``, errUserGroup},
		{"start <!subteam^S1>", ``, errUserGroup},
		{"\xff<@U2>\xff", "\"\\xff\" @U2() \"\\xff\"", nil},
	} {
		a, err := delivery{kind: commandKind, team: "T1", user: "U1", channel: "C1", text: c.text}.action(botID, nil)
		if !errors.Is(err, c.err) {
			t.Errorf("%q: the error is %v, want %v", c.text, err, c.err)
		}
		if got := written(a.Words); err == nil && got != c.want {
			t.Errorf("%q is read as %s, want %s", c.text, got, c.want)
		}
		if err == nil && a.Words == nil {
			t.Errorf("%q has no words, so that it is no command", c.text)
		}
	}
}

// Of a mention, the bot's own name in front is no word.
func TestMentionWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"<@U0BOT> d3", `" d3"`},
		{"<@U0BOT>", ``},
		{"<@U0BOT|othello> start <@U0BOT>", `" start " @bot`},
		{"hey <@U0BOT> d3", `"hey " " d3"`},
		{"<@U2> and <@U0BOT>", `@U2() " and "`},
	} {
		a, err := delivery{kind: messageKind, team: "T1", user: "U1", channel: "C1", text: c.text}.action(botID, nil)
		if got := written(a.Words); err != nil || got != c.want || a.Words == nil {
			t.Errorf("%q is read as %s, %v, want %s", c.text, got, err, c.want)
		}
	}
}

// envelope reads what came by Socket Mode.
func envelope(kind, payload string) delivery {
	return read(frame{Type: kind, Payload: json.RawMessage(payload)})
}

// byForm reads a command that came as a form by HTTP.
func byForm(form url.Values) delivery {
	r, _ := http.NewRequest(http.MethodPost, "/", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	c, err := slackapi.SlashCommandParse(r)
	if err != nil {
		return delivery{}
	}
	return commanded(c)
}

// summary describes a decoded delivery on one line.
func summary(d delivery) string {
	a, err := d.action(botID, nil)
	who := fmt.Sprintf("%s/%s in %s/%s", a.User.Team, a.User.ID, a.Place.Team, a.Place.Channel)
	if a.Place.Thread != "" {
		who += "/" + a.Place.Thread
	}
	if d.private {
		who += " (two)"
	}
	if d.whisper {
		who += " (whisper)"
	}
	id := string(a.Delivery)
	switch {
	case d.kind == removalKind:
		return "removal of " + d.team + " by " + id
	case d.kind == revocationKind:
		return "revocation of " + d.team + " by " + id
	case err != nil:
		return "nothing by " + id
	case d.kind == pressKind:
		return fmt.Sprintf("press of %q on %s by %s: %s", a.Control, a.Message, id, who)
	case d.kind == messageKind:
		return fmt.Sprintf("message %s by %s: %s", written(a.Words), id, who)
	default:
		return fmt.Sprintf("command %s by %s: %s", written(a.Words), id, who)
	}
}

func TestDeliveries(t *testing.T) {
	const (
		in      = `"user":{"id":"U1","username":"ana","team_id":"T1"},"trigger_id":"1.2","response_url":"https://hooks.slack.com/actions/1"`
		message = `"container":{"type":"message","message_ts":"5.6","channel_id":"C1"}`
		press   = `"actions":[{"type":"button","action_id":"c0.0","value":"o1:x"}]`
	)
	for name, c := range map[string]struct{ kind, payload, want string }{
		"a command": {
			"slash_commands", `{"team_id":"T1","channel_id":"C1","channel_name":"room","user_id":"U1","text":"d3","trigger_id":"1.2"}`,
			`command "d3" by t1.2: T1/U1 in T1/C1`,
		},
		"a command between two": {
			"slash_commands", `{"team_id":"T1","channel_id":"D1","channel_name":"directmessage","user_id":"U1","text":""}`,
			`command  by : T1/U1 in T1/D1 (two)`,
		},
		"a command in an organisation that has the bot": {
			"slash_commands", `{"team_id":"T1","enterprise_id":"E1","is_enterprise_install":"true","channel_id":"C1","user_id":"W1","text":"d3"}`,
			`command "d3" by : E1/W1 in E1/C1`,
		},
		"a command in an organisation, without quotes": {
			"slash_commands", `{"team_id":"T1","enterprise_id":"E1","is_enterprise_install":true,"channel_id":"C1","user_id":"W1","text":"d3"}`,
			`command "d3" by : E1/W1 in E1/C1`,
		},
		"a command in a workspace of an organisation": {
			"slash_commands", `{"team_id":"T1","enterprise_id":"E1","is_enterprise_install":"false","channel_id":"C1","user_id":"W1","text":"d3"}`,
			`command "d3" by : T1/W1 in T1/C1`,
		},
		"a command without a team": {
			"slash_commands", `{"enterprise_id":"E1","is_enterprise_install":"true","channel_id":"C1","user_id":"W1","text":"d3"}`,
			`command "d3" by : E1/W1 in E1/C1`,
		},
		"a command of nobody":                 {"slash_commands", `{"team_id":"T1","channel_id":"C1","text":"d3"}`, `nothing by `},
		"a command from nowhere":              {"slash_commands", `{"team_id":"T1","user_id":"U1","text":"d3"}`, `nothing by `},
		"a command of another type":           {"slash_commands", `{"team_id":"T1","user_id":7,"channel_id":"C1"}`, `nothing by `},
		"a command that is no object":         {"slash_commands", `[]`, `nothing by `},
		"a command that is null":              {"slash_commands", `null`, `nothing by `},
		"a command that is no JSON":           {"slash_commands", `{`, `nothing by `},
		"a press of a button":                 {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,` + message + `,` + press + `}`, `press of "o1:x" on C1/5.6 by t1.2: T1/U1 in T1/C1`},
		"a press in a channel named outside":  {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,"channel":{"id":"C1"},"container":{"message_ts":"5.6"},` + press + `}`, `press of "o1:x" on C1/5.6 by t1.2: T1/U1 in T1/C1`},
		"a press between two":                 {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,"channel":{"id":"C1","name":"directmessage"},` + message + `,` + press + `}`, `press of "o1:x" on C1/5.6 by t1.2: T1/U1 in T1/C1 (two)`},
		"a press on what a thread is below":   {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,"container":{"message_ts":"5.6","thread_ts":"5.6","channel_id":"C1"},` + press + `}`, `press of "o1:x" on C1/5.6 by t1.2: T1/U1 in T1/C1`},
		"a press in an organisation":          {"interactive", `{"type":"block_actions","team":null,"enterprise":{"id":"E1"},"is_enterprise_install":true,` + in + `,` + message + `,` + press + `}`, `press of "o1:x" on C1/5.6 by t1.2: E1/U1 in E1/C1`},
		"a press in a team of one":            {"interactive", `{"type":"block_actions","team":{"id":"T1"},"enterprise":{"id":"E1"},"is_enterprise_install":false,` + in + `,` + message + `,` + press + `}`, `press of "o1:x" on C1/5.6 by t1.2: T1/U1 in T1/C1`},
		"a press in a thread":                 {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,"container":{"message_ts":"5.6","thread_ts":"3.4","channel_id":"C1"},` + press + `}`, `press of "o1:x" on C1/5.6 by t1.2: T1/U1 in T1/C1/3.4`},
		"a press on a whisper":                {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,"container":{"message_ts":"5.6","channel_id":"C1","is_ephemeral":true},` + press + `}`, `press of "o1:x" on C1/5.6 by t1.2: T1/U1 in T1/C1 (whisper)`},
		"a choice":                            {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,` + message + `,"actions":[{"type":"static_select","selected_option":{"text":{"type":"plain_text","text":"d3"},"value":"o1:d3"}}]}`, `press of "o1:d3" on C1/5.6 by t1.2: T1/U1 in T1/C1`},
		"a choice of nothing":                 {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,` + message + `,"actions":[{"type":"static_select","selected_option":null}]}`, `nothing by t1.2`},
		"two presses at once":                 {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,` + message + `,"actions":[{"value":"a"},{"value":"b"}]}`, `nothing by t1.2`},
		"a press of no button":                {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,` + message + `,"actions":[]}`, `nothing by t1.2`},
		"a press with actions of null":        {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,` + message + `,"actions":null}`, `nothing by t1.2`},
		"a press in a view":                   {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,"container":{"type":"view","view_id":"V1"},` + press + `}`, `nothing by t1.2`},
		"a press in the App Home":             {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,"view":{"id":"V1","type":"home","private_metadata":"{\"c\":\"D1\",\"p\":true}"},` + press + `}`, `press of "o1:x" on  by t1.2: T1/U1 in T1/D1 (two)`},
		"a press in a view of nowhere":        {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,"view":{"id":"V1","type":"modal","private_metadata":"{}"},` + press + `}`, `nothing by t1.2`},
		"a press in a view of another age":    {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,"view":{"id":"V1","type":"modal","private_metadata":"D1"},` + press + `}`, `nothing by t1.2`},
		"a view":                              {"interactive", `{"type":"view_submission","team":{"id":"T1"},` + in + `,"view":{}}`, `nothing by t1.2`},
		"a form for nothing":                  {"interactive", `{"type":"view_submission","team":{"id":"T1"},` + in + `,"view":{"private_metadata":"{\"c\":\"C1\"}"}}`, `nothing by t1.2`},
		"a shortcut of no message":            {"interactive", `{"type":"message_action","team":{"id":"T1"},"callback_id":"of_2030",` + in + `,"channel":{"id":"C1"}}`, `nothing by t1.2`},
		"a shortcut":                          {"interactive", `{"type":"shortcut","team":{"id":"T1"},` + in + `}`, `nothing by t1.2`},
		"a press that is of blocks to come":   {"interactive", `{"type":"block_actions","team":{"id":"T1"},` + in + `,` + message + `,` + press + `,"message":{"blocks":[{"type":"of_2030","elements":7}]}}`, `press of "o1:x" on C1/5.6 by t1.2: T1/U1 in T1/C1`},
		"a mention":                           {"events_api", eventOf(`"team_id":"T1"`, `{"type":"app_mention","user":"U1","text":"<@U0BOT> d3","channel":"C1","ts":"5.6"}`), `message " d3" by eEv1: T1/U1 in T1/C1`},
		"a mention in a thread":               {"events_api", eventOf(`"team_id":"T1"`, `{"type":"app_mention","user":"U1","text":"<@U0BOT> d3","channel":"C1","ts":"5.6","thread_ts":"3.4"}`), `message " d3" by eEv1: T1/U1 in T1/C1/3.4`},
		"a mention in an organisation":        {"events_api", eventOf(`"team_id":"T1","authorizations":[{"enterprise_id":"E1","team_id":null,"is_enterprise_install":true}]`, `{"type":"app_mention","user":"W1","text":"<@U0BOT> d3","channel":"C1"}`), `message " d3" by eEv1: E1/W1 in E1/C1`},
		"a mention from another workspace":    {"events_api", eventOf(`"team_id":"T9","authorizations":[{"enterprise_id":null,"team_id":"T1","is_enterprise_install":false}]`, `{"type":"app_mention","user":"U1","text":"<@U0BOT> d3","channel":"C1"}`), `message " d3" by eEv1: T1/U1 in T1/C1`},
		"a mention by a program":              {"events_api", eventOf(`"team_id":"T1"`, `{"type":"app_mention","bot_id":"B1","user":"U1","text":"<@U0BOT> d3","channel":"C1"}`), `nothing by eEv1`},
		"a message":                           {"events_api", eventOf(`"team_id":"T1"`, `{"type":"message","user":"U1","text":"d3","channel":"C1"}`), `nothing by eEv1`},
		"a message to the bot":                {"events_api", eventOf(`"team_id":"T1"`, `{"type":"message","channel_type":"im","user":"U1","text":"d3","channel":"D1","ts":"5.6"}`), `message "d3" by eEv1: T1/U1 in T1/D1 (two)`},
		"a message to the bot in a thread":    {"events_api", eventOf(`"team_id":"T1"`, `{"type":"message","channel_type":"im","user":"U1","text":"d3","channel":"D1","ts":"5.6","thread_ts":"3.4"}`), `message "d3" by eEv1: T1/U1 in T1/D1/3.4 (two)`},
		"a message to the bot that names it":  {"events_api", eventOf(`"team_id":"T1"`, `{"type":"message","channel_type":"im","user":"U1","text":"<@U0BOT> d3","channel":"D1"}`), `message " d3" by eEv1: T1/U1 in T1/D1 (two)`},
		"a message of the bot":                {"events_api", eventOf(`"team_id":"T1"`, `{"type":"message","channel_type":"im","user":"U0BOT","text":"d3","channel":"D1"}`), `nothing by eEv1`},
		"a message of a program to the bot":   {"events_api", eventOf(`"team_id":"T1"`, `{"type":"message","channel_type":"im","user":"U1","bot_id":"B1","text":"d3","channel":"D1"}`), `nothing by eEv1`},
		"a message without a writer":          {"events_api", eventOf(`"team_id":"T1"`, `{"type":"message","channel_type":"im","subtype":"bot_message","text":"d3","channel":"D1"}`), `nothing by eEv1`},
		"a message to the bot is changed":     {"events_api", eventOf(`"team_id":"T1"`, `{"type":"message","channel_type":"im","subtype":"message_changed","user":"U1","message":{"user":"U1","text":"d3"},"channel":"D1"}`), `nothing by eEv1`},
		"a message to the bot is deleted":     {"events_api", eventOf(`"team_id":"T1"`, `{"type":"message","channel_type":"im","subtype":"message_deleted","user":"U1","channel":"D1"}`), `nothing by eEv1`},
		"a message in a group of some":        {"events_api", eventOf(`"team_id":"T1"`, `{"type":"message","channel_type":"mpim","user":"U1","text":"d3","channel":"G1"}`), `nothing by eEv1`},
		"an event to come":                    {"events_api", eventOf(`"team_id":"T1"`, `{"type":"of_2030","tokens":"x"}`), `nothing by `},
		"uninstalled":                         {"events_api", eventOf(`"team_id":"T1"`, `{"type":"app_uninstalled"}`), `removal of T1 by eEv1`},
		"uninstalled by an organisation":      {"events_api", eventOf(`"enterprise_id":"E1"`, `{"type":"app_uninstalled"}`), `removal of E1 by eEv1`},
		"uninstalled by nobody":               {"events_api", eventOf(`"team_id":""`, `{"type":"app_uninstalled"}`), `nothing by eEv1`},
		"tokens of the bot revoked":           {"events_api", eventOf(`"team_id":"T1"`, `{"type":"tokens_revoked","tokens":{"oauth":["U1"],"bot":["U0BOT"]}}`), `revocation of T1 by eEv1`},
		"tokens of people revoked":            {"events_api", eventOf(`"team_id":"T1"`, `{"type":"tokens_revoked","tokens":{"oauth":["U1"],"bot":[]}}`), `nothing by eEv1`},
		"an event that is null":               {"events_api", eventOf(`"team_id":"T1"`, `null`), `nothing by eEv1`},
		"an event without one":                {"events_api", `{"type":"app_rate_limited","team_id":"T1","minute_rate_limited":1518467820}`, `nothing by `},
		"an envelope of another type":         {"of_2030", `{}`, `nothing by `},
		"an envelope without anything":        {"events_api", ``, `nothing by `},
		"an envelope of a type to be guarded": {"hello", `{}`, `nothing by `},
	} {
		if got := summary(envelope(c.kind, c.payload)); got != c.want {
			t.Errorf("%s is read as\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// eventOf puts an event into what is around it.
func eventOf(around, inner string) string {
	return `{"type":"event_callback","event_id":"Ev1",` + around + `,"event":` + inner + `}`
}

// A command comes as a form by HTTP, and as JSON by Socket Mode.
func TestCommandsMeanTheSameByBothTransports(t *testing.T) {
	form := url.Values{
		"team_id": {"T1"}, "enterprise_id": {"E1"}, "is_enterprise_install": {"true"}, "channel_id": {"C1"}, "channel_name": {"directmessage"},
		"user_id": {"W1"}, "user_name": {"ana"}, "text": {"start <@W2|bo>"}, "response_url": {"https://hooks.slack.com/commands/1"}, "trigger_id": {"1.2"},
	}
	values := map[string]string{}
	for key := range form {
		values[key] = form.Get(key)
	}
	payload, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	byForm, byJSON := byForm(form), envelope("slash_commands", string(payload))
	if byForm != byJSON || byForm.userName != "ana" || byForm.response == "" {
		t.Errorf("a form is read as %+v, and JSON as %+v", byForm, byJSON)
	}
}

// Recorded deliveries of Slack's own test suites. Those of kinds that the bot has
// not asked for are nothing to it.
func TestRecorded(t *testing.T) {
	want := map[string]string{ // facts of https://github.com/slackapi/bolt-python/tree/main/tests/scenario_tests
		"slash_command/test_slash_command__slash_command_body.form.txt":                         `command "Hi" by t111.111.xxx: T111/W111 in T111/C111`,
		"block_actions/test_block_actions__body.json":                                           `press of "click_me_123" on C111/111.222 by t111.222.valid: T111/W111 in T111/C111 (whisper)`,
		"block_actions/test_block_actions__body.form.txt":                                       `press of "click_me_123" on C111/111.222 by t111.222.valid: T111/W111 in T111/C111 (whisper)`,
		"block_actions/test_authorize__block_actions_body.json":                                 `press of "click_me_123" on C111/111.222 by t111.222.valid: T111/W99999 in T111/C111 (whisper)`,
		"block_actions/test_authorize__block_actions_body.form.txt":                             `press of "click_me_123" on C111/111.222 by t111.222.valid: T111/W99999 in T111/C111 (whisper)`,
		"event_callback_app_mention/test_app__app_mention_event_body.json":                      `message @W111() " Hi there!" by eEv111: T111/W222 in T111/C111`,
		"event_callback_app_mention/test_app_bot_only__app_mention_request_body.json":           `message @W111() " Hi there!" by eEv111: T111/W222 in T111/C111`,
		"event_callback_app_mention/test_events_say_stream__org_app_mention_event_body.json":    `message @W111() " Hi there!" by eEv111: E111/W222 in E111/C111`,
		"event_callback_app_mention/test_events_shared_channels__valid_event_body.json":         `message @W111() " Hi there!" by eEv111: T_INSTALLED/W222 in T_INSTALLED/C111`,
		"event_callback_app_uninstalled/test_events__app_uninstalled_body.json":                 `removal of T111 by eEv111`,
		"event_callback_app_uninstalled/test_events_shared_channels__app_uninstalled_body.json": `removal of T_INSTALLED by eEv111`,
		"event_callback_app_uninstalled/test_events_token_revocations__event_payload.json":      `removal of E111 by eEv111`,
		"event_callback_tokens_revoked/test_events__tokens_revoked_body.json":                   `revocation of T111 by eEv111`,
		"event_callback_tokens_revoked/test_events_shared_channels__tokens_revoked_body.json":   `revocation of T_INSTALLED by eEv111`,
		"event_callback_tokens_revoked/test_events_token_revocations__event_payload.json":       `revocation of E111 by eEv111`,
	}
	for _, r := range slacktest.RecordedBodies(t) {
		var d delivery
		switch r.Path {
		case slacktest.PathEvents:
			d = envelope("events_api", string(r.Body))
		default:
			form, err := url.ParseQuery(string(r.Body))
			if err != nil {
				t.Fatal(err)
			}
			if d = envelope("interactive", form.Get("payload")); r.Path == slacktest.PathCommands {
				d = byForm(form)
			}
		}
		got := summary(d)
		if expected, ok := want[r.Name]; ok && got != expected || !ok && !strings.HasPrefix(got, "nothing") {
			t.Errorf("%s is read as %s, want %s", r.Name, got, expected)
		}
		delete(want, r.Name)
	}
	for name := range want {
		t.Errorf("%s is not there", name)
	}
}

// FuzzDelivery reads anything at all. What it makes a person's action of is fit
// for a handler, and never poses as the platform, the engine or the clock.
func FuzzDelivery(f *testing.F) {
	for _, seed := range []string{
		`{"team_id":"T1","channel_id":"C1","user_id":"U1","text":"<@U2|bo> &amp; @cy"}`,
		`{"type":"block_actions","user":{"id":"U1"},"container":{"message_ts":"5.6","channel_id":"C1"},"actions":[{"value":"o1:x"}]}`,
		eventOf(`"team_id":"T1"`, `{"type":"app_mention","user":"U1","text":"<@U0BOT> <!subteam^S1>","channel":"C1"}`),
		eventOf(`"enterprise_id":"E1"`, `{"type":"tokens_revoked","tokens":{"bot":["U1"]}}`),
		`{"type":"view_submission","user":{"id":"U1"},"view":{"private_metadata":"{\"c\":\"C1\",\"v\":\"load\",\"a\":\"moves\"}","state":{"values":{"field":{"field":{"value":"f5"}}}}}}`,
		`{"type":"block_actions","user":{"id":"U1"},"view":{"type":"home","private_metadata":"{\"c\":\"D1\"}"},"actions":[{"value":"o1:x"}]}`,
		`{"type":"message_action","user":{"id":"U1"},"callback_id":"load","channel":{"id":"C1"},"message":{"text":"f5"}}`,
		`{"authorizations":[null]}`, `{"team":{"id":"\ud800"}}`, `null`, `[]`, `{`, "", "\xff",
	} {
		for kind := range uint8(4) {
			f.Add(kind, []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, payload []byte) {
		var d delivery
		if kinds := []string{"slash_commands", "interactive", "events_api"}; int(kind) < len(kinds) {
			d = envelope(kinds[kind], string(payload))
		} else if form, err := url.ParseQuery(string(payload)); err == nil {
			d = byForm(form)
		}
		a, err := d.action(botID, nil)
		if err != nil {
			return
		}
		if a.Origin != chat.OriginUser || a.Focus != "" || a.Verb == "" && a.Args != nil || a.Moderator || a.Direct {
			t.Errorf("%q is read as %+v", payload, a)
		}
		if a.User.ID == "" || a.Place.Channel == "" || a.User.Platform != Platform || a.Place.Platform != Platform || a.User.Team != a.Place.Team {
			t.Errorf("%q comes from %+v in %+v", payload, a.User, a.Place)
		}
		if kinds := map[bool]int{true: 1}; kinds[a.Words != nil]+kinds[a.Control != ""]+kinds[a.Verb != ""] != 1 {
			t.Errorf("%q is not one thing: %+v", payload, a)
		}
		for _, w := range a.Words {
			if person := w.Kind == chat.MentionsPerson || w.Kind == chat.MentionsBot; person != (w.User.ID != "") || !person && w.Text == "" {
				t.Errorf("%q has the word %+v", payload, w)
			}
			if utf8.Valid(payload) && !utf8.ValidString(w.Text) && kind < 3 {
				t.Errorf("%q has the word %q", payload, w.Text)
			}
		}
	})
}
