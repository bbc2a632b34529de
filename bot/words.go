package bot

import (
	"strconv"
	"strings"

	"othellobot/chat"
)

// capital is text with a capital at its beginning if it is one of our own words;
// what a user typed keeps its form.
func capital(text string) string {
	if text == that {
		return "That"
	}
	return text
}

// opening is a text that begins a sentence: the first letter of a plain span
// becomes a capital, a name keeps its form.
func opening(t chat.Text) chat.Text {
	if len(t) == 0 || t[0].Kind != chat.SpanPlain || t[0].Text == "" {
		return t
	}
	first := t[0]
	first.Text = strings.ToUpper(first.Text[:1]) + first.Text[1:]
	return append(chat.Text{first}, t[1:]...)
}

// plural is a number of things: "1 move", "5 moves".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
