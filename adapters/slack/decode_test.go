package slack

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

const botID = "U0BOT"

func wordsText(words []chat.Token) string {
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
		{"move\u00a0d3", `"move d3"`, nil},
		{"<@U2|bo>", `@U2(bo)`, nil},
		{"<@U2|bo o'neill jr.>", `@U2(bo o'neill jr.)`, nil},
		{"<@U2|a&amp;b>", `@U2(a&b)`, nil},
		{"<@U0BOT|othello>", `@bot`, nil},
		{"start <@U2|bo> black", `"start " @U2(bo) " black"`, nil},
		{"<@U2><@U3|cy>", `@U2() @U3(cy)`, nil},
		{"&lt;@U2&gt;", `"<@U2>"`, nil}, // typed literally
		{"&lt;@U2|bo&gt; &amp;amp;", `"<@U2|bo> &amp;"`, nil},
		{"<#C1|general> <!here> <https://example.com|x>", `"<#C1|general> <!here> <https://example.com|x>"`, nil},
		{"ana@example.com", `"ana@example.com"`, nil},
		{"@ bo", `"@ bo"`, nil},
		{"start @bo", ``, errUnresolvedName},
		{"start <@U2> @cy", ``, errUnresolvedName},
		{"@żółw", ``, errUnresolvedName},
		{"start <!subteam^S1|@team>", ``, errUserGroup},
		{"\xff<@U2>\xff", "\"\\xff\" @U2() \"\\xff\"", nil},
	} {
		a, err := delivery{kind: commandKind, team: "T1", user: "U1", origin: origin{Channel: "C1"}, text: c.text}.action(botID, nil)
		if !errors.Is(err, c.err) {
			t.Errorf("%q: the error is %v, want %v", c.text, err, c.err)
		}
		if got := wordsText(a.Tokens); err == nil && got != c.want {
			t.Errorf("%q is read as %s, want %s", c.text, got, c.want)
		}
		if err == nil && a.Tokens == nil {
			t.Errorf("%q has no words, so that it is no command", c.text)
		}
	}
}

// The first mention of the bot, which addresses the bot, is not among the tokens.
func TestMentionWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"<@U0BOT> d3", `" d3"`},
		{"<@U0BOT>", ``},
		{"<@U0BOT|othello> start <@U0BOT>", `" start " @bot`},
		{"hey <@U0BOT> d3", `"hey " " d3"`},
		{"<@U2> and <@U0BOT>", `@U2() " and "`},
	} {
		a, err := delivery{kind: messageKind, team: "T1", user: "U1", origin: origin{Channel: "C1"}, text: c.text}.action(botID, nil)
		if got := wordsText(a.Tokens); err != nil || got != c.want || a.Tokens == nil {
			t.Errorf("%q is read as %s, %v, want %s", c.text, got, err, c.want)
		}
	}
}

// A delivery with an impossible user or channel ID is rejected.
func TestHostileIDs(t *testing.T) {
	for _, id := range []string{"", "engine", "slack//engine", "../..", "U1> <!channel> <@U2", "u1", "U1 ", "U1\x00", "T1/U1", "é"} {
		for _, d := range []delivery{{user: id, origin: origin{Channel: "C1"}}, {user: "U1", origin: origin{Channel: id}}} {
			d.kind, d.team, d.text = commandKind, "T1", "d3"
			if a, err := d.action(botID, nil); !errors.Is(err, errNotUnderstood) {
				t.Errorf("%q is read as %+v, %v", id, a, err)
			}
		}
	}
}

func envelope(kind, payload string) delivery {
	return deliveryIn(frame{Type: kind, Payload: json.RawMessage(payload)})
}

