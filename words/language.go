package words

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// Language formats messages in one language. It is safe for concurrent use.
type Language struct {
	tag     language.Tag
	entries map[string]string // unparsed messages of the file, by name
	parsed  sync.Map          // cache of parsed messages: *forms by [reflect.Type]

	bot, channel, somebody name
	colors                 [2]name
	directions             [8]name
	bracketed              [2]string // colours as written after a player: " (Black)"
	flips                  [mostFlips + 1]string
	gap, comma             string  // gap is between sentences, comma between items of a list
	all, any               joining // how to join the items of a list with "and", and with "or"
}

// No move flips more than mostFlips discs.
const mostFlips = 19

type forms struct {
	shape
	parts [plural.Many + 1][]part // by [plural.Form]; nil for missing forms
	spans int                     // maximum number of spans, not counting those of slots that hold a [chat.Text]
}

// name is a noun, as written within a sentence and at its beginning.
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

// Tag returns the BCP 47 tag of the language.
func (l *Language) Tag() string { return l.tag.String() }

// Name returns the language's own name for itself.
func (l *Language) Name() string { return l.String(LanguageName{}) }

// Beta returns the mark of a language that no native speaker has checked, or "".
func (l *Language) Beta() string { return l.String(Beta{}) }

// Text formats messages one after another. It skips nil messages.
func (l *Language) Text(messages ...Message) chat.Text {
	size := 0
	for _, m := range messages {
		if m != nil {
			size += l.forms(reflect.ValueOf(m)).spans + 1
		}
	}
	return l.Append(make(chat.Text, 0, size), messages...)
}

// Append appends messages to text. It skips nil messages.
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

// String returns the text of a message without markup, as on a button.
func (l *Language) String(m Message) string {
	if parts := l.partsOf(m); len(parts) == 1 {
		if text, ok := parts[0].literal(); ok {
			return text
		}
	}
	return l.Text(m).String()
}

// Flips returns the text of [FlipsDetail] for n discs. It panics if n is more than [mostFlips].
func (l *Language) Flips(n int) string { return l.flips[n] }

func (l *Language) partsOf(m Message) []part {
	value := reflect.ValueOf(m)
	return l.forms(value).form(l, value)
}

// forms returns the forms of a message. The first call parses them.
func (l *Language) forms(value reflect.Value) *forms {
	t := value.Type()
	if f, ok := l.parsed.Load(t); ok {
		return f.(*forms)
	}
	f, err := l.read(t)
	if err != nil {
		panic(fmt.Sprintf("words: %s in %s: %v", t.Name(), l.tag, err))
	}
	l.parsed.Store(t, f)
	return f
}

func (f *forms) form(l *Language, value reflect.Value) []part {
	if f.count == noField {
		return f.parts[plural.Other]
	}
	n := int(value.Field(f.count).Int())
	return f.parts[pluralForm(l.tag, n)]
}

func pluralForm(tag language.Tag, n int) plural.Form {
	return plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)
}

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

func (l *Language) person(p Person, first bool) chat.Span {
	switch {
	case p.Engine:
		return chat.Span{Text: l.bot.at(first)}
	case p.Channel:
		return chat.Span{Text: l.channel.at(first)}
	case p.Guest != "":
		return chat.Span{Text: p.Guest}
	case p.User == nil:
		return chat.Span{Text: l.somebody.at(first)}
	}
	span := chat.Span{Kind: chat.SpanName, User: p.User, Text: l.somebody.at(first)}
	if p.Notified {
		span.Kind = chat.SpanMention
	}
	return span
}

func (l *Language) appendSide(text chat.Text, s Side, first bool) chat.Text {
	if s.Player == (Person{}) {
		return append(text, chat.Span{Text: l.colors[s.Color].at(first)})
	}
	return append(text, l.person(s.Player, first), chat.Span{Text: l.bracketed[s.Color]})
}

func (l *Language) opening(name string) string {
	for line := range strings.Lines(l.String(OpeningWords{})) {
		if own, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(own)
		}
	}
	return name
}

// joining holds the texts before a list, before the last item, and after the list.
type joining struct{ before, last, after string }

// list joins words as a sentence does: "d4, e4 and f4".
func (l *Language) list(words []string, by joining) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return by.before + strings.Join(words[:n], l.comma) + by.last + words[n] + by.after
}

func (l *Language) squares(b rules.Bitboard, by joining) string {
	names := make([]string, 0, 32)
	for s := range b.Squares() {
		names = append(names, s.String())
	}
	return l.list(names, by)
}

// String allows no line break at the dash.
func (s Score) String() string {
	return strconv.Itoa(s.First) + "\u2060–\u2060" + strconv.Itoa(s.Second)
}

// maxTyped limits a text of a user that messages repeat, in bytes.
const maxTyped = 12

// Harmless reports whether a message may repeat the text: it is short and has only ASCII letters and digits, so no markup.
func (t Typed) Harmless() bool {
	return t != "" && len(t) <= maxTyped && !strings.ContainsFunc(string(t), func(c rune) bool {
		return c >= utf8.RuneSelf || !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
}

func (t Typed) orEllipsis() string {
	if t.Harmless() {
		return string(t)
	}
	return "…"
}

// List joins texts with commas.
func (l *Language) List(items []chat.Text) chat.Text { return l.join(items, joining{last: l.comma}) }

// ListAll joins texts with commas, and with the word for "and" before the last.
func (l *Language) ListAll(items []chat.Text) chat.Text { return l.join(items, l.all) }

// Mentions lists people and notifies them.
func (l *Language) Mentions(people []game.Player) chat.Text { return l.people(people, Mention) }

// Names lists people without notifying them.
func (l *Language) Names(people ...game.Player) chat.Text { return l.people(people, Name) }

func (l *Language) people(people []game.Player, as func(game.Player) Person) chat.Text {
	list := make([]chat.Text, len(people))
	for i, p := range people {
		list[i] = chat.Text{l.person(as(p), false)}
	}
	return l.List(list)
}

func (l *Language) join(items []chat.Text, by joining) (list chat.Text) {
	if len(items) < 2 {
		return slices.Concat(items...)
	}
	add := func(text string) {
		if text != "" {
			list = append(list, chat.Span{Text: text})
		}
	}
	add(by.before)
	for i, item := range items {
		switch i {
		case 0:
		case len(items) - 1:
			add(by.last)
		default:
			add(l.comma)
		}
		list = append(list, item...)
	}
	add(by.after)
	return list
}
