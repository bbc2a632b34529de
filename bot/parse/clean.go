package parse

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"othellobot/chat"
)

// Clean returns a text without quotation marks, invisible characters, and markup such as bold or
// code. It replaces wide and ornate letters with plain ones, and keeps line breaks.
func Clean(text string) string {
	if strings.IndexFunc(text, unplain) < 0 {
		return text
	}
	text = strings.Map(dropInvisible, strings.ToValidUTF8(text, "?")) // before NFKC, which turns lone accents into spaces
	lines := strings.Split(strings.Map(dropInvisible, norm.NFKC.String(text)), "\n")
	for i, line := range lines {
		var kept []string
		for field := range strings.FieldsSeq(escape.ReplaceAllString(line, "$1")) {
			if len(kept) == 0 && (strings.Trim(field, ">#") == "" || field == "-#") {
				continue // the line is a quote, a heading or small print
			}
			if field = unmarked(field); field != "" {
				kept = append(kept, field)
			}
		}
		lines[i] = strings.Join(kept, " ")
	}
	return strings.Join(lines, "\n")
}

func unplain(r rune) bool {
	return r > unicode.MaxASCII || r < ' ' && r != '\n' || strings.ContainsRune("\"'`*_~|\\>#", r)
}

const quotes = "\"'`´ˋ‘’‚‛“”„‟‹›«»′″〝〞〟「」『』"

// dropInvisible returns -1 for quotation marks, invisible characters, and characters that change another's look.
func dropInvisible(r rune) rune {
	invisible := unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector) && r != '\n' && r != '\t'
	if invisible || r == '\u20e3' || strings.ContainsRune(quotes, r) {
		return -1
	}
	return r
}

var escape = regexp.MustCompile(`\\([[:punct:]])`)

const marks = "*_~|"

// unmarked drops the [marks] around a word. It keeps them in a row of a board, where a star is a disc,
// and before a closing bracket, as in the GGF format.
func unmarked(field string) string {
	word := strings.Trim(field, marks)
	if strings.Trim(word, marks+".,;:-xobwXOBW") == "" || strings.IndexByte("])};", word[0]) >= 0 {
		return field
	}
	return word
}

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
