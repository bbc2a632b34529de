package slack

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"othellobot/chat"
)

// mrkdwn writes texts in Slack's markup,
// https://docs.slack.dev/messaging/formatting-message-text.
type mrkdwn struct {
	strings.Builder
	names     *names
	address   func(chat.Link) string
	team      string
	edit      bool     // the message replaces another, which notifies nobody
	slash     bool     // slash commands can be sent where the message is read
	small     bool     // the text is small print
	mentioned []string // whom the message notifies anyway
}

func (m *mrkdwn) text(t chat.Text) {
	for len(t) > 0 {
		if role, rest := inBrackets(t); role != "" && t[0].Kind == chat.SpanName && !m.canName(t[0].User.ID) {
			m.WriteString(inert(role + rest))
			t = t[2:]
			continue
		}
		apart := t[0].Kind == chat.SpanBold || t[0].Kind == chat.SpanCode || t[0].Kind == chat.SpanCommand
		if last, _ := utf8.DecodeLastRuneInString(m.String()); apart && clings(last) {
			m.WriteRune(gap)
		}
		m.span(t[0])
		if t = t[1:]; apart && len(t) > 0 {
			person := t[0].Kind == chat.SpanName || t[0].Kind == chat.SpanMention
			if next, _ := utf8.DecodeRuneInString(t[0].Text); person || clings(next) {
				m.WriteRune(gap)
			}
		}
	}
}

// gap has no width, but parts words.
const gap = '\u200b'

// clings reports whether a mark of Slack's is taken for a character as it stands if it
// touches this one: a letter, as it does in scripts that put no spaces between words, or
// one of their punctuation. So people have found, https://github.com/seratch/ChatGPT-in-Slack/issues/61.
func clings(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || unicode.Is(unicode.Bidi_Control, r) ||
		'\u3001' <= r && r <= '\u303f' || '\uff01' <= r && r <= '\uffef'
}

// inBrackets gives what stands in brackets behind the first span, "Black" in
// "ana (Black) played", and what follows; nothing if there are no brackets. Some
// languages have wide ones.
func inBrackets(t chat.Text) (role, rest string) {
	if len(t) < 2 || t[1].Kind != chat.SpanPlain {
		return "", ""
	}
	for _, pair := range [][2]string{{" (", ")"}, {"（", "）"}} {
		if inside, open := strings.CutPrefix(t[1].Text, pair[0]); open {
			if role, rest, closed := strings.Cut(inside, pair[1]); closed {
				return role, rest
			}
		}
	}
	return "", ""
}

func (m *mrkdwn) span(s chat.Span) {
	switch s.Kind {
	case chat.SpanMention:
		m.WriteString("<@" + s.User.ID + ">")
	case chat.SpanName:
		m.name(s)
	case chat.SpanBold:
		m.WriteString("*" + inert(s.Text) + "*")
	case chat.SpanCode:
		m.WriteString("`" + inCode(s.Text) + "`")
	case chat.SpanBlock:
		if m.Len() > 0 && !strings.HasSuffix(m.String(), "\n") {
			m.WriteByte('\n')
		}
		m.WriteString("```\n" + inCode(s.Text) + "\n```\n")
	case chat.SpanCommand:
		if m.small { // where the box around code would be the loudest thing
			m.WriteString(m.command() + " " + inert(s.Text))
			return
		}
		m.WriteString("`" + m.command() + " " + inCode(s.Text) + "`")
	case chat.SpanTime:
		fmt.Fprintf(m, "<!date^%d^{time}|%s UTC>", s.Time.Unix(), s.Time.UTC().Format("15:04"))
	case chat.SpanDateTime:
		fmt.Fprintf(m, "<!date^%d^{date_pretty} {time}|%s UTC>", s.Time.Unix(), s.Time.UTC().Format("2006-01-02 15:04"))
	case chat.SpanLink:
		m.WriteString("<" + escaped(m.address(*s.Link)) + "|" + strings.ReplaceAll(inert(s.Text), "|", "¦") + ">")
	default:
		m.WriteString(inert(s.Text))
	}
}

// command is how a command begins. In a thread there are no slash commands,
// https://docs.slack.dev/interactivity/implementing-slash-commands.
func (m *mrkdwn) command() string {
	if m.slash {
		return chat.SlashName
	}
	return "@othello"
}

// name names a person without notifying them. A mention in a message that is
// changed notifies nobody; in a new one it would, so there only a name that the
// person's own deliveries have told will do. Who has none is called by what the
// text has behind the name in brackets, which is their colour, else as the span says.
func (m *mrkdwn) name(s chat.Span) {
	name, known := m.names.get(m.team, s.User.ID)
	switch {
	case known:
		// Where Slack makes mentions of words, "@here" would be one.
		m.WriteString(inert(strings.ReplaceAll(name, "@", "@"+string(wordJoiner))))
	case m.canName(s.User.ID):
		m.WriteString("<@" + s.User.ID + ">")
	default:
		m.WriteString(inert(s.Text))
	}
}

// canName reports whether a person can be named without notifying them, or is
// notified anyway.
func (m *mrkdwn) canName(id string) bool {
	_, known := m.names.get(m.team, id)
	return known || m.edit || slices.Contains(m.mentioned, id)
}

// inert writes plain text so that nothing in it is markup. Slack has no escape
// for its marks, so a character that nobody sees stands beside them; what makes
// mentions and links has entities,
// https://docs.slack.dev/messaging/formatting-message-text#escaping.
func inert(text string) string {
	if !strings.ContainsAny(text, "&<>*_~`:") && !strings.HasPrefix(text, "•") {
		return text
	}
	var out strings.Builder
	for i, r := range text {
		switch r {
		case '&':
			out.WriteString("&amp;")
		case '<':
			out.WriteString("&lt;")
		case '>':
			if i == 0 || text[i-1] == '\n' {
				out.WriteRune(wordJoiner) // at the beginning of a line it would quote the line
			}
			out.WriteString("&gt;")
		case '`':
			out.WriteRune(lookalike)
		case '*', '_', '~':
			out.WriteRune(wordJoiner)
			out.WriteRune(r)
			out.WriteRune(wordJoiner)
		case ':':
			out.WriteRune(r)
			if i+1 == len(text) || text[i+1] != ' ' && text[i+1] != '\n' { // at the end, another text may follow
				out.WriteRune(wordJoiner)
			}
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// lookalike stands for a backtick, which makes code out of all up to the next one
// whatever stands beside it.
const lookalike = 'ˋ'

// wordJoiner has no width and parts no words, but keeps a mark from being one.
const wordJoiner = '\u2060'

// inCode writes text for between backticks, where only entities count.
func inCode(text string) string { return strings.ReplaceAll(escaped(text), "`", string(lookalike)) }

// escaped writes as entities what would make mentions and links.
func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
