package slack

import (
	"encoding/json"
	"regexp"
	"strings"
)

// shownText is all text that a message shows: its own, and that of its blocks and
// attachments, https://docs.slack.dev/reference/block-kit/blocks. They may be of any kind, also
// of one that comes to be.
func shownText(text string, others ...json.RawMessage) string {
	var all strings.Builder
	all.WriteString(text + "\n")
	for _, other := range others {
		var part any
		if json.Unmarshal(other, &part) == nil {
			collect(&all, part)
		}
	}
	return entities.Replace(code.ReplaceAllString(strings.TrimSpace(all.String()), " $1 "))
}

// code is a mention or a link in a text, perhaps with what is shown for it.
var code = regexp.MustCompile(`<[^<>|]*(?:\|([^<>]*))?>`)

// shownKeys are the fields with what people see, or with what holds it, in their order.
var shownKeys = []string{
	"title", "pretext", "text", "fields", "elements", "accessory", "options", "blocks", "message_blocks", "message", "attachments", "footer",
}

// collect writes the text of a part of a message.
func collect(all *strings.Builder, part any) {
	switch part := part.(type) {
	case string:
		all.WriteString(part)
	case []any:
		for _, p := range part {
			collect(all, p)
		}
	case map[string]any:
		if name, ok := part["name"].(string); ok && part["type"] == "emoji" {
			all.WriteString(":" + name + ":")
		}
		for _, key := range shownKeys {
			if shown, ok := part[key]; ok {
				collect(all, shown)
				if part["type"] != "text" && part["type"] != "link" { // which stand within a line
					all.WriteByte('\n')
				}
			}
		}
	}
}
