package parse

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"othellobot/chat"
)

// Clean returns a text without quotation marks, markup such as bold or code, and invisible
// characters. Wide and ornate letters become plain ones. Line breaks stay.
func Clean(text string) string {
	if strings.IndexFunc(text, unplain) < 0 {
		return text
	}
	text = strings.Map(visible, strings.ToValidUTF8(text, "?")) // first, before NFKC turns lone accents into spaces
	lines := strings.Split(strings.Map(visible, norm.NFKC.String(text)), "\n")
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

// unplain reports whether a text with the character may need cleaning.
func unplain(r rune) bool {
	return r > unicode.MaxASCII || r < ' ' && r != '\n' || strings.ContainsRune("\"'`*_~|\\>#", r)
}

const quotes = "\"'`´ˋ‘’‚‛“”„‟‹›«»′″〝〞〟「」『』"

// visible returns r, or -1 for quotation marks, invisible characters, and characters that change the
// look of the preceding one.
func visible(r rune) rune {
	invisible := unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector) && r != '\n' && r != '\t'
	if invisible || r == '\u20e3' || strings.ContainsRune(quotes, r) {
		return -1
	}
	return r
}

// escape matches a backslash that keeps a character from being markup.
var escape = regexp.MustCompile(`\\([[:punct:]])`)

const marks = "*_~|"

// unmarked drops the marks around a word. It keeps them in a word of board symbols, where a star is
// a disc, and before a closing bracket, as in the GGF format.
func unmarked(field string) string {
	word := strings.Trim(field, marks)
	if strings.Trim(word, marks+".,;:-xobwXOBW") == "" || strings.IndexByte("])};", word[0]) >= 0 {
		return field
	}
	return word
}

func cleanArguments(args []chat.Argument) Arguments {
	args = slices.Clone(args)
	for i := range args {
		if w := &args[i].Value; w.Kind == chat.MentionsNobody {
			w.Text = Clean(w.Text)
		}
	}
	return args
}
