package discord

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"othellobot/chat"
)

// markdown writes texts in Discord's markup,
// https://docs.discord.com/developers/reference#message-formatting.
type markdown struct {
	strings.Builder
	commands  commandText
	mentioned []string // the people whom the text may notify
}

// text writes a text, each line behind the prefix.
func (m *markdown) text(t chat.Text, prefix string) {
	lineStart := true
	for _, s := range t {
		if lineStart {
			m.WriteString(prefix)
		}
		m.span(s, prefix, lineStart)
		lineStart = strings.HasSuffix(s.Text, "\n") && s.Kind == chat.SpanPlain || s.Kind == chat.SpanBlock
	}
}

func (m *markdown) span(s chat.Span, prefix string, lineStart bool) {
	switch s.Kind {
	case chat.SpanMention:
		if !slices.Contains(m.mentioned, s.User.ID) {
			m.mentioned = append(m.mentioned, s.User.ID)
		}
		m.WriteString("<@" + s.User.ID + ">")
	case chat.SpanName:
		m.WriteString("<@" + s.User.ID + ">")
	case chat.SpanBold:
		m.WriteString("**")
		m.escape(s.Text, prefix, false)
		m.WriteString("**")
	case chat.SpanCode:
		m.WriteString("`" + strings.ReplaceAll(s.Text, "`", "ˋ") + "`")
	case chat.SpanBlock:
		m.WriteString("```\n" + strings.ReplaceAll(s.Text, "`", "ˋ") + "\n```\n")
	case chat.SpanCommand:
		m.WriteString(m.commands.write(s.Text))
	case chat.SpanTime:
		m.WriteString("<t:" + strconv.FormatInt(s.Time.Unix(), 10) + ":t>")
	default:
		m.escape(s.Text, prefix, lineStart)
	}
}

// escape writes plain text so that nothing in it is markup. A line break inside
// the text is followed by the prefix.
func (m *markdown) escape(text, prefix string, lineStart bool) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c >= utf8.RuneSelf: // no markup beyond ASCII
		case strings.IndexByte("\\*_~|`<[@", c) >= 0,
			strings.IndexByte("#>-+", c) >= 0 && lineStart,
			c == '.' && i > 0 && text[i-1] >= '0' && text[i-1] <= '9' && ordinal(text[:i]):
			m.WriteByte('\\')
		}
		m.WriteByte(c)
		lineStart = c == '\n' || lineStart && c == ' '
		if c == '\n' && i < len(text)-1 {
			m.WriteString(prefix)
		}
	}
}

// ordinal reports whether the last line of a text is a number, as that of an item
// in a list.
func ordinal(text string) bool {
	line := strings.TrimLeft(text[strings.LastIndexByte(text, '\n')+1:], " ")
	return strings.Trim(line, "0123456789") == ""
}

// units counts the UTF-16 units of a text, without making them.
func units(text string) int {
	n := 0
	for _, r := range text {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}
