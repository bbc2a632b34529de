package slacktest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"
)

// reader collects the visible text of a message, without its controls.
type reader struct {
	strings.Builder
	name      func(id string) string // returns a user's name, or "" if the user is unknown
	mentioned []string               // user IDs
}

// read reads the blocks of a message, or the text of a message without blocks,
// https://docs.slack.dev/reference/methods/chat.postMessage#text-blocks-attachments.
func (s *Server) read(m *message) *reader {
	r := &reader{name: func(id string) string {
		if p := s.people[id]; p != nil {
			return p.Name
		}
		return ""
	}}
	if len(m.Blocks) == 0 {
		r.mrkdwn(m.Text)
		return r
	}
	r.blocks(decoded(m.Blocks))
	return r
}

func (r *reader) blocks(all []slackapi.Block) {
	for _, b := range all {
		r.newLine()
		switch b := b.(type) {
		case *slackapi.SectionBlock:
			r.object(b.Text)
		case *slackapi.ImageBlock:
			r.WriteString(b.AltText)
		case *slackapi.DataVisualizationBlock:
			r.WriteString(b.Title)
		case *slackapi.ContextBlock:
			for _, e := range b.ContextElements.Elements {
				t, _ := e.(*slackapi.TextBlockObject)
				r.object(t)
			}
		}
	}
}

func (r *reader) object(t *slackapi.TextBlockObject) {
	if t != nil && t.Type == slackapi.MarkdownType {
		r.mrkdwn(t.Text)
		return
	}
	r.WriteString(plain(t))
}

func (r *reader) newLine() {
	if r.Len() > 0 && !strings.HasSuffix(r.String(), "\n") {
		r.WriteByte('\n')
	}
}

// special holds the characters that can have a meaning in Slack's markup.
const special = "`<:&*_~\u00ad\u200b\u2060\ufeff"

// marks matches an element of Slack's markup at the start of a text, such as code, a mention or an emoji,
// https://docs.slack.dev/messaging/formatting-message-text. A "*", "_" or "~" counts as literal only
// between word joiners, which is stricter than Slack.
var marks = regexp.MustCompile("^(?:(?s:```(.+?)```\n?)|`([^`\n]+)`|<([^<>\n]+)>|(" + shortcode + ")|&(?:amp|lt|gt);|\u2060([*_~])\u2060|[*_~\u00ad\u200b\u2060\ufeff])")

func (r *reader) mrkdwn(text string) {
	for text != "" {
		found := marks.FindStringSubmatch(text)
		if found == nil {
			at := strings.IndexFunc(text[1:], func(c rune) bool { return strings.ContainsRune(special, c) }) + 1
			if at == 0 {
				at = len(text)
			}
			r.WriteString(text[:at])
			text = text[at:]
			continue
		}
		text = text[len(found[0]):]
		block, code, brackets, emoji, literal := found[1], found[2], found[3], found[4], found[5]
		switch {
		case block != "":
			r.newLine()
			r.WriteString(unescape(strings.Trim(block, "\n")) + "\n")
		case brackets != "":
			r.brackets(brackets)
		case emoji != "":
			r.WriteString(emojiOf(emoji))
		case strings.HasPrefix(found[0], "&"):
			r.WriteString(unescape(found[0]))
		default:
			r.WriteString(unescape(code + literal))
		}
	}
}

// brackets reads the content of angle brackets,
// https://docs.slack.dev/messaging/formatting-message-text#advanced. It writes dates in UTC.
func (r *reader) brackets(text string) {
	target, label, labelled := strings.Cut(text, "|")
	date := strings.Split(target, "^")
	switch {
	case strings.HasPrefix(target, "@"):
		r.mention(target[1:])
	case date[0] == "!date" && len(date) > 2:
		unix, _ := strconv.ParseInt(date[1], 10, 64)
		at := time.Unix(unix, 0).UTC()
		r.WriteString(strings.NewReplacer("{date_pretty}", at.Format("January 2, 2006"), "{time}", at.Format("15:04")).Replace(date[2]))
	case labelled:
		r.WriteString(unescape(label))
	default:
		r.WriteString(unescape(target))
	}
}

func (r *reader) mention(id string) {
	name := r.name(id)
	if name == "" {
		r.WriteString("@unknown-user " + id)
		return
	}
	r.WriteString("@" + name)
	r.mentioned = append(r.mentioned, id)
}

func plain(t *slackapi.TextBlockObject) string {
	if t == nil || t.Emoji != nil && !*t.Emoji {
		return textOf(t)
	}
	return shortcodes.ReplaceAllStringFunc(t.Text, emojiOf)
}

func textOf(t *slackapi.TextBlockObject) string {
	if t == nil {
		return ""
	}
	return t.Text
}

func (s *Server) notified(c *channel, m *message) (ids []string) {
	for _, id := range s.read(m).mentioned {
		if p := s.people[id]; p.BotID == "" && c.canRead(p.Name) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// shortcode is a pattern of an emoji's name, which a time such as 10:30:00 does not match.
const shortcode = `:[a-z0-9_+'-]*[a-z+][a-z0-9_+'-]*:`

var shortcodes = regexp.MustCompile(shortcode)

// emojiOf returns the emoji of a shortcode, or its name in unusual brackets if it is unknown.
func emojiOf(code string) string {
	name := strings.Trim(code, ":")
	if found, ok := emojis[name]; ok {
		return found
	}
	return "⟦" + name + "⟧"
}

// emojis maps names to emoji, as in https://github.com/iamcal/emoji-data.
var emojis = map[string]string{
	"large_green_square": "🟩", "large_blue_square": "🟦", "large_yellow_square": "🟨", "black_large_square": "⬛",
	"white_large_square": "⬜", "black_circle": "⚫", "white_circle": "⚪", "red_circle": "🔴", "large_yellow_circle": "🟡",
	"new_moon": "🌑", "full_moon": "🌕", "new_moon_with_face": "🌚", "full_moon_with_face": "🌝",
	"white_square_button": "🔳", "black_square_button": "🔲", "one": "1️⃣", "two": "2️⃣", "three": "3️⃣", "four": "4️⃣",
	"five": "5️⃣", "six": "6️⃣", "seven": "7️⃣", "eight": "8️⃣", "smile": "😄",
	"alphabet-white-a": "A", "alphabet-white-b": "B", "alphabet-white-c": "C", "alphabet-white-d": "D",
	"alphabet-white-e": "E", "alphabet-white-f": "F", "alphabet-white-g": "G", "alphabet-white-h": "H",
}
