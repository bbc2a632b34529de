package slacktest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// good is a valid message with every part that a message can have.
const good = `{
	"channel": "C1", "ts": "1.2", "user": "U1", "parse": "none", "text": "<@U1> plays d3 &amp; flips 1",
	"blocks": [
		{"type": "section", "block_id": "a", "text": {"type": "mrkdwn", "verbatim": true, "text": "<@W1|ana> *at* <!date^0^{time}|00:00> in <#C1> &lt; <https://example.org/?a&amp;b|here> @here"}},
		{"type": "image", "image_url": "https://example.org", "alt_text": "a board"},
		{"type": "data_visualization", "title": "Lead", "chart": {"type": "line", "axis_config": {"categories": ["3", "6"], "x_label": "Moves"},
			"series": [{"name": "Black", "data": [{"label": "3", "value": 2}, {"label": "6", "value": -4}]}]}},
		{"type": "context", "elements": [{"type": "mrkdwn", "text": "small", "verbatim": true}, {"type": "plain_text", "text": "a & b"}]},
		{"type": "actions", "elements": [
			{"type": "button", "action_id": "1", "value": "v", "style": "danger", "text": {"type": "plain_text", "text": "Go", "emoji": false}, "accessibility_label": "Go"},
			{"type": "static_select", "action_id": "2", "placeholder": {"type": "plain_text", "text": "Choose"},
				"options": [{"text": {"type": "plain_text", "text": "d3"}, "value": "o"}]}
		]}
	]
}`

func TestCheckAcceptsWhatSlackTakes(t *testing.T) {
	for _, method := range []string{"chat.postMessage", "chat.postEphemeral", "chat.update", "chat.delete", MethodResponse, MethodAck} {
		if found := Check(method, []byte(good)); len(found) > 0 {
			t.Errorf("%s: %q", method, found)
		}
	}
	if found := Check("chat.postMessage", []byte(`{"channel":"C1","text":"no blocks"}`)); len(found) > 0 {
		t.Errorf("a message without blocks: %q", found)
	}
}

func full(block string) string { return `{"channel":"C1","text":"t","blocks":[` + block + `]}` }

// verbatim returns a message with Slack's parsing of names turned off.
func verbatim(message string) string { return strings.Replace(message, "{", `{"parse":"none",`, 1) }

func section(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return full(`{"type":"section","text":{"type":"mrkdwn","verbatim":true,"text":` + string(quoted) + `}}`)
}

func control(fields string) string { return full(`{"type":"actions","elements":[{` + fields + `}]}`) }

func lineChart(title, series, categories, points string) string {
	return `{"type":"data_visualization","title":"` + title + `","chart":{"type":"line","axis_config":{"categories":[` + categories +
		`]},"series":[{"name":"` + series + `","data":[` + points + `]}]}}`
}

func charted(title, series, categories, points string) string {
	return full(lineChart(title, series, categories, points))
}

func label(text string) string { return `{"type":"plain_text","text":"` + text + `"}` }

func picked(option string) string {
	return control(`"type":"static_select","placeholder":` + label("p") + `,"options":[` + option + `]`)
}

func times(n int, text string) string {
	return strings.TrimSuffix(strings.Repeat(text+",", n), ",")
}

func letters(n int) string { return strings.Repeat("x", n) }

// Beginnings of views.
const (
	title  = `"title":{"type":"plain_text","text":"t"}`
	modal  = `"type":"modal",` + title
	asking = modal + `,"submit":{"type":"plain_text","text":"s"}`
)

func viewed(begins, blocks string) string {
	text, err := json.Marshal(map[string]string{"view": "{" + begins + `,"blocks":[` + blocks + "]}"})
	if err != nil {
		panic(err)
	}
	return string(text)
}

func field(title, kind string, longest int) string {
	most := ""
	if longest > 0 {
		most = fmt.Sprintf(`,"max_length":%d`, longest)
	}
	return `{"type":"input","block_id":"b","label":` + label(title) + `,"element":{"type":"` + kind + `","action_id":"a"` + most + `}}`
}

