package discord

import (
	"encoding/json"
	"regexp"
	"strings"

	"othellobot/chat"
	"othellobot/render"
)

// shownMessage holds all text that a message shows,
// https://docs.discord.com/developers/resources/message#message-object. A forwarded message
// has its text in a snapshot.
type shownMessage struct {
	Content string `json:"content"`
	Embeds  []struct {
		Title       string `json:"title"`
		Description string `json:"description"`
		Fields      []struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"fields"`
		Footer struct {
			Text string `json:"text"`
		} `json:"footer"`
	} `json:"embeds"`
	Components []shownComponent `json:"components"`
	Snapshots  []struct {
		Message shownMessage `json:"message"`
	} `json:"message_snapshots"`
}

// shownComponent is a text, a control with its label, or holds other components,
// https://docs.discord.com/developers/components/reference.
type shownComponent struct {
	Content string `json:"content"`
	Label   string `json:"label"`
	Options []struct {
		Label string `json:"label"`
	} `json:"options"`
	Components []shownComponent `json:"components"`
}

// shownText reads a message. Of one that has another form than is known it reads the content.
func shownText(message json.RawMessage) string {
	var m shownMessage
	if json.Unmarshal(message, &m) != nil {
		var plain struct {
			Content string `json:"content"`
		}
		_ = json.Unmarshal(message, &plain) // it may have no content either
		m = shownMessage{Content: plain.Content}
	}
	var parts []string
	m.collect(&parts)
	return unmarked(lines(parts...))
}

func (m shownMessage) collect(parts *[]string) {
	*parts = append(*parts, m.Content)
	for _, e := range m.Embeds {
		*parts = append(*parts, e.Title, e.Description)
		for _, f := range e.Fields {
			*parts = append(*parts, f.Name, f.Value)
		}
		*parts = append(*parts, e.Footer.Text)
	}
	collectComponents(m.Components, parts)
	for _, s := range m.Snapshots {
		s.Message.collect(parts)
	}
}

func collectComponents(list []shownComponent, parts *[]string) {
	for _, c := range list {
		*parts = append(*parts, c.Content, c.Label)
		for _, o := range c.Options {
			*parts = append(*parts, o.Label)
		}
		collectComponents(c.Components, parts)
	}
}

// code is a mention, a command or an emoji of one's own in the text of a message,
// https://docs.discord.com/developers/reference#message-formatting.
var code = regexp.MustCompile(`<(?:a?:(\w+):\d+|(/[\w ]+):\d+|[@#t][^<>\s]*)>`)

// unmarked writes codes as text: a tile of the board as [render.Text] has it, and a command as
// it is typed.
func unmarked(text string) string {
	return code.ReplaceAllStringFunc(text, func(found string) string {
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
