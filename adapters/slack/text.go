package slack

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/recent"
	"othellobot/render"
)

// mrkdwn writes Slack's markup, https://docs.slack.dev/messaging/formatting-message-text.
type mrkdwn struct {
	strings.Builder
	encoder
	to audience
}

func (m *mrkdwn) text(t chat.Text) {
	for len(t) > 0 {
		if role, rest := inBrackets(t); role != "" && t[0].Kind == chat.SpanName && !m.canName(t[0].User.ID) {
			m.WriteString(escapeMarkup(role + rest))
			t = t[2:]
			continue
		}
		marked := t[0].Kind == chat.SpanBold || t[0].Kind == chat.SpanCode || t[0].Kind == chat.SpanCommand
		if last, _ := utf8.DecodeLastRuneInString(m.String()); marked && breaksMark(last) {
			m.WriteRune(gap)
		}
		m.span(t[0])
		if t = t[1:]; marked && len(t) > 0 {
			person := t[0].Kind == chat.SpanName || t[0].Kind == chat.SpanMention
			if next, _ := utf8.DecodeRuneInString(t[0].Text); person || breaksMark(next) {
				m.WriteRune(gap)
			}
		}
	}
}

const gap = '\u200b' // separates words invisibly

// breaksMark reports whether Slack shows a formatting mark, such as "*", literally next to the character,
// as users found by trial, https://github.com/seratch/ChatGPT-in-Slack/issues/61.
func breaksMark(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || unicode.Is(unicode.Bidi_Control, r) ||
		'\u3001' <= r && r <= '\u303f' || '\uff01' <= r && r <= '\uffef'
}

// inBrackets returns the text in brackets after the first span, such as "Black" in "ana (Black) played", and
// the text after the brackets.
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
		m.WriteString("*" + escapeMarkup(s.Text) + "*")
	case chat.SpanCode:
		m.WriteString("`" + escapeCode(s.Text) + "`")
	case chat.SpanBlock:
		if m.Len() > 0 && !strings.HasSuffix(m.String(), "\n") {
			m.WriteByte('\n')
		}
		m.WriteString("```\n" + escapeCode(s.Text) + "\n```\n")
	case chat.SpanCommand:
		if m.to.small { // a box around code would stand out too much
			m.WriteString(m.command() + " " + escapeMarkup(s.Text))
			return
		}
		m.WriteString("`" + m.command() + " " + escapeCode(s.Text) + "`")
	case chat.SpanTime:
		fmt.Fprintf(m, "<!date^%d^{time}|%s UTC>", s.Time.Unix(), s.Time.UTC().Format("15:04"))
	case chat.SpanDateTime:
		fmt.Fprintf(m, "<!date^%d^{date_pretty} {time}|%s UTC>", s.Time.Unix(), s.Time.UTC().Format("2006-01-02 15:04"))
	case chat.SpanLink:
		m.WriteString("<" + escapeEntities(m.linkURL(*s.Link)) + "|" + strings.ReplaceAll(escapeMarkup(s.Text), "|", "¦") + ">")
	default:
		m.WriteString(escapeMarkup(s.Text))
	}
}

// command returns the beginning of a command. Slash commands do not work in threads,
// https://docs.slack.dev/interactivity/implementing-slash-commands.
func (m *mrkdwn) command() string {
	if m.to.thread {
		return "@othello"
	}
	return chat.SlashCommand
}

// name writes a user's name or, if it is unknown, a mention that does not notify or the text of the span.
func (m *mrkdwn) name(s chat.Span) {
	name := m.names.of(m.to.team, s.User.ID).name
	switch {
	case name != "":
		// In some places Slack turns words such as "@here" into mentions.
		m.WriteString(escapeMarkup(strings.ReplaceAll(name, "@", "@"+string(wordJoiner))))
	case m.canName(s.User.ID):
		m.WriteString("<@" + s.User.ID + ">")
	default:
		m.WriteString(escapeMarkup(s.Text))
	}
}

// canName reports whether the message can name a user without notifying them again.
func (m *mrkdwn) canName(id string) bool {
	return m.names.of(m.to.team, id).name != "" || m.to.edit || slices.Contains(m.to.mentioned, id)
}

