package discord

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"othellobot/chat"
)

// See https://docs.discord.com/developers/reference#message-formatting.
type markdown struct {
	strings.Builder
	commands  commandFormatter
	prefix    string // starts every line
	line      lineState
	mentioned []string // ids of the users whom the text may notify
}

// lineState describes a line so far, and decides whether the next character would be markup.
type lineState uint8

const (
	lineStart  lineState = iota // empty, or spaces only
	lineNumber                  // a number, which a full stop would make a list item
	lineFilled                  // anything else
)

func (m *markdown) writeText(t chat.Text) {
	for _, s := range t {
		if m.Len() == 0 || strings.HasSuffix(m.String(), "\n") {
			m.WriteString(m.prefix)
		}
		m.span(s)
	}
}

func (m *markdown) span(s chat.Span) {
	switch s.Kind {
	case chat.SpanPlain:
		m.escape(s.Text)
		return
	case chat.SpanMention:
		if !slices.Contains(m.mentioned, s.User.ID) {
			m.mentioned = append(m.mentioned, s.User.ID)
		}
		m.WriteString("<@" + s.User.ID + ">")
	case chat.SpanName:
		m.WriteString("<@" + s.User.ID + ">")
	case chat.SpanBold:
		m.WriteString("**")
		m.line = lineFilled
		m.escape(s.Text)
		m.WriteString("**")
	case chat.SpanCode:
		m.WriteString("`" + strings.ReplaceAll(s.Text, "`", "ˋ") + "`")
	case chat.SpanBlock:
		m.WriteString("```\n" + strings.ReplaceAll(s.Text, "`", "ˋ") + "\n```\n")
		m.line = lineStart
		return
	case chat.SpanCommand:
		m.WriteString(m.commands.format(s.Text))
	case chat.SpanLink:
		m.WriteString("[")
		m.line = lineFilled
		m.escape(s.Text)
		m.WriteString("](" + linkOf(*s.Link) + ")")
	case chat.SpanTime:
		m.WriteString("<t:" + strconv.FormatInt(s.Time.Unix(), 10) + ":t>")
	case chat.SpanDateTime:
		m.WriteString("<t:" + strconv.FormatInt(s.Time.Unix(), 10) + ":f>")
	}
	m.line = lineFilled
}

func linkOf(to chat.Link) string {
	if to.URL != "" {
		return to.URL
	}
	address := "https://discord.com/channels/" + cmp.Or(to.Place.Team, "@me") + "/" + channelOf(to.Place)
	if r, err := parseRef(to.Message); err == nil {
		address += "/" + r.message
	}
	return address
}

// escape writes plain text so that nothing in it is markup.
func (m *markdown) escape(text string) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c >= utf8.RuneSelf: // there is no markup beyond ASCII
		case strings.IndexByte("\\*_~|`<[@", c) >= 0,
			strings.IndexByte("#>-+", c) >= 0 && m.line == lineStart,
			c == '.' && m.line == lineNumber:
			m.WriteByte('\\')
		}
		m.WriteByte(c)
		switch {
		case c == '\n':
			m.line = lineStart
			if i < len(text)-1 {
				m.WriteString(m.prefix)
			}
		case c == ' ' && m.line == lineStart:
		case c >= '0' && c <= '9' && m.line != lineFilled:
			m.line = lineNumber
		default:
			m.line = lineFilled
		}
	}
}

func units(text string) int {
	n := 0
	for _, r := range text {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}

type commandFormatter struct {
	id       string // of the registered slash command; empty if unknown
	commands []chat.Command
}

// format formats the words of a command. If the first word names no command, format treats it as a
// choice of a parameter, or else as a button's label.
func (c commandFormatter) format(words string) string {
	verb, rest, _ := strings.Cut(words, " ")
	for i := range c.commands {
		if c.commands[i].Name == verb {
			return c.mention(verb) + options(&c.commands[i], rest)
		}
	}
	for i := range c.commands {
		if p := parameterWithChoice(&c.commands[i], verb); p != nil {
			return c.mention(c.commands[i].Name) + " " + p.Name + ":" + verb
		}
	}
	if verb == "" {
		return chat.SlashCommand
	}
	return "**" + strings.ToUpper(verb[:1]) + verb[1:] + "**"
}

// See https://docs.discord.com/developers/reference#message-formatting.
func (c commandFormatter) mention(verb string) string {
	if c.id == "" {
		return "`" + chat.SlashCommand + " " + verb + "`"
	}
	return "<" + chat.SlashCommand + " " + verb + ":" + c.id + ">"
}

func options(command *chat.Command, words string) string {
	var text strings.Builder
	for word := range strings.FieldsSeq(words) {
		text.WriteByte(' ')
		if p := parameterFor(command, word); p != nil {
			text.WriteString(p.Name + ":")
		}
		text.WriteString(word)
	}
	return text.String()
}

// parameterFor prefers a parameter that lists the word as a choice over one of a suitable type.
func parameterFor(command *chat.Command, word string) *chat.Parameter {
	if p := parameterWithChoice(command, word); p != nil {
		return p
	}
	_, notNumber := strconv.Atoi(word)
	for i := range command.Parameters {
		switch p := &command.Parameters[i]; {
		case p.Choices != nil:
		case p.Type == chat.TypeInteger && notNumber == nil,
			p.Type == chat.TypeText && notNumber != nil,
			p.Type == chat.TypeRest:
			return p
		}
	}
	return nil
}

func parameterWithChoice(command *chat.Command, word string) *chat.Parameter {
	for i := range command.Parameters {
		p := &command.Parameters[i]
		if slices.ContainsFunc(p.Choices, func(c chat.Choice) bool { return c.Value == word }) {
			return p
		}
	}
	return nil
}
