package discordtest

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Plain gives the text that people read where a content stands, its markup
// carried out: names for mentions, marks for lists, no escapes,
// https://docs.discord.com/developers/reference#message-formatting. Markup that
// was meant to be text is carried out too, and so is missing.
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

// What begins a line. Small print, a quote and a heading lose their mark, and an
// item of a list changes it.
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

// read carries the markup of a text out, which may begin a line.
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

// markup carries out what a text begins with, and gives its length, 0 if it
// begins with plain text.
func (m *reader) markup(text string) int {
	for _, form := range []struct {
		begins  byte // with which, for most text begins with none of them
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

// emphasis carries out a pair of marks around a text.
func (m *reader) emphasis(text string) int {
	for _, mark := range []string{"**", "__", "~~", "||", "*", "_"} {
		if !strings.HasPrefix(text, mark) || mark == "_" && m.inWord() {
			continue
		}
		inner := closed(text[len(mark):], mark)
		if inner <= 0 || mark == "*" && text[1] == ' ' {
			continue
		}
		m.read(text[len(mark):len(mark)+inner], false)
		return inner + 2*len(mark)
	}
	return 0
}

// inWord reports whether what was read ends in a word, where an underscore is no
// mark.
func (m *reader) inWord() bool {
	read := m.text.String()
	return read != "" && word(read[len(read)-1])
}

func word(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// closed gives how long the text before the closing mark is, 0 or less if there
// is none.
func closed(text, mark string) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case !strings.HasPrefix(text[i:], mark):
		case mark == "_" && i+1 < len(text) && word(text[i+1]):
		case len(mark) == 1 && strings.HasPrefix(text[i+1:], mark):
			i++ // two of them are another mark
		default:
			return i
		}
	}
	return 0
}