// escapeMarkup escapes plain text, https://docs.slack.dev/messaging/formatting-message-text#escaping.
// Slack cannot escape formatting marks, so escapeMarkup replaces backticks, and puts invisible characters
// next to other marks.
func escapeMarkup(text string) string {
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
				out.WriteRune(wordJoiner) // a ">" at the start of a line would quote the line
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
			if i+1 == len(text) || text[i+1] != ' ' && text[i+1] != '\n' { // more text may follow
				out.WriteRune(wordJoiner)
			}
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

const (
	lookalike  = 'ˋ'      // replaces the backtick, which is a formatting mark next to any character
	wordJoiner = '\u2060' // invisible; a mark next to it is shown literally
)

func escapeCode(text string) string {
	return strings.ReplaceAll(escapeEntities(text), "`", string(lookalike))
}

func escapeEntities(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

type audience struct {
	team   string
	thread bool
	edit   bool // Slack notifies no users: the message is an edit, a whisper or a view
	quiet  bool // the message is redrawn, so mentions become plain names

	small     bool     // the text is small print
	mentioned []string // IDs of the users whom the message notifies anyway
}

type encoder struct {
	names     *names
	workspace *atomic.Pointer[install] // the install of [account]
	apiURL    string
	pictures  func(team string, p render.Picture) string // see [Config]
}

// linkURL returns a permalink, https://docs.slack.dev/reference/methods/chat.getPermalink. If the message or
// the workspace's address is unknown, it links to the channel, https://docs.slack.dev/interactivity/deep-linking.
func (e encoder) linkURL(to chat.Link) string {
	if to.URL != "" {
		return to.URL
	}
	home, r := e.workspace.Load(), ref{}
	if to.Message != "" {
		r, _ = parseRef(to.Message)
	}
	if home == nil || home.Address == "" || r == (ref{}) {
		site, _ := siteOf(e.apiURL)
		return site + "/app_redirect?" + url.Values{"team": {to.Place.Team}, "channel": {to.Place.Channel}}.Encode()
	}
	at := home.Address + "archives/" + url.PathEscape(r.channel) + "/p" + strings.ReplaceAll(r.ts, ".", "")
	if to.Place.Thread != "" {
		at += "?" + url.Values{"thread_ts": {to.Place.Thread}, "cid": {r.channel}}.Encode()
	}
	return at
}

const (
	profileLifetime = 4 * time.Hour // time until a profile is requested again
	profilePause    = time.Minute   // time until a profile request without an answer is repeated
)

type member struct{ team, user string }

// names remembers users, because a new message cannot name a user by ID without notifying them.
type names struct{ recent.Map[member, person] }

// person describes a user. Unknown fields are zero.
type person struct {
	name         string
	locale       string // BCP 47 tag
	zone         string // IANA time zone
	profiled     bool   // the name is from the profile
	moderator    bool   // an admin or owner of the workspace
	program      bool   // a bot or a workflow
	deactivated  bool
	refreshAfter time.Time // earliest time of the next profile request
}

// learn records a user's name from a delivery, unless the name in the profile is known.
func (n *names) learn(team, user, name string) {
	if name = exchange.Name(name); name == "" || user == "" {
		return
	}
	n.Change(member{team, user}, func(p person, _ bool) (person, bool) {
		if !p.profiled {
			p.name = name
		}
		return p, true
	})
}

// setProfile records a user's profile. If the profile has no name, the earlier name remains.
func (n *names) setProfile(team, user string, found person) {
	n.Change(member{team, user}, func(p person, _ bool) (person, bool) {
		found.refreshAfter, found.profiled = time.Now().Add(profileLifetime), found.name != ""
		if !found.profiled {
			found.name, found.profiled = p.name, p.profiled
		}
		return found, true
	})
}

// claim reports whether the caller should request a user's profile. Other callers get false for profilePause.
func (n *names) claim(team, user string) (due bool) {
	if user == "" {
		return false
	}
	n.Change(member{team, user}, func(p person, _ bool) (person, bool) {
		if due = !time.Now().Before(p.refreshAfter); due {
			p.refreshAfter = time.Now().Add(profilePause)
		}
		return p, true
	})
	return due
}

func (n *names) of(team, user string) person {
	p, _ := n.Get(member{team, user})
	return p
}

func (n *names) forget(team string) { n.ForgetAll(func(m member) bool { return m.team == team }) }