func TestCheckFindsEachFault(t *testing.T) {
	const image, button = `{"type":"image","image_url":"https://example.org","alt_text":"a"}`, `{"type":"button","text":{"type":"plain_text","text":"b"}}`
	for _, c := range []struct{ name, method, body, want string }{
		{"no JSON", "", `[]`, "JSON:"},
		{"no channel", "", `{"text":"t"}`, "channel: is missing"},
		{"no ts", "chat.update", verbatim(section("x")), "ts: is missing"},
		{"no user", "chat.postEphemeral", section("x"), "user: is missing"},
		{"no text", "", strings.Replace(section("x"), `"text":"t",`, "", 1), "text: is empty"},
		{"long text", "", `{"channel":"C1","text":"` + letters(4001) + `"}`, "text: has 4001"},
		{"no blocks in an update", "chat.update", verbatim(`{"channel":"C1","ts":"1","text":"t"}`), "blocks: is missing"},
		{"an empty list", "", full(""), "not all known to slack-go"},
		{"long blocks", "", full(times(5, `{"type":"section","text":{"type":"mrkdwn","verbatim":true,"text":"`+letters(2800)+`"}}`)), "characters in all"},
		{"an unknown block", "", full(`{"type":"divider"}`), `"divider" is no block`},
		{"no parse in an update", "chat.update", strings.Replace(section("x"), "{", `{"ts":"1",`, 1), "parse: is missing"},
		{"parse", "", `{"channel":"C1","text":"t","parse":"full"}`, "parse:"},
		{"response_type", MethodResponse, `{"text":"t","response_type":"public"}`, `response_type: "public"`},
		{"empty text of a section", "", section(""), "blocks[0].text: text must have a minimum length"},
		{"long section", "", section(letters(3001)), "blocks[0].text: text cannot be longer than 3000"},
		{"11 elements of context", "", full(`{"type":"context","elements":[` + times(11, label("x")) + `]}`), "elements: there are 11"},
		{"26 controls", "", full(`{"type":"actions","elements":[` + times(26, button) + `]}`), "elements: there are 26"},
		{"long label", "", control(`"type":"button","text":` + label(letters(76))), "text: has 76"},
		{"no label", "", control(`"type":"button","text":null`), "text: is missing"},
		{"label of markup", "", control(`"type":"button","text":{"type":"mrkdwn","text":"x","verbatim":true}`), `want "plain_text"`},
		{"long value", "", control(`"type":"button","value":"` + letters(2001) + `","text":` + label("x")), "value: has 2001"},
		{"long accessibility label", "", control(`"type":"button","accessibility_label":"` + letters(76) + `","text":` + label("x")), "accessibility_label: has 76"},
		{"style", "", control(`"type":"button","style":"default","text":` + label("x")), `style: "default"`},
		{"long action_id", "", control(`"type":"button","action_id":"` + letters(256) + `","text":` + label("x")), "action_id: has 256"},
		{"an action_id twice", "", full(`{"type":"actions","elements":[` + times(2, `{"type":"button","action_id":"a","text":`+label("x")+`}`) + `]}`), `action_id: "a" is there twice`},
		{"a block_id twice", "", full(times(2, strings.Replace(image, "{", `{"block_id":"d",`, 1))), `block_id: "d" is there twice`},
		{"long block_id", "", full(strings.Replace(image, "{", `{"block_id":"`+letters(256)+`",`, 1)), "block_id: has 256"},
		{"no options", "", control(`"type":"static_select","placeholder":` + label("p")), "options: there are 0"},
		{"long option", "", picked(`{"text":` + label(letters(76)) + `,"value":"v"}`), "options[0].text: has 76"},
		{"no value of an option", "", picked(`{"value":"","text":` + label("o") + `}`), "options[0].value: is empty"},
		{"no alt text", "", full(`{"type":"image","image_url":"https://example.org","alt_text":""}`), "alt_text: is empty"},
		{"long title of a chart", "", charted(letters(51), "s", `"3"`, `{"label":"3","value":1}`), "title cannot be longer than 50"},
		{"three charts", "", full(times(3, lineChart("t", "s", `"3"`, `{"label":"3","value":1}`))), "there are 3 charts"},
		{"null inside", "", full(strings.Replace(image, "{", `{"title":null,`, 1)), "not all known to slack-go"},
		{"verbatim plain text", "", full(`{"type":"section","text":{"type":"plain_text","text":"x","verbatim":true}}`), "verbatim: is for mrkdwn"},
		{"raw <", "", section("a < b"), "is not escaped"},
		{"a mention of nothing", "", section("<@ana>"), "is not escaped"},
		{"<!channel>", "", section("<!channel>"), "many at once"},
		{"<!channel> in the text", "", `{"channel":"C1","text":"<!channel>"}`, "text: is not escaped"},
		{"not verbatim", "", full(`{"type":"section","text":{"type":"mrkdwn","text":"look"}}`), "is not verbatim"},
		{"a field that Slack does not have", "", full(strings.Replace(image, "{", `{"url":"x",`, 1)), "not all known to slack-go"},
		{"no UTF-8", "", full(strings.Replace(image, "example", "\xff", 1)), "is no UTF-8"},
		{"long address of a picture", "", full(strings.Replace(image, "example.org", letters(3000), 1)), "image_url: has"},
		{"a picture in small print", "", full(`{"type":"context","elements":[` + image + `]}`), "elements[0]: is missing"},
		{"another control", "", control(`"type":"datepicker"`), `"datepicker" is no control`},
		{"long detail of an option", "", picked(`{"text":` + label("o") + `,"value":"v","description":` + label(letters(76)) + `}`), "description: has 76"},
		{"no view", "views.open", `{}`, "view:"},
		{"a home as a modal", "views.publish", viewed(`"type":"modal"`, image), `view.type: is "modal"`},
		{"no title of a modal", "views.open", viewed(`"type":"modal"`, image), "view.title: a modal has one"},
		{"a title of a home", "views.publish", viewed(`"type":"home",`+title, image), "view.title: a modal has one"},
		{"long title of a modal", "views.update", viewed(`"type":"modal","title":`+label(letters(25)), image), "view.title: has 25"},
		{"long private_metadata", "views.open", viewed(modal+`,"private_metadata":"`+letters(3001)+`"`, image), "view.private_metadata: has 3001"},
		{"101 blocks in a view", "views.open", viewed(modal, times(101, image)), "view.blocks: there are 101"},
		{"nothing to send a form by", "views.open", viewed(modal, field("l", "plain_text_input", 3000)), "view.submit: is missing"},
		{"no UUID", "", `{"channel":"C1","text":"x","client_msg_id":"00000000-0000-0000-0000-000000000000"}`, "client_msg_id:"},
		{"a whisper with an ID", "chat.postEphemeral", `{"channel":"C1","text":"x","user":"U1","client_msg_id":"0f1e2d3c-4b5a-4678-9abc-def012345678"}`, "client_msg_id:"},
		{"long answer", "views.open", viewed(asking, field("l", "plain_text_input", 3001)), "max_length: is 3001"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.method == "" {
				c.method = "chat.postMessage"
			}
			found := Check(c.method, []byte(c.body))
			if len(found) != 1 || !strings.Contains(found[0], c.want) {
				t.Errorf("found %q, want one with %q", found, c.want)
			}
		})
	}
}
