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
// https://docs.discord.com/developers/resources/message.
func shownText(message json.RawMessage) string {
	return code.ReplaceAllStringFunc(exchange.ShownText(message), func(found string) string {
		parts := code.FindStringSubmatch(found)
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

// code matches a mention, a command or a custom emoji in a message's text:
// https://docs.discord.com/developers/reference#message-formatting. Tiles are read in the form
// of [render.Text], commands as typed.
var code = regexp.MustCompile(`<(?:a?:(\w+):\d+|(/[\w ]+):\d+|[@#t][^<>\s]*)>`)
