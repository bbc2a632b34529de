package bot

import (
	"strconv"
	"strings"

	"othellobot/chat"
	"othellobot/rules"
)

// capital is text with a capital at its beginning if it is one of our own words;
// what a user typed keeps its form.
func capital(text string) string {
	if text == that {
		return "That"
	}
	return text
}

// sentenceStart changes a text to one that begins a sentence: the first letter of a
// plain span becomes a capital, a name keeps its form.
func sentenceStart(t chat.Text) chat.Text {
	if len(t) == 0 || t[0].Kind != chat.SpanPlain || t[0].Text == "" {
		return t
	}
	if first := t[0].Text; first[0] >= 'a' {
		t[0].Text = strings.ToUpper(first[:1]) + first[1:]
	}
	return t
}

// decimal is a number in figures.
func decimal(n int) string { return strconv.Itoa(n) }

// plural is a number of things: "1 move", "5 moves".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return decimal(n) + " " + thing + "s"
}

// list joins words as a sentence does: "d4, e4 and f4".
func list(words []string, last string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// squares lists squares in reading order.
func squares(b rules.Bitboard, last string) string {
	var text strings.Builder
	n := b.Len()
	text.Grow(4*n + len(last))
	for s := range b.Squares() {
		switch n--; {
		case text.Len() == 0:
		case n == 0:
			text.WriteString(" " + last + " ")
		default:
			text.WriteString(", ")
		}
		text.WriteString(s.String())
	}
	return text.String()
}

// transcript lists moves in the order in which they were played.
func transcript(moves []rules.Square) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.String()
	}
	return list(words, "and")
}
