package discord

import (
	"encoding/json"
	"regexp"
	"strings"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/render"
)

// shownText returns what a message shows, https://docs.discord.com/developers/resources/message.
// A forwarded message has its text in a snapshot.
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

// code is a mention, a command or an emoji of one's own in the text of a message,
// https://docs.discord.com/developers/reference#message-formatting. A tile of the board is
// read as [render.Text] has it, a command as it is typed.
var code = regexp.MustCompile(`<(?:a?:(\w+):\d+|(/[\w ]+):\d+|[@#t][^<>\s]*)>`)
