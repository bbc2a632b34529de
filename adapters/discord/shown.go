package discord

import (
	"encoding/json"
	"regexp"
	"strings"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/render"
)

// shownText returns the visible text of a message:
// https://docs.discord.com/developers/resources/message. It writes tiles in the form of
// [render.Text], commands as typed, and other markup codes as a space.
func shownText(message json.RawMessage) string {
	return markupCode.ReplaceAllStringFunc(exchange.VisibleText(message), func(found string) string {
		parts := markupCode.FindStringSubmatch(found)
		switch {
		case parts[1] != "":
			return render.TileText(parts[1])
		case strings.HasPrefix(parts[2], chat.SlashName):
			return parts[2]
		default:
			return " "
		}
	})
}

// markupCode matches a mention, a command or a custom emoji in the text of a message:
// https://docs.discord.com/developers/reference#message-formatting.
var markupCode = regexp.MustCompile(`<(?:a?:(\w+):\d+|(/[\w ]+):\d+|[@#t][^<>\s]*)>`)
