package slack

import (
	"encoding/json"
	"regexp"
	"strings"

	"othellobot/adapters/internal/exchange"
)

// shownText returns what a message shows: its own text, and that of its blocks and attachments,
// https://docs.slack.dev/reference/block-kit/blocks.
func shownText(text string, others ...json.RawMessage) string {
	text += "\n" + exchange.ShownText(others...)
	return entities.Replace(code.ReplaceAllString(strings.TrimSpace(text), " $1 "))
}

// code is a mention or a link in a text, perhaps with what is shown for it.
var code = regexp.MustCompile(`<[^<>|]*(?:\|([^<>]*))?>`)
