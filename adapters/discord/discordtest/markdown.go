package discordtest

import (
	"fmt"
	"regexp"
	"slices"
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

// allowedMentions lists the users whom a message may notify:
// https://docs.discord.com/developers/resources/message#allowed-mentions-object.
type allowedMentions struct {
	Users []string `json:"users"`
}

var (
	codeInText    = regexp.MustCompile("(?s)```.*?```|``.*?``|`[^`]*`")
	mentionInText = regexp.MustCompile(`<@!?(\d+)>`)
)

// mentioned returns the ids of the users whom a content mentions. A mention in code does not
// count. A mention after a backslash counts, because only its display differs.
func (s *Server) mentioned(content string) []string {
	var all []string
	for _, m := range mentionInText.FindAllStringSubmatch(codeInText.ReplaceAllString(content, ""), -1) {
		if _, known := s.names[m[1]]; known && !slices.Contains(all, m[1]) {
			all = append(all, m[1])
		}
	}
	return all
}

func (s *Server) notified(c *channel, m *message, allowed *allowedMentions) []string {
	var all []string
	for _, id := range m.mentions {
		if allowed != nil && slices.Contains(allowed.Users, id) && c.reads(s.names[id]) && (m.For == "" || m.For == id) {
			all = append(all, id)
		}
	}
	return all
}

var (
	emojiInText   = regexp.MustCompile(`<a?:(\w+):(\d+)>`)
	commandInText = regexp.MustCompile(`</([^:<>]+):(\d+)>`)
)

// unknownReferences returns the references in a body that lead nowhere. Users would see their raw
// code. The caller holds the lock.
func (s *Server) unknownReferences(raw []byte) (problems []string) {
	text := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(raw))
	for _, m := range emojiInText.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(s.emoji, emoji{m[2], m[1]}) {
			problems = append(problems, fmt.Sprintf("the application has no emoji %s", m[0]))
		}
	}
	for _, m := range commandInText.FindAllStringSubmatch(text, -1) {
		if !s.registered(m[1], m[2]) {
			problems = append(problems, fmt.Sprintf("there is no command %s", m[0]))
		}
	}
	for _, m := range mentionInText.FindAllStringSubmatchIndex(text, -1) {
		id, escaped := text[m[2]:m[3]], m[0] > 0 && text[m[0]-1] == '\\'
		if _, known := s.names[id]; !known && !escaped {
			problems = append(problems, fmt.Sprintf("there is no user <@%s>", id))
		}
	}
	return problems
}

// registered reports whether words name a registered sub-command of the command with this id:
// https://docs.discord.com/developers/reference#message-formatting.
func (s *Server) registered(words, id string) bool {
	name, sub, _ := strings.Cut(words, " ")
	for _, all := range s.commands {
		for _, c := range all {
			if c.ID == id && c.Name == name {
				return slices.ContainsFunc(c.Options, func(o option) bool { return o.Type == subCommand && o.Name == sub })
			}
		}
	}
	return false
}
