package slacktest

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mrkdwn reads text in Slack's markup, https://docs.slack.dev/messaging/formatting-message-text. In
// doubt it treats a character as a mark. Slack therefore shows literally every character that the fake
// shows literally.
func (r *reader) mrkdwn(text string, verbatim bool) {
	for {
		before, rest, open := strings.Cut(text, "```")
		inside, after, closed := strings.Cut(rest, "```")
		if !open || !closed || inside == "" {
			r.marked(text, verbatim)
			return
		}
		r.marked(before, verbatim)
		r.newLine()
		r.WriteString(unescape(strings.Trim(inside, "\n")) + "\n")
		text = strings.TrimPrefix(after, "\n")
	}
}

// everybodyWords matches words that Slack turns into mentions in text that is not verbatim,
// https://docs.slack.dev/reference/block-kit/composition-objects/text-object.
var everybodyWords = regexp.MustCompile(`(^|[^\pL\pN_])@(here|channel|everyone|group)($|[^\pL\pN_])`)

var quote = regexp.MustCompile(`^(>|&gt;)+ ?`)

func (r *reader) marked(text string, verbatim bool) {
	if !verbatim && everybodyWords.MatchString(text) {
		r.everybody = true
	}
	for line := range strings.Lines(text) {
		line = line[len(quote.FindString(line)):]
		r.line(line)
	}
}

func (r *reader) line(text string) {
	for i := 0; i < len(text); {
		rest := text[i:]
		if inside, ok := between(rest, '`'); ok {
			r.WriteString(unescape(inside))
			i += len(inside) + 2
			continue
		}
		if control := leading('<', inBrackets, rest); control != "" {
			r.control(control[1 : len(control)-1])
			i += len(control)
			continue
		}
		if strings.IndexByte("*_~", text[i]) >= 0 {
			if inside, ok := formatted(text, i); ok {
				r.line(inside)
				i += len(inside) + 2
				continue
			}
		}
		if code := leading(':', shortcode, rest); code != "" {
			r.WriteString(emoji(code))
			i += len(code)
			continue
		}
		if entity := leading('&', entities, rest); entity != "" {
			r.WriteString(unescape(entity))
			i += len(entity)
			continue
		}
		c, size := utf8.DecodeRuneInString(rest)
		if !invisible(c) {
			r.WriteString(rest[:size])
		}
		i += size
	}
}

var (
	inBrackets = regexp.MustCompile(`^<[^<>\n]+>`)
	entities   = regexp.MustCompile(`^&(amp|lt|gt);`)
)

// leading returns the match of form at the start of text, or "". All matches must start with the byte
// first. Checking that byte is much cheaper than a search.
func leading(first byte, form *regexp.Regexp, text string) string {
	if text == "" || text[0] != first {
		return ""
	}
	return form.FindString(text)
}

func between(text string, mark byte) (string, bool) {
	if text[0] != mark {
		return "", false
	}
	inside, _, found := strings.Cut(text[1:], string(mark))
	return inside, found && inside != "" && !strings.Contains(inside, "\n")
}

// formatted returns the text between the mark at an index and its closing mark. A mark opens a span
// if a visible character follows, and no letter or digit precedes. A mark closes a span in the
// reverse case.
func formatted(text string, at int) (string, bool) {
	mark := rune(text[at])
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	if inWord(before) || !visibleBut(text[at+1:], mark) {
		return "", false
	}
	for i := at + 2; i < len(text) && text[i] != '\n'; i++ {
		if control := leading('<', inBrackets, text[i:]); control != "" {
			i += len(control) - 1
			continue
		}
		if rune(text[i]) != mark {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(text[:i])
		next, _ := utf8.DecodeRuneInString(text[i+1:])
		if last != mark && !unicode.IsSpace(last) && !invisible(last) && !inWord(next) {
			return text[at+1 : i], true
		}
	}
	return "", false
}

func inWord(c rune) bool {
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsDigit(c))
}

func visibleBut(text string, mark rune) bool {
	c, size := utf8.DecodeRuneInString(text)
	return size > 0 && c != mark && !unicode.IsSpace(c) && !invisible(c)
}

func invisible(c rune) bool {
	return c == '\u00ad' || c == '\u200b' || c == '\u2060' || c == '\ufeff'
}

// control reads the content of angle brackets,
// https://docs.slack.dev/messaging/formatting-message-text#advanced.
func (r *reader) control(text string) {
	target, label, labelled := strings.Cut(text, "|")
	switch {
	case strings.HasPrefix(target, "@"):
		r.mention(target[1:])
	case strings.HasPrefix(target, "!date^"):
		r.WriteString(unescape(shownDate(strings.Split(target, "^")[1:], label)))
	case strings.HasPrefix(target, "!"):
		r.everybody = true
		r.WriteString("@" + target[1:])
	case labelled:
		r.WriteString(unescape(label))
	default:
		r.WriteString(unescape(target))
	}
}
