package slack

import (
	"encoding/json"
	"regexp"
	"strings"

	"othellobot/adapters/internal/exchange"
)

// shownText returns the text that a message shows: its own, and that of its blocks and attachments,
// https://docs.slack.dev/reference/block-kit/blocks.
func shownText(text string, others ...json.RawMessage) string {
	text += "\n" + exchange.VisibleText(others...)
	return entities.Replace(markupSequence.ReplaceAllString(strings.TrimSpace(text), " $1 "))
}

// markupSequence matches a mention or a link, with its label if it has one.
var markupSequence = regexp.MustCompile(`<[^<>|]*(?:\|([^<>]*))?>`)
