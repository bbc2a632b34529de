package slacktest

import (
	"regexp"
	"strings"

	slackapi "github.com/slack-go/slack"
)

// text checks a text object, which must have the given kind unless kind is empty.
func (p *problems) text(where string, t *slackapi.TextBlockObject, kind string, longest int) {
	if t == nil {
		p.add("%s: is missing", where)
		return
	}
	if err := t.Validate(); err != nil {
		p.add("%s: %v", where, err)
		return
	}
	p.length(where, t.Text, 1, longest)
	p.need(kind == "" || t.Type == kind, "%s: is of type %q, want %q", where, t.Type, kind)
	if t.Type == slackapi.MarkdownType {
		p.mrkdwn(where, t.Text, t.Verbatim)
		return
	}
	p.need(!t.Verbatim, "%s.verbatim: is for mrkdwn alone", where)
}

func (p *problems) optional(where string, t *slackapi.TextBlockObject, longest int) {
	if t != nil {
		p.text(where, t, slackapi.PlainTextType, longest)
	}
}

// sequences matches a user, a channel, a date or a link in angle brackets.
var sequences = regexp.MustCompile(`^<(@[UW][A-Z0-9]+(\|[^<>|]*)?|#[CDG][A-Z0-9]+(\|[^<>|]*)?|!date\^-?\d+\^[^<>|^]+(\^[^<>|^]+)?\|[^<>|]+|[a-z]+:[^<>|\s]+(\|[^<>|]+)?)>`)

// broadcasts matches mentions that notify many users at once.
var broadcasts = regexp.MustCompile(`^<!(channel|here|everyone|group|subteam\^)`)

// mrkdwn checks that markup is escaped,
// https://docs.slack.dev/messaging/formatting-message-text#escaping.
func (p *problems) mrkdwn(where, text string, verbatim bool) {
	if !verbatim && everybodyWords.MatchString(text) {
		p.add("%s: is not verbatim, so that a word in it may notify many at once", where)
	}
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch text[i] {
		case '&':
			p.need(entities.MatchString(rest), "%s: has an & that is not escaped: %q", where, near(rest))
		case '>':
			p.add("%s: has a > that is not escaped: %q", where, near(rest))
		case '<':
			sequence := sequences.FindString(rest)
			switch {
			case broadcasts.MatchString(rest):
				p.add("%s: notifies many at once: %q", where, near(rest))
				i += max(0, strings.IndexByte(rest, '>'))
			case sequence == "":
				p.add("%s: has a < that is not escaped, or begins no sequence: %q", where, near(rest))
				i += max(0, strings.IndexByte(rest, '>'))
			default:
				i += len(sequence) - 1
			}
		}
	}
}

func near(text string) string { return text[:min(len(text), 24)] }