func byForm(form url.Values) delivery {
	r, _ := http.NewRequest(http.MethodPost, "/", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	c, err := slackapi.SlashCommandParse(r)
	if err != nil {
		return delivery{}
	}
	return commandDelivery(c)
}

func summary(d delivery) string {
	a, err := d.action(botID, nil)
	who := fmt.Sprintf("%s/%s in %s/%s", a.User.Team, a.User.ID, a.Place.Team, a.Place.Channel)
	if a.Place.Thread != "" {
		who += "/" + a.Place.Thread
	}
	if d.Private {
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
		return fmt.Sprintf("message %s by %s: %s", wordsText(a.Tokens), id, who)
	default:
		return fmt.Sprintf("command %s by %s: %s", wordsText(a.Tokens), id, who)
	}
}

// Each block of the test data file holds a delivery's name, its envelope's type and payload, and the
// expected result.
func TestDeliveries(t *testing.T) {
	for block := range strings.SplitSeq(testdata(t, "testdata/deliveries.txt"), "\n\n") {
		parts := strings.Split(block, "\n")
		kind, payload, _ := strings.Cut(parts[1], " ")
		if got := summary(envelope(kind, payload)); got != parts[2] {
			t.Errorf("%s is read as\n%s\nwant\n%s", parts[0], got, parts[2])
		}
	}
}

func testdata(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(string(text), "\n")
}

func eventOf(around, inner string) string {
	return `{"type":"event_callback","event_id":"Ev1",` + around + `,"event":` + inner + `}`
}

// Deliveries recorded in Slack's own test suites,
// https://github.com/slackapi/bolt-python/tree/main/tests/scenario_tests, are decoded as
// testdata/recorded.txt says. The bot ignores recordings that the file does not list.
func TestRecorded(t *testing.T) {
	want := map[string]string{}
	for line := range strings.SplitSeq(testdata(t, "testdata/recorded.txt"), "\n") {
		name, is, _ := strings.Cut(line, ": ")
		want[name] = is
	}
	for name, body := range slacktest.Recordings(t, "bolt-python") {
		form, _ := url.ParseQuery(body)
		var d delivery
		switch {
		case strings.HasPrefix(name, "event_callback"), strings.HasPrefix(name, "url_verification"):
			d = envelope("events_api", body)
		case strings.HasSuffix(name, ".json"):
			d = envelope("interactive", body)
		case form.Has("payload"):
			d = envelope("interactive", form.Get("payload"))
		default:
			d = byForm(form)
		}
		got := summary(d)
		if expected, ok := want[name]; ok && got != expected || !ok && !strings.HasPrefix(got, "nothing") {
			t.Errorf("%s is read as %s, want %s", name, got, expected)
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("%s is not there", name)
	}
}

// FuzzDelivery decodes arbitrary input. A resulting action is valid and comes from a user, never from the
// platform, the engine or the clock.
func FuzzDelivery(f *testing.F) {
	for _, seed := range []string{
		`{"team_id":"T1","channel_id":"C1","user_id":"U1","text":"<@U2|bo> &amp; @cy"}`,
		`{"type":"block_actions","user":{"id":"U1"},"container":{"message_ts":"5.6","channel_id":"C1"},"actions":[{"value":"o1:x"}]}`,
		eventOf(`"team_id":"T1"`, `{"type":"app_mention","user":"U1","text":"<@U0BOT> <!subteam^S1>","channel":"C1"}`),
		eventOf(`"enterprise_id":"E1"`, `{"type":"tokens_revoked","tokens":{"bot":["U1"]}}`),
		`{"type":"view_submission","user":{"id":"U1"},"view":{"private_metadata":"{\"c\":\"C1\",\"v\":\"load\",\"a\":\"moves\"}","state":{"values":{"field":{"field":{"value":"f5"}}}}}}`,
		`{"type":"block_actions","user":{"id":"U1"},"view":{"type":"home","private_metadata":"{\"c\":\"D1\"}"},"actions":[{"value":"o1:x"}]}`,
		`{"type":"block_actions","user":{"id":"U1"},"container":{"message_ts":"5.6","channel_id":"C1"},"actions":[{"type":"button","url":"https://bot.example/g/x"}]}`,
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
		if kinds := map[bool]int{true: 1}; kinds[a.Tokens != nil]+kinds[a.Control != ""]+kinds[a.Verb != ""] != 1 {
			t.Errorf("%q is not one thing: %+v", payload, a)
		}
		for _, w := range a.Tokens {
			if person := w.Kind == chat.MentionsPerson || w.Kind == chat.MentionsBot; person != (w.User.ID != "") || !person && w.Text == "" {
				t.Errorf("%q has the word %+v", payload, w)
			}
			if utf8.Valid(payload) && !utf8.ValidString(w.Text) && kind < 3 {
				t.Errorf("%q has the word %q", payload, w.Text)
			}
		}
	})
}

// The text of a chosen message includes the texts of its blocks and attachments.
func TestShownText(t *testing.T) {
	for message, want := range map[string]string{
		`{"text":"f5d6c3"}`: "f5d6c3",
		`{"text":"","attachments":[{"fallback":"no","text":"f5 &gt; d6","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"c3d3"}}]}]}`:                                                              "f5 > d6 c3d3",
		`{"text":"","attachments":[{"is_share":true,"message_blocks":[{"message":{"blocks":[{"type":"section","fields":[{"type":"plain_text","text":"f5d6c3"}]}]}}]}]}`:                                       "f5d6c3",
		`{"text":"","blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"emoji","name":"one"},{"type":"emoji","name":"black_circle"},{"type":"text","text":"f5"}]}]}]}`: ":one::black_circle:f5",
		`{"text":"","blocks":[{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"c3"}}]},{"type":"of_2030","elements":7}]}`:                                                   "c3",
		`{"text":"<@U1> <https://example.org|f5d6> <!date^1^{time}|12:00>","blocks":[null,"f5",true]}`:                                                                                                        "f5d6 12:00 f5",
		`{"text":"f5d6c3","blocks":7,"attachments":"x"}`: "f5d6c3 x",
	} {
		var i interaction
		if err := json.Unmarshal([]byte(`{"type":"message_action","message":`+message+`}`), &i); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(i.delivery().text), " "); got != want {
			t.Errorf("%s shows %q, want %q", message, got, want)
		}
	}
}

func TestRefs(t *testing.T) {
	r := ref{"C0123456789", "1767225602.000002"}
	if got, err := parseRef(r.name()); err != nil || got != r || len(r.name()) > 200 {
		t.Errorf("%q is read as %v, %v", r.name(), got, err)
	}
	for _, name := range []chat.MessageRef{
		"", "/", "C1", "C1/", "/1.2", "C1/1.2/3", "C1/x", "C1/1.2&channel=C2", "C1/-1", chat.MessageRef("C1/" + strings.Repeat("1", 100)), "C1/1.2\n",
	} {
		if got, err := parseRef(name); err == nil {
			t.Errorf("%q is read as %v", name, got)
		}
	}
}
