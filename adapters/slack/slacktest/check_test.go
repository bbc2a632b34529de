package slacktest

import (
	"encoding/json"
	"strings"
	"testing"
)

// goodMessage and goodModal are valid, and contain the parts that the test makes invalid.
const (
	goodMessage = `{
	"channel": "C1", "ts": "1.2", "user": "U1", "parse": "none", "text": "<@U1> plays d3 &amp; flips 1", "client_msg_id": "0f1e2d3c-4b5a-4678-9abc-def012345678",
	"blocks": [
		{"type": "section", "block_id": "a", "text": {"type": "mrkdwn", "verbatim": true, "text": "<@W1|ana> *at* <!date^0^{time}|00:00> in <#C1> &lt; <https://example.org/?a&amp;b|here> @here"}},
		{"type": "image", "image_url": "https://example.org", "alt_text": "a board"},
		{"type": "data_visualization", "title": "Lead", "chart": {"type": "line", "axis_config": {"categories": ["3", "6"], "x_label": "Moves"},
			"series": [{"name": "Black", "data": [{"label": "3", "value": 2}, {"label": "6", "value": -4}]}]}},
		{"type": "context", "elements": [{"type": "plain_text", "text": "a & b"}]},
		{"type": "actions", "elements": [
			{"type": "button", "action_id": "1", "value": "v", "style": "danger", "text": {"type": "plain_text", "text": "Go", "emoji": false}, "accessibility_label": "Go!"},
			{"type": "static_select", "action_id": "2", "placeholder": {"type": "plain_text", "text": "Choose"},
				"options": [{"text": {"type": "plain_text", "text": "d3"}, "value": "o", "description": {"type": "plain_text", "text": "flips 1"}}]}
		]}
	]
}`
	goodModal = `{"type": "modal", "private_metadata": "{}", "title": {"type": "plain_text", "text": "Load"}, "submit": {"type": "plain_text", "text": "Send"}, "blocks": [
	{"type": "input", "block_id": "b", "label": {"type": "plain_text", "text": "Moves"}, "element": {"type": "plain_text_input", "action_id": "a", "max_length": 3000}}
]}`
)

func letters(n int) string { return strings.Repeat("x", n) }

func times(n int, text string) string { return strings.TrimSuffix(strings.Repeat(text+",", n), ",") }

