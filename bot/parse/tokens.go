package parse

import (
	"strings"
	"unicode"

	"othellobot/chat"

	"golang.org/x/text/unicode/norm"
)

// tokens splits words at white space and cleans them: compatibility forms such
// as wide letters become plain ones, quotation marks and invisible characters
// go.
func tokens(typed []chat.Word) []chat.Word {
	list := make([]chat.Word, 0, len(typed)+1)
	for _, w := range typed {
		if w.Kind != chat.MentionsNobody {
			list = append(list, w)
			continue
		}
		text := strings.ToValidUTF8(w.Text, "?")
		for field := range strings.FieldsSeq(norm.NFKC.String(text)) {
			if field = strings.Map(visible, field); field != "" {
				list = append(list, chat.Word{Text: field})
			}
		}
	}
	return list
}

// visible drops quotation marks and characters that nobody sees.
func visible(r rune) rune {
	if r < unicode.MaxASCII && r > ' ' && r != '"' && r != '\'' && r != '`' {
		return r
	}
	if strings.ContainsRune("\"'`‘’“”«»", r) || unicode.In(r, unicode.Cf, unicode.Cc) {
		return -1
	}
	return r
}

// spaced is the text of the words with spaces between; a mention has none.
func spaced(said []chat.Word) string {
	if len(said) == 1 {
		return said[0].Text
	}
	texts := make([]string, len(said))
	for i, w := range said {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
