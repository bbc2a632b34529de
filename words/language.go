package words

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"othellobot/chat"
	"othellobot/rules"
)

// Language says messages in one language. It may be used concurrently.
type Language struct {
	tag     language.Tag
	entries map[string]string // messages as they stand in the file, by name
	said    sync.Map          // those that were said before: *forms by [reflect.Type]

	bot, channel, somebody name
	colors                 [2]name
	directions             [8]name
	bracketed              [2]string // a side behind its player
	flips                  [mostFlips + 1]string
	gap, comma             string  // between sentences, and between what is listed
	all, any               joining // of what is listed
}

// mostFlips is how many discs a move flips at most: from a square in the middle.
const mostFlips = 19

// forms are the forms of one message.
type forms struct {
	shape
	parts [plural.Many + 1][]part // by [plural.Form]; nil where there is none
	spans int                     // how many spans the longest has, apart from those of texts in slots
}

// name holds what something is called, within a sentence and at its beginning.
type name struct{ within, first string }

func newName(text string) name {
	r, size := utf8.DecodeRuneInString(text)
	return name{text, string(unicode.ToTitle(r)) + text[size:]}
}

func (n name) at(first bool) string {
	if first {
		return n.first
	}
	return n.within
}

// Tag names the language, as in BCP 47.
func (l *Language) Tag() string { return l.tag.String() }

// Name returns the language's own name for itself.
func (l *Language) Name() string { return l.String(LanguageName{}) }

// Beta returns the mark of a language that no native has read yet, else nothing.
func (l *Language) Beta() string { return l.String(Beta{}) }

// Text says messages one after another. Those that are nil it leaves out.
func (l *Language) Text(messages ...Message) chat.Text {
	size := 0
	for _, m := range messages {
		if m != nil {
			size += l.forms(reflect.ValueOf(m)).spans + 1
		}
	}
	return l.Append(make(chat.Text, 0, size), messages...)
}

// Append is the text, and then the messages.
func (l *Language) Append(text chat.Text, messages ...Message) chat.Text {
	for _, m := range messages {
		if m == nil {
			continue
		}
		if len(text) > 0 && l.gap != "" {
			text = append(text, chat.Span{Text: l.gap})
		}
		value := reflect.ValueOf(m)
		f := l.forms(value)
		for _, p := range f.form(l, value) {
			text = l.appendPart(text, f, value, p)
		}
	}
	return text
}

// String is the text of a message without markup, as on a button.
func (l *Language) String(m Message) string {
	if parts := l.partsOf(m); len(parts) == 1 {
		if text, ok := parts[0].literal(); ok {
			return text
		}
	}
	return l.Text(m).String()
}

// Flips is the text of [FlipsDetail], which stands at every move of every menu.
func (l *Language) Flips(n int) string { return l.flips[n] }

func (l *Language) partsOf(m Message) []part {
	value := reflect.ValueOf(m)
	return l.forms(value).form(l, value)
}

// forms are those of a message, which is read when it is first said.
func (l *Language) forms(value reflect.Value) *forms {
	t := value.Type()
	if f, ok := l.said.Load(t); ok {
		return f.(*forms)
	}
	f, err := l.read(t)
	if err != nil {
		panic(fmt.Sprintf("words: %s in %s: %v", t.Name(), l.tag, err))
	}
	l.said.Store(t, f)
	return f
}

// form is the form of the message that its count chooses.
func (f *forms) form(l *Language, value reflect.Value) []part {
	if f.count == noField {
		return f.parts[plural.Other]
	}
	n := int(value.Field(f.count).Int())
	return f.parts[pluralForm(l.tag, n)]
}

// pluralForm is the form that a language has for a number, in its own numbering.
func pluralForm(tag language.Tag, n int) plural.Form {
	return plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)
}

