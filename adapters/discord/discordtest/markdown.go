package discordtest

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Plain returns a content as users read it: names for mentions, marks for lists, no escapes. See
// https://docs.discord.com/developers/reference#message-formatting. Plain also applies markup that
// a program forgot to escape, so that tests notice the missing text.
func (s *Server) Plain(content string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return plain(content, func(id string) string { return s.names[id] })
}

func plain(content string, name func(id string) string) string {
	m := &reader{name: name}
	m.read(content, true)
	return m.text.String()
}

type reader struct {
	text strings.Builder
	name func(id string) string
}

// Marks at the start of a line. Small print, quotes and headings lose their mark; the items of
// lists get a bullet.
var (
	lineMark = regexp.MustCompile(`^(?:-# +|#{1,3} +|>>> +|> +)`)
	itemMark = regexp.MustCompile(`^( *)[-*+] +`)
)

var (
	fence     = regexp.MustCompile("^(?s)```(?:[a-zA-Z0-9+-]*\n)?\n*(.+?)\n*```\n?")
	inlined   = regexp.MustCompile("^(?s)(?:``(.+?)``|`([^`]+)`)")
	userMark  = regexp.MustCompile(`^<@!?(\d+)>`)
	timeMark  = regexp.MustCompile(`^<t:(-?\d+)(?::([tTdDfFR]))?>`)
	tappable  = regexp.MustCompile(`^<(/[^:<>]+):\d+>`)
	picture   = regexp.MustCompile(`^<a?(:\w+:)\d+>`)
	elsewhere = regexp.MustCompile(`^<(?:#|@&)(\d+)>`)
	bareLink  = regexp.MustCompile(`^<(https?://[^ >]+)>`)
	link      = regexp.MustCompile(`^\[([^\[\]]+)\]\(<?https?://[^)]+\)`)
	escape    = regexp.MustCompile(`^\\([^0-9A-Za-z\s])`)
)

func (m *reader) read(text string, lineStart bool) {
	for text != "" {
		if lineStart {
			if mark := lineMark.FindString(text); mark != "" {
				text = text[len(mark):]
				lineStart = false
				continue
			}
			if mark := itemMark.FindStringSubmatch(text); mark != nil {
				m.text.WriteString(mark[1] + "• ")
				text = text[len(mark[0]):]
				lineStart = false
				continue
			}
		}
		n := m.markup(text)
		if n == 0 {
			n = 1
			m.text.WriteByte(text[0])
		}
		lineStart = text[n-1] == '\n'
		text = text[n:]
	}
}

// markup applies the markup at the start of a text and returns its length, or 0 if the text
// starts plain.
func (m *reader) markup(text string) int {
	for _, form := range []struct {
		begins  byte // first character; a quick test, because most text is plain
		pattern *regexp.Regexp
		show    func(found []string) string
	}{
		{'\\', escape, func(f []string) string { return f[1] }},
		{'`', fence, func(f []string) string { return f[1] + "\n" }},
		{'`', inlined, func(f []string) string { return f[1] + f[2] }},
		{'<', userMark, func(f []string) string { return "@" + m.name(f[1]) }},
		{'<', timeMark, clock},
		{'<', tappable, func(f []string) string { return f[1] }},
		{'<', picture, func(f []string) string { return f[1] }},
		{'<', elsewhere, func(f []string) string { return "#" + f[1] }},
		{'<', bareLink, func(f []string) string { return f[1] }},
		{'[', link, func(f []string) string { return f[1] }},
	} {
		if text[0] != form.begins {
			continue
		}
		if found := form.pattern.FindStringSubmatch(text); found != nil {
			m.text.WriteString(form.show(found))
			return len(found[0])
		}
	}
	return m.emphasis(text)
}

func clock(f []string) string {
	seconds, _ := strconv.ParseInt(f[1], 10, 64)
	layout := "15:04"
	if f[2] == "f" {
		layout = "January 2, 2006 15:04"
	}
	return time.Unix(seconds, 0).UTC().Format(layout)
}

func (m *reader) emphasis(text string) int {
	for _, mark := range []string{"**", "__", "~~", "||", "*", "_"} {
		if !strings.HasPrefix(text, mark) || mark == "_" && m.inWord() {
			continue
		}
		inner := lengthBefore(text[len(mark):], mark)
		if inner <= 0 || mark == "*" && text[1] == ' ' {
			continue
		}
		m.read(text[len(mark):len(mark)+inner], false)
		return inner + 2*len(mark)
	}
	return 0
}

func (m *reader) inWord() bool {
	read := m.text.String()
	return read != "" && word(read[len(read)-1])
}

func word(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// lengthBefore returns the length of the text before the closing mark, or 0 without a mark.
func lengthBefore(text, mark string) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case !strings.HasPrefix(text[i:], mark):
		case mark == "_" && i+1 < len(text) && word(text[i+1]):
		case len(mark) == 1 && strings.HasPrefix(text[i+1:], mark):
			i++ // a doubled mark is another mark
		default:
			return i
		}
	}
	return 0
}
