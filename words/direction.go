package words

import (
	"strings"

	"golang.org/x/text/language"

	"othellobot/chat"
)

// The marks in languages that are written from right to left, which nobody sees: what is
// put into a sentence is isolated, else a name and the score behind it would change places,
// https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates.
const (
	leftwardMark = "\u200f" // the text is written from right to left, whatever comes first
	isolate      = "\u2068" // what follows has a direction of its own
	endIsolate   = "\u2069"
)

// leftward reports whether a language is written from right to left.
func leftward(tag language.Tag) bool {
	script, _ := tag.Script()
	switch script.String() {
	case "Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm":
		return true
	default:
		return false
	}
}

// isolated reports whether a part of a message stands between marks: people, times, and
// what is typed, in whose own text marks have no place.
func (p part) isolated(f *forms) bool {
	if isTyped(p.kind) {
		return true
	}
	if _, literal := p.literal(); literal || len(p.pieces) > 1 {
		return false
	}
	switch f.slots[p.pieces[0].field].kind {
	case slotPerson, slotWhen:
		return true
	default:
		return false
	}
}

// apart isolates a word if the language is written from right to left.
func (l *Language) apart(word string) string {
	if !l.leftward {
		return word
	}
	return isolate + word + endIsolate
}

// isTyped reports whether a span holds what people type or copy.
func isTyped(kind chat.SpanKind) bool { return kind == chat.SpanCommand || kind == chat.SpanCode }

var withoutMarks = strings.NewReplacer(isolate, "", endIsolate, "")

// asTyped takes the marks out of what people type or copy.
func (l *Language) asTyped(kind chat.SpanKind, text string) string {
	if !l.leftward || !isTyped(kind) {
		return text
	}
	return withoutMarks.Replace(text)
}