// appendPart appends a part of a message as spans.
func (l *Language) appendPart(text chat.Text, f *forms, value reflect.Value, p part) chat.Text {
	if len(p.pieces) == 1 {
		only := p.pieces[0]
		if only.field == noField {
			return append(text, chat.Span{Kind: p.kind, Text: only.text})
		}
		slot, held := f.slots[only.field], value.Field(only.field)
		if slot.spans != nil {
			return slot.spans(l, text, held, only.first)
		}
		return append(text, chat.Span{Kind: p.kind, Text: slot.word(l, held, only.first)})
	}
	var joined strings.Builder
	for _, piece := range p.pieces {
		if piece.field == noField {
			joined.WriteString(piece.text)
		} else {
			joined.WriteString(f.slots[piece.field].word(l, value.Field(piece.field), piece.first))
		}
	}
	return append(text, chat.Span{Kind: p.kind, Text: joined.String()})
}

// The fields of [Person].
const (
	personUser = iota
	personEngine
	personAwaited
	personChannel
)

func (l *Language) person(value reflect.Value, first bool) chat.Span {
	user := value.Field(personUser).Interface().(*chat.UserID)
	switch {
	case value.Field(personEngine).Bool():
		return chat.Span{Text: l.bot.at(first)}
	case value.Field(personChannel).Bool():
		return chat.Span{Text: l.channel.at(first)}
	case user == nil:
		return chat.Span{Text: l.somebody.at(first)}
	case value.Field(personAwaited).Bool():
		return chat.Span{Kind: chat.SpanMention, User: user, Text: l.somebody.at(first)}
	default:
		return chat.Span{Kind: chat.SpanName, User: user, Text: l.somebody.at(first)}
	}
}

// The fields of [Side].
const (
	sidePlayer = iota
	sideColor
)

func (l *Language) appendSide(text chat.Text, value reflect.Value, first bool) chat.Text {
	player, color := value.Field(sidePlayer), value.Field(sideColor).Uint()
	if player.IsZero() {
		return append(text, chat.Span{Text: l.colors[color].at(first)})
	}
	return append(text, l.person(player, first), chat.Span{Text: l.bracketed[color]})
}

// opening is what players of the language call an opening.
func (l *Language) opening(name string) string {
	for line := range strings.Lines(l.String(OpeningWords{})) {
		if own, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(own)
		}
	}
	return name
}

// joining says how a list ends, and what stands around one of several things.
type joining struct{ before, last, after string }

// list joins words as a sentence does: "d4, e4 and f4".
func (l *Language) list(words []string, by joining) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return by.before + strings.Join(words[:n], l.comma) + by.last + words[n] + by.after
}

// squares lists squares in reading order.
func (l *Language) squares(b rules.Bitboard, by joining) string {
	n := b.Len()
	if n == 1 {
		return b.First().String()
	}
	var text strings.Builder
	text.Grow(n*(len("a1")+len(l.comma)) + len(by.before) + len(by.last) + len(by.after))
	text.WriteString(by.before)
	all := n
	for s := range b.Squares() {
		switch n--; {
		case n == all-1:
		case n == 0:
			text.WriteString(by.last)
		default:
			text.WriteString(l.comma)
		}
		text.WriteString(s.String())
	}
	text.WriteString(by.after)
	return text.String()
}

// dash stands between the numbers of a score, which no line may break.
const dash = "\u2060–\u2060"

// String is the score with an en dash at which no line breaks.
func (s Score) String() string {
	return strconv.Itoa(s.First) + dash + strconv.Itoa(s.Second)
}

// maxTyped is how much of what a user typed is repeated, in bytes.
const maxTyped = 12

// Harmless reports whether what was typed may be repeated: it is short, and nothing
// that could be markup, a mention or a trick of direction.
func (t Typed) Harmless() bool {
	if t == "" || len(t) > maxTyped {
		return false
	}
	for _, c := range []byte(t) {
		if c >= utf8.RuneSelf || !unicode.IsLetter(rune(c)) && !unicode.IsDigit(rune(c)) {
			return false
		}
	}
	return true
}

// orNothing returns what was typed, or an ellipsis where it must not be repeated.
func (t Typed) orNothing() string {
	if t.Harmless() {
		return string(t)
	}
	return "…"
}
