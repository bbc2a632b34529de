package parse

import (
	"strings"

	"othellobot/chat"
)

// tokens cleans words and splits them at white space.
func tokens(typed []chat.Token) []chat.Token {
	list := make([]chat.Token, 0, len(typed)+1)
	for _, w := range typed {
		if w.Kind != chat.MentionsNobody {
			list = append(list, w)
			continue
		}
		for field := range strings.FieldsSeq(Clean(w.Text)) {
			if len(typed) == 1 || strings.Trim(field, marks) != "" { // drops the markup around a mention
				list = append(list, chat.Token{Text: field})
			}
		}
	}
	return list
}

// spaced joins the texts of words with spaces. A mention has no text.
func spaced(said []chat.Token) string {
	if len(said) == 1 {
		return said[0].Text
	}
	texts := make([]string, len(said))
	for i, w := range said {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