func TestCheckFindsEachFault(t *testing.T) {
	const post, update, open = "chat.postMessage", "chat.update", "views.open"
	const image, button = `{"type": "image", "image_url": "https://example.org", "alt_text": "a board"}`, `{"type": "button", "text": {"type": "plain_text", "text": "b"}}`
	for _, c := range []struct{ method, part, instead, want string }{
		{post, "", "", ""},
		{open, "", "", ""},
		{MethodAck, `"0f1e2d3c-4b5a-4678-9abc-def012345678"`, `""`, "client_msg_id:"},
		{post, "-4678-", "-0678-", "client_msg_id:"},
		{post, `"C1", "ts"`, `"", "ts"`, "channel: is missing"},
		{update, `"1.2"`, `""`, "ts: is missing"},
		{"chat.delete", `"1.2"`, `""`, "ts: is missing"},
		{"chat.postEphemeral", `"U1", "parse"`, `"", "parse"`, "user: is missing"},
		{update, `"blocks"`, `"block"`, "blocks: is missing"},
		{update, `"none"`, `""`, "parse: is missing"},
		{post, `"none"`, `"full"`, "parse:"},
		{post, `"none"`, `"none", "link_names": true`, "link_names:"},
		{MethodResponse, `"none"`, `"none", "response_type": "public"`, `response_type: "public"`},
		{post, "<@U1> plays d3 &amp; flips 1", "", "text: is empty"},
		{post, "<@U1> plays d3 &amp; flips 1", letters(4001), "text: has 4001"},
		{post, "<@U1> plays", "<!channel>", "text: is not escaped"},
		{post, "&lt;", "<", "is not escaped"},
		{post, "&lt;", "&", "is not escaped"},
		{post, "&lt;", ">", "is not escaped"},
		{post, "<#C1>", "<@ana>", "is not escaped"},
		{post, "&lt;", "<!here|here>", "is not escaped"},
		{post, `"verbatim": true, `, "", "is not verbatim"},
		{post, image, `{"type": "divider"}`, `"divider" is no block`},
		{post, image, times(50, image), "blocks: there are 54"},
		{post, `"https://example.org"`, `"https://example.org", "url": "x"`, "not all known to slack-go"},
		{post, `"https://example.org"`, `"https://example.org", "title": null`, "not all known to slack-go"},
		{post, `"https://example.org"`, `"` + letters(3001) + `"`, "image_url: has"},
		{post, "a board", "\xff", "is no UTF-8"},
		{post, "a board", "", "alt_text: is empty"},
		{post, `"alt_text": "a board"`, `"alt_text": "a board", "block_id": "a"`, `block_id: "a" is there twice`},
		{post, `"a", "text"`, `"` + letters(256) + `", "text"`, "block_id: has 256"},
		{post, "*at*", letters(3001), "text cannot be longer than 3000"},
		{post, "Lead", letters(51), "title cannot be longer than 50"},
		{post, `"a & b"`, `"a & b", "verbatim": true`, "verbatim: is for mrkdwn"},
		{post, `{"type": "plain_text", "text": "a & b"}`, times(11, `{"type": "plain_text", "text": "x"}`), "elements: there are 11"},
		{post, `{"type": "plain_text", "text": "a & b"}`, image, "elements[0]: is missing"},
		{post, `{"type": "button"`, times(25, button) + `, {"type": "button"`, "elements: there are 27"},
		{post, `"Go"`, `"` + letters(76) + `"`, "text: has 76"},
		{post, `{"type": "plain_text", "text": "Go", "emoji": false}`, "null", "text: is missing"},
		{post, `{"type": "plain_text", "text": "Go", "emoji": false}`, `{"type": "mrkdwn", "text": "Go", "verbatim": true}`, `want "plain_text"`},
		{post, `"v"`, `"` + letters(2001) + `"`, "value: has 2001"},
		{post, "Go!", letters(76), "accessibility_label: has 76"},
		{post, "danger", "default", `style: "default"`},
		{post, `"2"`, `"1"`, `action_id: "1" is there twice`},
		{post, `"Choose"`, `"` + letters(151) + `"`, "placeholder: has 151"},
		{post, `"options": [{"text"`, `"options": [` + times(100, `{"text": {"type": "plain_text", "text": "o"}, "value": "v"}`) + `, {"text"`, "options: there are 101"},
		{post, `"d3"}`, `"` + letters(76) + `"}`, "options[0].text: has 76"},
		{post, `"o", "description"`, `"", "description"`, "options[0].value: is empty"},
		{post, `"flips 1"}}`, `"` + letters(76) + `"}}`, "description: has 76"},
		{post, "static_select", "users_select", "is no list that the adapter sends"},
		{post, `"type": "static_select"`, `"type": "datepicker"`, "not all known to slack-go"},
		{"views.publish", "", "", `view.type: is "modal"`},
		{open, `"title"`, `"close"`, "view.title: a modal has one"},
		{open, "Load", letters(25), "view.title: has 25"},
		{open, "{}", letters(3001), "view.private_metadata: has 3001"},
		{open, `"submit"`, `"close"`, "view.submit: is missing"},
		{open, "plain_text_input", "email_text_input", "not all known to slack-go"},
		{open, "3000", "3001", "max_length: is 3001"},
		{open, `{"type": "input"`, times(100, image) + `, {"type": "input"`, "view.blocks: there are 101"},
	} {
		body := strings.Replace(goodMessage, c.part, c.instead, 1)
		if strings.HasPrefix(c.method, "views.") {
			text, _ := json.Marshal(map[string]string{"view": strings.Replace(goodModal, c.part, c.instead, 1)})
			body = string(text)
		}
		found := Check(c.method, []byte(body))
		if c.want == "" && len(found) == 0 {
			continue
		}
		if len(found) == 0 || !strings.Contains(strings.Join(found, "\n"), c.want) || c.want == "" {
			t.Errorf("%s, %.60s instead of %.60s: found %q, want %q", c.method, c.instead, c.part, found, c.want)
		}
	}
}
